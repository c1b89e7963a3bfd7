// Package python is what gortex knows of Python: where modules are found, and
// how the syntax tree of a file becomes a lang.Unit.
package python

import (
	"unsafe"

	grammar "github.com/tree-sitter/tree-sitter-python/bindings/go"

	"github.com/gortexhq/gortex/internal/bind"
	"github.com/gortexhq/gortex/internal/lang"
)

// Language declares Python to the resolver.
func Language() bind.Language {
	return bind.Language{
		Name:            "python",
		Extensions:      []string{".py", ".pyi", ".pyw"},
		Filenames:       []string{"SConstruct", "SConscript", "wscript"},
		TestFiles:       []string{"test_*.py", "*_test.py", "conftest.py", "tests/", "test/"},
		Grammars:        []func() unsafe.Pointer{grammar.Language},
		Extract:         Extract,
		Modules:         modules,
		ImplicitExports: true,
		CallConstructs:  true,
		Constructor:     "__init__",
		Root:            "builtins.object",
		RootMembers:     objectMembers,
		CallMethod:      "__call__",
		IterMethod:      "__iter__",
		Builtins:        builtins,
		BuiltinPrefix:   "builtins.",
		Yields:          yields,
	}
}

// New makes the analyzer of Python.
func New() lang.Analyzer { return bind.New("python", Language()) }

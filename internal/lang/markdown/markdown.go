// Package markdown finds the sections of Markdown documents and the files and
// sections they link to.
package markdown

import (
	"path"
	"strings"
	"unsafe"

	grammar "github.com/alexaandru/go-sitter-forest/markdown"

	"github.com/gortexhq/gortex/internal/bind"
	"github.com/gortexhq/gortex/internal/lang"
)

// Language declares Markdown to the resolver. A link is an import of a file,
// or of a section by its anchor.
func Language() bind.Language {
	return bind.Language{
		Name:       "markdown",
		Extensions: []string{".md", ".markdown", ".mdown"},
		Grammars:   []func() unsafe.Pointer{grammar.GetLanguage},
		Patch:      shallow,
		Extract:    Extract,
		AnyFile:    true,
		Modules: func(t *bind.Tree) bind.Modules {
			return bind.Modules{Find: func(from, link string) bind.Module { return find(t, from, link) }}
		},
	}
}

// New makes the analyzer of Markdown.
func New() lang.Analyzer { return bind.New("markdown", Language()) }

// find is the file of the tree that a link leads to; one with a slash in front
// starts at the root.
func find(t *bind.Tree, from, link string) bind.Module {
	p := path.Join(path.Dir(from), link)
	if strings.HasPrefix(link, "/") {
		p = strings.TrimPrefix(path.Clean(link), "/")
	}
	switch {
	case t.Has(p):
		return bind.Module{File: p}
	case t.Has(path.Join(p, "README.md")):
		return bind.Module{File: path.Join(p, "README.md")}
	}
	return bind.Module{}
}

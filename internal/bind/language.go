package bind

import (
	"unsafe"

	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/treesitter"
)

// Language is what the resolver knows of a language: data, and a few hooks
// where data will not do. A language never asks which others exist.
type Language struct {
	// Name is the language of a lang.TreeFile: "python".
	Name string
	// Extensions (".py") and Filenames ("SConstruct") say which files it claims.
	Extensions []string
	Filenames  []string
	// TestFiles are patterns of path.Match for the base name, or for the whole
	// path when they contain a slash; "**/" at the front matches any directory.
	// A name with a slash behind it ("tests/") is any directory of that name.
	TestFiles []string
	// ConfigFiles are base names of files that change what modules mean
	// ("tsconfig.json"); a change to one makes every import be looked up again.
	ConfigFiles []string
	// AnyFile: a module may be a file of another language (a link to a
	// picture); when any file comes or goes, modules are looked up again.
	AnyFile bool

	// Grammars are the grammars a file may be parsed with, best first. When a
	// parse loses bytes and there are more, the one that loses least is taken.
	Grammars []func() unsafe.Pointer
	// Choose picks the grammar to try first, an index; nil: 0.
	Choose func(path string, src []byte) int
	// Patch returns the source to parse, of the same length, with the same line
	// ends, in which what the grammar cannot parse is blanked. It may return src
	// itself and must not change it. Nil: none.
	Patch func(src []byte) []byte
	// Extract makes the unit of a parsed file. It is called by several
	// goroutines, each with a Source of its own, and must take any bytes and any
	// tree without a panic. Path, Language, Flags and ErrorBytes are set by the caller.
	Extract func(*Source) *lang.Unit

	// Modules returns how module names are understood in a tree. Languages of
	// one family share the first one that is not nil.
	Modules func(*Tree) Modules

	// ImplicitExports: what has no Export is still importable, if it is a
	// symbol or an import at the top of the file (Python).
	ImplicitExports bool
	// CallConstructs: calling a class makes an instance (Python).
	CallConstructs bool
	// StaticMembers: a class itself has its static members only, an instance
	// the others only (TypeScript, unlike Python).
	StaticMembers bool
	// MergesDuplicates: declarations of one name in one file are one thing
	// (interfaces, namespaces).
	MergesDuplicates bool
	// KeysAreMembers: a["b"] is a.b (JavaScript).
	KeysAreMembers bool
	// Constructor is the name of constructors: "__init__", "constructor".
	Constructor string
	// Root is the outside class every class inherits from ("builtins.object") and
	// RootMembers what it has.
	Root        string
	RootMembers []string
	// CallMethod is what a call of an instance calls ("__call__"), IterMethod
	// what iterating over one calls ("__iter__"); "" if there is none.
	CallMethod, IterMethod string

	// Builtins are the names known without an import. They are external under
	// BuiltinPrefix + name: "builtins.print", "JSON".
	Builtins      []string
	BuiltinPrefix string
	// Yields says what a member of an outside generic type yields when it is
	// called, as the number of a type argument; the key is the last part of the
	// type's name and the member: "dict.get": 1, "Map.get": 1, "Array.pop": 0.
	// Three names stand for operations: "Promise.@await", "dict.@index",
	// "dict.@iter". YieldSelf is the receiver's own type, YieldNone nothing
	// known, YieldCallee an external value like that of any other call (what
	// members without an entry yield). Without an entry @index is the last
	// argument, @iter the first, and @await the thing itself.
	Yields map[string]int8
}

// Yields of members that are not a type argument.
const (
	YieldNone   int8 = -1
	YieldSelf   int8 = -2
	YieldCallee int8 = -3
)

// Source is one parsed file as an extractor sees it. Recs are valid during the
// call of Extract only; the text may be kept.
type Source struct {
	Path string
	Text []byte // as on disk; offsets of records are offsets in it
	Recs []treesitter.Rec
	// Grammar is the index in Language.Grammars of the one it was parsed with.
	Grammar int
	// Test says that the path matches TestFiles: symbols get FlagTest.
	Test bool
}

// Modules is how a tree's files find each other.
type Modules struct {
	// Find says what the specifier means in the file from. It is called by
	// several goroutines and depends on nothing but the tree.
	Find func(from, specifier string) Module
	// Member is the submodule a module has under a name that it does not
	// export (package.submodule); nil when the languages have none.
	Member func(of Module, name string) Module
}

// Module is what a specifier means: a file of the tree, a directory that is a
// module without a file of its own, or something outside. The zero Module is
// one that should be in the tree and is not.
type Module struct {
	File     string // path
	Dir      string // path; "." is the root
	External string // name: "rxjs", "os.path"
}

// Tree is the working tree as a module resolver sees it.
type Tree struct {
	Root string
	// Read returns the bytes of any file in the tree (a configuration file).
	Read  func(path string) ([]byte, error)
	files map[string]bool // the language family's own files are true
	dirs  map[string]bool
}

// Has reports whether the tree has the file, of whatever language.
func (t *Tree) Has(path string) bool {
	_, ok := t.files[path]
	return ok
}

// IsSource reports whether the tree has the file and it is one of the family's.
func (t *Tree) IsSource(path string) bool { return t.files[path] }

// IsDir reports whether the tree has a file of the family below the directory.
func (t *Tree) IsDir(path string) bool { return t.dirs[path] }

// Each calls yield for every path of the tree, in no order.
func (t *Tree) Each(yield func(path string) bool) {
	for p := range t.files {
		if !yield(p) {
			return
		}
	}
}

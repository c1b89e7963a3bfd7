// Package lang is what gortex knows of languages: the facts an analyzer gives
// about a file, and the units from which syntax-based languages are resolved.
package lang

import (
	"context"

	"github.com/gortexhq/gortex/internal/graph"
)

// Facts is what one file contributes to the graph. What it refers to is named,
// not numbered, so that a file's facts stay true when others change.
type Facts struct {
	Path       string
	Language   string
	Flags      graph.FileFlags
	ErrorBytes uint32
	Symbols    []Symbol // in source order, an owner before its members
	Targets    []Target // what Refs point to, without repetition
	Refs       []Ref
}

// Symbol is one declaration.
type Symbol struct {
	Kind  graph.Kind
	Flags graph.Flags
	Name  string // "addTool"
	Qual  string // "Server.addTool"; further declarations of one Qual are told apart by order
	Owner int32  // index of the enclosing symbol, -1 at the top of the file
	// Member names the type or container this belongs to when that stands in
	// another file (a Go method of a type declared elsewhere); else zero.
	Member Target
	Span   graph.Span
}

// Ref is one occurrence.
type Ref struct {
	From    int32 // index of the innermost enclosing symbol, -1 for the file
	Target  uint32
	Kind    graph.EdgeKind
	Tier    graph.Tier
	Context graph.Context
	Return  graph.Return
	Line    uint32 // 1-based
	Col     uint32 // 0-based, bytes
}

// TargetKind says how to read a Target.
type TargetKind uint8

// The kinds of target.
const (
	TargetNone       TargetKind = iota
	TargetSymbol                // File and Name (the Qual), Dup
	TargetFile                  // File
	TargetExternal              // Name, as in "fmt.Fprintf", "rxjs.take", "os.path.join"
	TargetUnresolved            // Name, the last part of what the site says
)

// Target names what a site refers to.
type Target struct {
	Kind TargetKind
	Dup  uint16
	File string
	Name string
}

// DerivedEdge is an edge that follows from several files together and belongs
// to none of them: a type that satisfies an interface.
type DerivedEdge struct {
	Src, Dst Target
	Kind     graph.EdgeKind
	Tier     graph.Tier
}

// TreeFile is one file of the working tree as an analyzer sees it.
type TreeFile struct {
	Path     string // slash-separated, relative to Input.Root
	Hash     [16]byte
	Language string // "" if no language claims it
	Flags    graph.FileFlags
	Skipped  bool // too large, binary, minified: not to be read
}

// Input is what an analyzer works on.
type Input struct {
	Root  string     // absolute path of the working tree
	Files []TreeFile // every file in the tree now, sorted by path, of all languages
	// Changed and Removed are the paths that differ from what the Cache was
	// made of. Changed holds every file when there is nothing to reuse.
	Changed, Removed []string
	// Full says that nothing is to be reused.
	Full bool
	// Read returns the bytes of a file in the tree; they have the file's Hash.
	Read func(path string) ([]byte, error)
	// Cache keeps what an analyzer needs to redo only what changed. It lives
	// and dies with the generation.
	Cache Cache
	// SharedDir is a directory for derived data that does not depend on the
	// repository (export data of the Go standard library), "" if there is none.
	// Files in it are written by rename and may vanish at any time.
	SharedDir string
	// Env is the part of the environment that languages need.
	Env Env
	// Workers is how many goroutines the analyzer may use.
	Workers int
}

// Env is what the environment says about toolchains.
type Env struct {
	GOROOT, GOMODCACHE, GOFLAGS, GOOS, GOARCH string
}

// Cache is a map of bytes. Get returns nil for a missing key. The bytes are
// not to be changed. Safe for concurrent use.
type Cache interface {
	Get(key string) []byte
	Put(key string, value []byte)
	Delete(key string)
	// Keys calls yield for each key with the prefix, in no order.
	Keys(prefix string, yield func(key string) bool)
}

// Sink takes what an analyzer finds. Safe for concurrent use.
type Sink interface {
	// File replaces the facts of a file. It is called for every changed file
	// of the analyzer's languages and for every other file whose facts may
	// differ because of the change; never for a file twice.
	File(*Facts)
	// Derived replaces all derived edges of the analyzer. Not called: unchanged.
	Derived([]DerivedEdge)
	// Note records something a reader of answers should know, such as
	// "go: module golang.org/x/mod is not in the module cache".
	Note(string)
}

// Analyzer resolves the files of one or more languages.
type Analyzer interface {
	// Name is the prefix of the analyzer's keys in the cache: "go".
	Name() string
	// Languages it answers for.
	Languages() []string
	Analyze(ctx context.Context, in *Input, out Sink) error
}

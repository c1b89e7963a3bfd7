package graph

import (
	"iter"
	"math"
)

// NodeID numbers a node within one generation.
type NodeID uint32

// FileID numbers a file within one generation.
type FileID uint32

// What a missing node or file is called.
const (
	NoNode NodeID = math.MaxUint32
	NoFile FileID = math.MaxUint32
)

// Flags are facts about a declaration.
type Flags uint16

// The facts.
const (
	FlagExported Flags = 1 << iota // visible outside its package, module or file
	FlagTest                       // declared in a test file, or a test itself
	FlagStatic
	FlagAbstract
	FlagAsync
	FlagPrivate   // private by the language's own keyword or convention
	FlagProtected //
	FlagDefault   // the default export of its file
	FlagGenerated // declared in a generated file
	FlagDuplicate // a further declaration of a name its file already declares
	FlagAccessor  // a getter or setter: used like a field
	FlagEntry     // main, init and their like: called by the system
)

// Span is where a declaration stands, in bytes of the file on disk and in
// 1-based lines.
type Span struct {
	Start, End         uint32 // bytes, half open; without the doc comment
	StartLine, EndLine uint32 // 1-based, both inclusive
	Name               uint32 // byte where the name starts
	NameLine           uint32 // 1-based
	Doc                uint32 // byte where the doc comment starts; Start if there is none
	Body               uint32 // byte where the body starts: the signature ends there; 0 without a body
}

// Node is one declared name, one file, or one name outside the index.
type Node struct {
	ID    NodeID
	Kind  Kind
	Flags Flags
	Dup   uint16 // 0, or n for the n-th further declaration of the same Qual in its file
	Name  string // "addTool"
	Qual  string // "Server.addTool", unique within its file together with Dup
	File  FileID // NoFile for external and unresolved names
	Owner NodeID // enclosing declaration, NoNode at the top of a file
	Span  Span
}

// Edge is one occurrence of a reference.
type Edge struct {
	Src, Dst NodeID
	Kind     EdgeKind
	Tier     Tier
	Context  Context
	Return   Return
	File     FileID // where the site is; NoFile for derived edges
	Line     uint32 // 1-based; 0 for derived edges
	Col      uint32 // 0-based, in bytes
}

// FileFlags are facts about a file.
type FileFlags uint8

// The facts.
const (
	FileTest      FileFlags = 1 << iota
	FileGenerated           // by its own header
	FileParseErrors
	FileUntyped // type-checked languages: not part of any build configuration that was checked
)

// File is one indexed file.
type File struct {
	ID         FileID
	Path       string // slash-separated, relative to the root
	Language   string // "" when only its text is indexed
	Hash       [16]byte
	Size       uint32
	Lines      uint32
	Flags      FileFlags
	ErrorBytes uint32 // bytes the parser could not make sense of
	Node       NodeID // the file's own node
}

// Reader is one immutable generation of the index. Strings it returns stay
// valid for as long as the Reader is open. It is safe for concurrent use.
type Reader interface {
	// Generation names the content: equal names mean equal answers.
	Generation() string

	// NumNodes is one more than the highest NodeID; some may be KindNone.
	NumNodes() int
	Node(NodeID) Node

	// NumFiles is one more than the highest FileID; a removed file has Path "".
	NumFiles() int
	File(FileID) File
	FileByPath(path string) (FileID, bool)
	// FileNodes yields the declarations of a file in source order.
	FileNodes(FileID) iter.Seq[NodeID]

	// Out yields the sites inside a node, In the sites that mean it.
	Out(NodeID) iter.Seq[Edge]
	In(NodeID) iter.Seq[Edge]

	// ByName yields the nodes whose Name is exactly this.
	ByName(name string) iter.Seq[NodeID]
	// Names yields every distinct Name of declared nodes, sorted.
	Names() iter.Seq[string]
	// External returns the node of a name outside the index, such as "fmt.Fprintf".
	External(name string) (NodeID, bool)
	// Unresolved returns the node that gathers unbound uses of a name.
	Unresolved(name string) (NodeID, bool)

	// Search ranks declared nodes by the words of their names (BM25 over
	// split identifiers), best first, at most limit of those keep accepts
	// (nil accepts all).
	Search(words []string, limit int, keep func(NodeID) bool) []Hit
}

// Hit is one ranked node.
type Hit struct {
	Node  NodeID
	Score float64
}

// ID is the public name of a node: "path::Qualified.Name", with "#n" for the
// n-th further declaration of the same name in one file.
func ID(r Reader, n Node) string {
	switch n.Kind {
	case KindExternal:
		return "external::" + n.Name
	case KindUnresolved:
		return "unresolved::" + n.Name
	case KindFile:
		return r.File(n.File).Path
	}
	id := r.File(n.File).Path + "::" + n.Qual
	if n.Dup > 0 {
		id += "#" + itoa(int(n.Dup)+1)
	}
	return id
}

func itoa(n int) string {
	var b [8]byte
	i := len(b)
	for {
		i--
		b[i] = byte('0' + n%10)
		if n /= 10; n == 0 {
			return string(b[i:])
		}
	}
}

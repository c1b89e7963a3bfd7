package lang

import "github.com/gortexhq/gortex/internal/graph"

// Unit is what one file says on its own, before anything outside it is known.
// Extractors of syntax-based languages make it; internal/bind resolves units
// against each other. Names inside the file are already bound: every
// expression starts at a symbol, a local, an import or a free name.
type Unit struct {
	Path       string
	Language   string
	Flags      graph.FileFlags
	ErrorBytes uint32

	Symbols []UnitSymbol // in source order, an owner before its members
	Locals  []Local
	Imports []Import
	Exports []Export
	Exprs   []Expr
	Refs    []UnitRef
}

// UnitSymbol is a declaration with what its text says about its type.
type UnitSymbol struct {
	Symbol
	Bases      []int32 // expressions of the base list (extends)
	Implements []int32 // expressions of the interface list
	Type       int32   // value expression: what reading it yields, -1 unknown (fields, variables)
	Result     int32   // value expression: what calling it yields, -1 unknown
}

// Local is a parameter or a variable inside a body: not a symbol, but
// references go through it.
type Local struct {
	Type int32 // value expression, -1 unknown
}

// Import is one name (or all names) a file takes from a module.
type Import struct {
	Module   string // the specifier as written: "./button", "pkg.mod", "..util"
	Name     string // imported name; "default"; "" for the module itself; "*" for all its names
	Alias    string // the name it has here, "" for side-effect and star imports
	TypeOnly bool
	Line     uint32
	Col      uint32
	From     int32 // enclosing symbol, -1 for the file
}

// Export is one name a file offers to importers.
type Export struct {
	Name string // public name; "default"; "*" offers every name of the module Expr denotes
	Expr int32
}

// UnitRef is one occurrence whose meaning is Expr.
type UnitRef struct {
	From    int32
	Expr    int32
	Kind    graph.EdgeKind
	Context graph.Context
	Return  graph.Return
	Line    uint32
	Col     uint32
}

// ExprOp is the operation of an Expr.
type ExprOp uint8

// The operations. An expression denotes a thing (a symbol, a module) or a
// value (an instance of a type).
const (
	ExprUnknown  ExprOp = iota
	ExprSymbol          // A: index in Symbols
	ExprLocal           // A: index in Locals
	ExprImport          // A: index in Imports
	ExprGlobal          // Name: free in the file; a builtin, or from a star import
	ExprThis            // A: index of the class; an instance of it
	ExprClass           // A: index of the class; the class as a receiver (cls, static this)
	ExprSuper           // A: index of the class; members come from its bases
	ExprMember          // A.Name
	ExprCall            // the value of A(...)
	ExprNew             // an instance of the class A
	ExprInst            // an instance of the type A names (a declared type)
	ExprApply           // the type A applied to the type B: Promise<B>, List[B]
	ExprAwait           // what awaiting A yields
	ExprElem            // an element of A: A[i], or one of an iteration
	ExprUnion           // A or B
	ExprLiteral         // Name: the builtin type of a literal: "str", "Array"
	ExprIndexKey        // A[Name] with a constant string key
)

// Expr is a node of an expression tree in Unit.Exprs.
type Expr struct {
	Op   ExprOp
	A, B int32 // -1 when unused
	Name string
}

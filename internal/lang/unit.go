package lang

import "github.com/gortexhq/gortex/internal/graph"

// Unit is what one file says on its own, before anything outside it is known.
// Extractors of syntax-based languages make it; internal/bind resolves units
// against each other. Names inside the file are already bound: every
// expression starts at a symbol, a local, an import or a free name.
//
// Rules an extractor keeps, checked by bind.Check and in every test run:
// indices are in range or -1; an operand of an expression stands before the
// expression in Exprs (locals and symbols may refer to later ones: their Type
// may be set once it is known); Symbols have an owner before its members.
// Strings may be views of the source: they are copied when the unit is stored.
type Unit struct {
	Path       string
	Language   string
	Flags      graph.FileFlags
	ErrorBytes uint32

	Symbols []UnitSymbol // in source order, an owner before its members
	Locals  []Local
	Imports []Import
	Exports []Export
	// Star is what a star import takes: names of the file, or the name "*" with
	// the module whose star names are taken as well (Python's __all__). Nil:
	// every export, without those that begin with "_" when exports are implicit.
	Star  []Export
	Exprs []Expr
	Refs  []UnitRef
}

// UnitSymbol is a declaration with what its text says about its type.
//
// Type is a value: for a field or variable with a declared type it is an
// ExprInst of that type (the edge that goes through it is ast_resolved), for an
// inferred one it is the expression assigned (ast_inferred); several
// assignments make an ExprUnion. Of a KindType (an alias) it is what an
// instance of the alias is: an ExprInst. Of a KindTypeParameter it is an
// ExprInst of its bound. An object literal is a variable with owned members and
// Type -1. Result likewise is an ExprInst for a declared result, else the
// union of the expressions returned; of an accessor it is what reading yields.
// An async function whose declared result is Promise<X> says so; one whose
// result is plainly X (Python) says X, as awaiting anything but a promise
// yields the thing itself.
type UnitSymbol struct {
	Symbol
	Bases      []int32 // expressions of the base list (extends)
	Implements []int32 // expressions of the interface list; of a function: ExprArgs, see there
	Type       int32   // value expression: what reading it yields, -1 unknown (fields, variables)
	Result     int32   // value expression: what calling it yields, -1 unknown
}

// Local is a parameter or a variable inside a body: not a symbol, but
// references go through it. A variable assigned several times may be several
// locals, one for each value it has on the way (Type of a join: an ExprUnion).
// A call of a local goes to the function it holds, if that is known; a call of
// a local with an unknown value makes no edge. Other references to a bare
// local are not to be emitted; members of one are.
type Local struct {
	Type int32 // value expression, -1 unknown
}

// Import is one name (or all names) a file takes from a module. It makes the
// edges of the import itself: file to module once for each statement, and file
// to the imported symbol; do not emit UnitRefs for it.
type Import struct {
	Module   string // the specifier as written: "./button", "pkg.mod", "..util"
	Name     string // imported name; "default"; "" for the module itself; "*" for all its names
	Alias    string // the name it has here, "" for side-effect and star imports
	TypeOnly bool
	// ReExport says that the statement passes the name on instead of using it
	// ("export { x } from", the imports of an __init__.py): the edge to the
	// symbol is re_exports instead of imports.
	ReExport bool
	// Implicit says that no import statement stands here (a link, a module that
	// an expression loads): it makes no edges, only what refers to it does.
	Implicit bool
	Line     uint32 // where Name stands (the module if Name is "" or "*"); 1-based
	Col      uint32 // 0-based, bytes
	// ModuleLine and ModuleCol are where Module stands; imports of one
	// statement share them. 0: Line and Col.
	ModuleLine uint32
	ModuleCol  uint32
	From       int32 // enclosing symbol, -1 for the file
}

// Export is one name a file offers to importers. Expr is an ExprSymbol, an
// ExprImport for a name passed on, or any value ("export default new Foo()").
// Declarations that share a name (a type and a value, an interface and its
// merged namespace, alternatives under a condition) are an ExprUnion.
type Export struct {
	// Name is the public name; "default"; "*" offers every name of the module
	// Expr denotes; "=" is the module itself ("module.exports = X", "export =").
	Name string
	Expr int32 // -1 in Unit.Star: the export of that name
}

// UnitRef is one occurrence whose meaning is Expr. Expr denotes what the site
// names, not what it evaluates to: for the call f.g(x) it is f.g with Kind
// EdgeCalls, for new C() it is C with EdgeInstantiates, for a read of a.b it is
// a.b with EdgeReferences. If a call turns out to go to a class (and the
// language constructs by calling) its kind becomes instantiates, and the
// constructor gets a calls edge of its own; likewise for EdgeInstantiates. If
// Expr is a union of declarations, those that fit the Kind are taken.
// A receiver of a member access gets ContextNone: if it turns out to be a
// module or something outside, the member alone is recorded.
// Emit EdgeExtends and EdgeImplements refs for the base lists too.
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
	ExprApply           // the type A applied to the type B: Promise<B>, List[B]; Dict[K, V] is Apply(Apply(Dict, K), V)
	ExprAwait           // what awaiting A yields
	ExprElem            // A[i]: an element of A; its last type argument
	ExprUnion           // A or B
	ExprLiteral         // an instance of the builtin type Name, as of a literal: "str", "Array"; B: its element (a value) or -1, after A unknown type arguments
	ExprIndexKey        // A[Name] with a constant string key
	ExprIter            // what iterating over A yields; its first type argument
	ExprArg             // B-th type argument of the type A is an instance of (B is a number, not an expression).
	// Of a function A it is what A passes to a callback: B is four times the
	// number of A's parameter plus that of the callback's. The function has an
	// ExprArg of the value passed with the same B in its Implements.
	exprEnd
)

// NumExprOps is how many operations there are.
const NumExprOps = int(exprEnd)

// Expr is a node of an expression tree in Unit.Exprs.
type Expr struct {
	Op   ExprOp
	A, B int32 // -1 when unused
	Name string
}

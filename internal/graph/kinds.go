// Package graph is the vocabulary of the index: nodes, edges, their kinds and
// provenance, and the immutable Reader every question is asked of.
package graph

// Kind says what a node is. The names are those of the Language Server
// Protocol's SymbolKind where it has one.
type Kind uint8

// The kinds of node.
const (
	KindNone Kind = iota // a node that is no longer there
	KindFile
	KindPackage
	KindModule
	KindNamespace
	KindClass
	KindStruct
	KindInterface
	KindEnum
	KindEnumMember
	KindType // a named type that is none of the above: alias, defined scalar
	KindFunction
	KindMethod
	KindConstructor
	KindField
	KindProperty
	KindVariable
	KindConstant
	KindTypeParameter
	KindHeading    // a section of a document
	KindExternal   // declared outside the indexed tree: "fmt.Fprintf"
	KindUnresolved // a name some site uses and nothing could be bound to it
	kindEnd
)

var kindNames = [kindEnd]string{
	"", "file", "package", "module", "namespace", "class", "struct", "interface", "enum",
	"enum_member", "type", "function", "method", "constructor", "field", "property",
	"variable", "constant", "type_parameter", "heading", "external", "unresolved",
}

func (k Kind) String() string {
	if k < kindEnd {
		return kindNames[k]
	}
	return "unknown"
}

// ParseKind is the inverse of String; it also takes the words callers of other
// tools are used to ("func", "const", "var").
func ParseKind(s string) (Kind, bool) {
	switch s {
	case "func":
		s = "function"
	case "const":
		s = "constant"
	case "var":
		s = "variable"
	case "type_alias", "alias":
		s = "type"
	}
	for k, name := range kindNames {
		if name == s && k > 0 {
			return Kind(k), true
		}
	}
	return KindNone, false
}

// KindNames lists every kind a caller may filter by.
func KindNames() []string { return kindNames[1:] }

// IsType reports whether the kind declares a type.
func (k Kind) IsType() bool { return k >= KindClass && k <= KindEnum || k == KindType }

// IsCallable reports whether the kind can be called.
func (k Kind) IsCallable() bool {
	return k == KindFunction || k == KindMethod || k == KindConstructor
}

// IsDeclared reports whether a node of the kind stands in an indexed file.
func (k Kind) IsDeclared() bool { return k > KindNone && k < KindExternal }

// EdgeKind says how one node refers to another. Each edge is one occurrence in
// the source (one site), except the structural and derived ones.
type EdgeKind uint8

// The kinds of edge.
const (
	EdgeNone         EdgeKind = iota
	EdgeCalls                 // src calls dst
	EdgeReferences            // src reads or mentions dst as a value
	EdgeWrites                // src assigns to dst
	EdgeUsesType              // src names the type dst
	EdgeInstantiates          // src makes a value of the type dst
	EdgeImports               // src imports dst
	EdgeReExports             // src offers dst under its own name
	EdgeMemberOf              // src is a member of the type or container dst
	EdgeExtends               // class extends class, interface extends interface
	EdgeImplements            // type implements interface
	EdgeOverrides             // method overrides or implements the method dst
	EdgeEmbeds                // struct or interface embeds dst
	edgeEnd
)

var edgeNames = [edgeEnd]string{
	"", "calls", "references", "writes", "uses_type", "instantiates", "imports",
	"re_exports", "member_of", "extends", "implements", "overrides", "embeds",
}

func (k EdgeKind) String() string {
	if k < edgeEnd {
		return edgeNames[k]
	}
	return "unknown"
}

// ParseEdgeKind is the inverse of String.
func ParseEdgeKind(s string) (EdgeKind, bool) {
	for k, name := range edgeNames {
		if name == s && k > 0 {
			return EdgeKind(k), true
		}
	}
	return EdgeNone, false
}

// EdgeKindNames lists every kind of edge.
func EdgeKindNames() []string { return edgeNames[1:] }

// Tier is the provenance of an edge: how it is known. Higher is surer.
type Tier uint8

// The tiers, weakest first.
const (
	TierNone             Tier = iota
	TierSpeculative           // a guess, hidden unless asked for
	TierTextMatched           // only the name agrees
	TierASTInferred           // through a type inferred from the syntax tree
	TierASTResolved           // through scopes, imports and declared types
	TierCompilerDispatch      // type-checked, through an interface
	TierCompilerResolved      // type-checked
	tierEnd
)

var tierNames = [tierEnd]string{
	"", "speculative", "text_matched", "ast_inferred", "ast_resolved", "compiler_dispatch", "compiler_resolved",
}

func (t Tier) String() string {
	if t < tierEnd {
		return tierNames[t]
	}
	return "unknown"
}

// ParseTier is the inverse of String; lsp_* names rank with the compiler's.
func ParseTier(s string) (Tier, bool) {
	switch s {
	case "lsp_resolved":
		return TierCompilerResolved, true
	case "lsp_dispatch":
		return TierCompilerDispatch, true
	}
	for t, name := range tierNames {
		if name == s && t > 0 {
			return Tier(t), true
		}
	}
	return TierNone, false
}

// TierNames lists the tiers, weakest first.
func TierNames() []string { return tierNames[1:] }

// Context says where in the grammar a site stands.
type Context uint8

// The contexts of a site.
const (
	ContextNone Context = iota
	ContextCall
	ContextValue
	ContextType
	ContextParameterType
	ContextReturnType
	ContextField
	ContextGenericArg
	ContextAttribute // decorator, annotation
	ContextImport
	ContextHeritage // base list
	contextEnd
)

var contextNames = [contextEnd]string{
	"", "call", "value", "type", "parameter_type", "return_type", "field", "generic_arg", "attribute", "import", "heritage",
}

func (c Context) String() string {
	if c < contextEnd {
		return contextNames[c]
	}
	return "unknown"
}

// ParseContext is the inverse of String.
func ParseContext(s string) (Context, bool) {
	for c, name := range contextNames {
		if name == s && c > 0 {
			return Context(c), true
		}
	}
	return ContextNone, false
}

// ContextNames lists the contexts.
func ContextNames() []string { return contextNames[1:] }

// Return says what a call site does with the result.
type Return uint8

// The uses of a call's result.
const (
	ReturnNone Return = iota
	ReturnDiscarded
	ReturnAssigned
	ReturnPartiallyIgnored
	ReturnReturned
	ReturnGoroutine
	ReturnDeferred
	ReturnArgument
	ReturnCondition
	returnEnd
)

var returnNames = [returnEnd]string{
	"", "discarded", "assigned", "partially_ignored", "returned", "goroutine", "deferred", "argument", "condition",
}

func (r Return) String() string {
	if r < returnEnd {
		return returnNames[r]
	}
	return "unknown"
}

// ParseReturn is the inverse of String.
func ParseReturn(s string) (Return, bool) {
	for r, name := range returnNames {
		if name == s && r > 0 {
			return Return(r), true
		}
	}
	return ReturnNone, false
}

// ReturnNames lists the uses of a result.
func ReturnNames() []string { return returnNames[1:] }

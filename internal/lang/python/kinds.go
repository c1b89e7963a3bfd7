package python

import (
	"sync"

	grammar "github.com/tree-sitter/tree-sitter-python/bindings/go"

	"github.com/gortexhq/gortex/internal/treesitter"
)

// ids are the node kinds and fields of the grammar that the extractor asks for.
type ids struct {
	function, class, decorated, decorator, block, lambda, parameters, lambdaParameters         uint16
	assignment, augmented, named, forStatement, forIn, with, withItem, try, except, finally    uint16
	ifStatement, elif, elseClause, while, match, caseClause, casePattern, classPattern         uint16
	importStatement, importFrom, future, aliased, wildcard, relativeImport, dotted             uint16
	global, nonlocal, returnStatement, raise, yield, await, expressionStatement, del, assert   uint16
	breakStatement, continueStatement, typeAlias, typ, typeParameter, genericType, unionType   uint16
	memberType, constrainedType, splatType, identifier, attribute, call, argumentList, keyword uint16
	subscript, slice, str, strStart, strContent, concatenated, interpolation, integer, float   uint16
	list, tuple, dict, pair, setLiteral, listComp, setComp, dictComp, generator, conditional   uint16
	boolean, comparison, not, binary, unary, parenthesized, patternList, tuplePattern          uint16
	listPattern, listSplatPattern, dictSplatPattern, asPattern, asTarget, splatPattern         uint16
	keywordPattern, defaultParameter, typedParameter, typedDefault, none, comment, ellipsis    uint16
	expressionList, true_, false_, listSplat, dictSplat, dictPattern                           uint16

	fName, fBody, fParameters, fReturn, fSuperclasses, fLeft, fRight, fType, fValue, fAlias   uint16
	fFunction, fArguments, fObject, fAttribute, fSubscript, fModule, fCondition, fConsequence uint16
	fAlternative, fDefinition, fOperator, fKey, fSubject, fTypeParameters, fArgument          uint16
}

var names = sync.OnceValue(func() *ids {
	g := treesitter.Grammar{Language: grammar.Language()}
	k, f := g.Symbol, g.Field
	return &ids{
		function: k("function_definition"), class: k("class_definition"), decorated: k("decorated_definition"),
		decorator: k("decorator"), block: k("block"), lambda: k("lambda"), parameters: k("parameters"), lambdaParameters: k("lambda_parameters"),
		assignment: k("assignment"), augmented: k("augmented_assignment"), named: k("named_expression"),
		forStatement: k("for_statement"), forIn: k("for_in_clause"), with: k("with_statement"), withItem: k("with_item"),
		try: k("try_statement"), except: k("except_clause"), finally: k("finally_clause"), ifStatement: k("if_statement"),
		elif: k("elif_clause"), elseClause: k("else_clause"), while: k("while_statement"), match: k("match_statement"),
		caseClause: k("case_clause"), casePattern: k("case_pattern"), classPattern: k("class_pattern"),
		importStatement: k("import_statement"), importFrom: k("import_from_statement"), future: k("future_import_statement"),
		aliased: k("aliased_import"), wildcard: k("wildcard_import"), relativeImport: k("relative_import"), dotted: k("dotted_name"),
		global: k("global_statement"), nonlocal: k("nonlocal_statement"), returnStatement: k("return_statement"),
		raise: k("raise_statement"), yield: k("yield"), await: k("await"), expressionStatement: k("expression_statement"),
		del: k("delete_statement"), assert: k("assert_statement"), breakStatement: k("break_statement"), continueStatement: k("continue_statement"),
		typeAlias: k("type_alias_statement"), typ: k("type"), typeParameter: k("type_parameter"), genericType: k("generic_type"),
		unionType: k("union_type"), memberType: k("member_type"), constrainedType: k("constrained_type"), splatType: k("splat_type"),
		identifier: k("identifier"), attribute: k("attribute"), call: k("call"), argumentList: k("argument_list"), keyword: k("keyword_argument"),
		subscript: k("subscript"), slice: k("slice"), str: k("string"), strStart: k("string_start"), strContent: k("string_content"),
		concatenated: k("concatenated_string"), interpolation: k("interpolation"), integer: k("integer"), float: k("float"),
		list: k("list"), tuple: k("tuple"), dict: k("dictionary"), pair: k("pair"), setLiteral: k("set"), listComp: k("list_comprehension"),
		setComp: k("set_comprehension"), dictComp: k("dictionary_comprehension"), generator: k("generator_expression"),
		conditional: k("conditional_expression"), boolean: k("boolean_operator"), comparison: k("comparison_operator"), not: k("not_operator"),
		binary: k("binary_operator"), unary: k("unary_operator"), parenthesized: k("parenthesized_expression"), patternList: k("pattern_list"),
		tuplePattern: k("tuple_pattern"), listPattern: k("list_pattern"), listSplatPattern: k("list_splat_pattern"), dictSplatPattern: k("dictionary_splat_pattern"),
		asPattern: k("as_pattern"), asTarget: k("as_pattern_target"), splatPattern: k("splat_pattern"), keywordPattern: k("keyword_pattern"),
		defaultParameter: k("default_parameter"), typedParameter: k("typed_parameter"), typedDefault: k("typed_default_parameter"),
		none: k("none"), comment: k("comment"), ellipsis: k("ellipsis"), expressionList: k("expression_list"), true_: k("true"), false_: k("false"),
		listSplat: k("list_splat"), dictSplat: k("dictionary_splat"), dictPattern: k("dict_pattern"),

		fName: f("name"), fBody: f("body"), fParameters: f("parameters"), fReturn: f("return_type"), fSuperclasses: f("superclasses"),
		fLeft: f("left"), fRight: f("right"), fType: f("type"), fValue: f("value"), fAlias: f("alias"), fFunction: f("function"),
		fArguments: f("arguments"), fObject: f("object"), fAttribute: f("attribute"), fSubscript: f("subscript"), fModule: f("module_name"),
		fCondition: f("condition"), fConsequence: f("consequence"), fAlternative: f("alternative"), fDefinition: f("definition"),
		fOperator: f("operator"), fKey: f("key"), fSubject: f("subject"), fTypeParameters: f("type_parameters"), fArgument: f("argument"),
	}
})

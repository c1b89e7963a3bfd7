package typescript

// kind numbers the node kinds that matter here, the same for all grammars.
type kind uint8

// The kinds; kindOther is any node without a meaning of its own.
const (
	kindOther kind = iota
	kindError
	kindProgram
	kindHashBangLine
	kindComment
	kindExportStatement
	kindNamespaceExport
	kindExportClause
	kindExportSpecifier
	kindImportStatement
	kindImportClause
	kindNamespaceImport
	kindNamedImports
	kindImportSpecifier
	kindImportRequireClause
	kindImportAlias
	kindImport
	kindExpressionStatement
	kindVariableDeclaration
	kindLexicalDeclaration
	kindUsingDeclaration
	kindVariableDeclarator
	kindStatementBlock
	kindElseClause
	kindIfStatement
	kindSwitchStatement
	kindSwitchBody
	kindSwitchCase
	kindSwitchDefault
	kindForStatement
	kindForInStatement
	kindWhileStatement
	kindDoStatement
	kindTryStatement
	kindCatchClause
	kindFinallyClause
	kindReturnStatement
	kindThrowStatement
	kindLabeledStatement
	kindWithStatement
	kindFunctionDeclaration
	kindGeneratorFunctionDeclaration
	kindFunctionSignature
	kindFunctionExpression
	kindGeneratorFunction
	kindArrowFunction
	kindFormalParameters
	kindRequiredParameter
	kindOptionalParameter
	kindClassDeclaration
	kindAbstractClassDeclaration
	kindClass
	kindClassHeritage
	kindExtendsClause
	kindImplementsClause
	kindClassBody
	kindClassStaticBlock
	kindMethodDefinition
	kindMethodSignature
	kindAbstractMethodSignature
	kindPublicFieldDefinition
	kindFieldDefinition
	kindDecorator
	kindAccessibilityModifier
	kindOverrideModifier
	kindInterfaceDeclaration
	kindInterfaceBody
	kindExtendsTypeClause
	kindTypeAliasDeclaration
	kindEnumDeclaration
	kindEnumBody
	kindEnumAssignment
	kindModule
	kindInternalModule
	kindAmbientDeclaration
	kindIdentifier
	kindPropertyIdentifier
	kindPrivatePropertyIdentifier
	kindShorthandPropertyIdentifier
	kindShorthandPropertyIdentifierPattern
	kindTypeIdentifier
	kindNestedIdentifier
	kindNestedTypeIdentifier
	kindStatementIdentifier
	kindComputedPropertyName
	kindObject
	kindPair
	kindSpreadElement
	kindArray
	kindObjectPattern
	kindPairPattern
	kindRestPattern
	kindObjectAssignmentPattern
	kindArrayPattern
	kindAssignmentPattern
	kindMemberExpression
	kindSubscriptExpression
	kindCallExpression
	kindNewExpression
	kindArguments
	kindParenthesizedExpression
	kindSequenceExpression
	kindAssignmentExpression
	kindAugmentedAssignmentExpression
	kindUpdateExpression
	kindUnaryExpression
	kindBinaryExpression
	kindTernaryExpression
	kindAwaitExpression
	kindYieldExpression
	kindAsExpression
	kindSatisfiesExpression
	kindTypeAssertion
	kindNonNullExpression
	kindInstantiationExpression
	kindThis
	kindSuper
	kindString
	kindNumber
	kindRegex
	kindTemplateString
	kindTemplateSubstitution
	kindTrue
	kindFalse
	kindNull
	kindUndefined
	kindJsxElement
	kindJsxOpeningElement
	kindJsxClosingElement
	kindJsxSelfClosingElement
	kindJsxAttribute
	kindJsxExpression
	kindTypeAnnotation
	kindAssertsAnnotation
	kindTypePredicateAnnotation
	kindTypePredicate
	kindAsserts
	kindTypeParameters
	kindTypeParameter
	kindConstraint
	kindDefaultType
	kindTypeArguments
	kindPredefinedType
	kindGenericType
	kindObjectType
	kindPropertySignature
	kindCallSignature
	kindConstructSignature
	kindIndexSignature
	kindMappedTypeClause
	kindArrayType
	kindTupleType
	kindReadonlyType
	kindUnionType
	kindIntersectionType
	kindFunctionType
	kindConstructorType
	kindConditionalType
	kindInferType
	kindTypeQuery
	kindIndexTypeQuery
	kindLookupType
	kindLiteralType
	kindTemplateLiteralType
	kindTemplateType
	kindParenthesizedType
	kindOptionalType
	kindRestType
	kindThisType
	kindFlowMaybeType
	kindOptingTypeAnnotation
	kindAddingTypeAnnotation
	kindOmittingTypeAnnotation
	kindEnd
)

// kindNames holds the grammars' words for the kinds.
var kindNames = [kindEnd]string{
	kindProgram:                            "program",
	kindHashBangLine:                       "hash_bang_line",
	kindComment:                            "comment",
	kindExportStatement:                    "export_statement",
	kindNamespaceExport:                    "namespace_export",
	kindExportClause:                       "export_clause",
	kindExportSpecifier:                    "export_specifier",
	kindImportStatement:                    "import_statement",
	kindImportClause:                       "import_clause",
	kindNamespaceImport:                    "namespace_import",
	kindNamedImports:                       "named_imports",
	kindImportSpecifier:                    "import_specifier",
	kindImportRequireClause:                "import_require_clause",
	kindImportAlias:                        "import_alias",
	kindImport:                             "import",
	kindExpressionStatement:                "expression_statement",
	kindVariableDeclaration:                "variable_declaration",
	kindLexicalDeclaration:                 "lexical_declaration",
	kindUsingDeclaration:                   "using_declaration",
	kindVariableDeclarator:                 "variable_declarator",
	kindStatementBlock:                     "statement_block",
	kindElseClause:                         "else_clause",
	kindIfStatement:                        "if_statement",
	kindSwitchStatement:                    "switch_statement",
	kindSwitchBody:                         "switch_body",
	kindSwitchCase:                         "switch_case",
	kindSwitchDefault:                      "switch_default",
	kindForStatement:                       "for_statement",
	kindForInStatement:                     "for_in_statement",
	kindWhileStatement:                     "while_statement",
	kindDoStatement:                        "do_statement",
	kindTryStatement:                       "try_statement",
	kindCatchClause:                        "catch_clause",
	kindFinallyClause:                      "finally_clause",
	kindReturnStatement:                    "return_statement",
	kindThrowStatement:                     "throw_statement",
	kindLabeledStatement:                   "labeled_statement",
	kindWithStatement:                      "with_statement",
	kindFunctionDeclaration:                "function_declaration",
	kindGeneratorFunctionDeclaration:       "generator_function_declaration",
	kindFunctionSignature:                  "function_signature",
	kindFunctionExpression:                 "function_expression",
	kindGeneratorFunction:                  "generator_function",
	kindArrowFunction:                      "arrow_function",
	kindFormalParameters:                   "formal_parameters",
	kindRequiredParameter:                  "required_parameter",
	kindOptionalParameter:                  "optional_parameter",
	kindClassDeclaration:                   "class_declaration",
	kindAbstractClassDeclaration:           "abstract_class_declaration",
	kindClass:                              "class",
	kindClassHeritage:                      "class_heritage",
	kindExtendsClause:                      "extends_clause",
	kindImplementsClause:                   "implements_clause",
	kindClassBody:                          "class_body",
	kindClassStaticBlock:                   "class_static_block",
	kindMethodDefinition:                   "method_definition",
	kindMethodSignature:                    "method_signature",
	kindAbstractMethodSignature:            "abstract_method_signature",
	kindPublicFieldDefinition:              "public_field_definition",
	kindFieldDefinition:                    "field_definition",
	kindDecorator:                          "decorator",
	kindAccessibilityModifier:              "accessibility_modifier",
	kindOverrideModifier:                   "override_modifier",
	kindInterfaceDeclaration:               "interface_declaration",
	kindInterfaceBody:                      "interface_body",
	kindExtendsTypeClause:                  "extends_type_clause",
	kindTypeAliasDeclaration:               "type_alias_declaration",
	kindEnumDeclaration:                    "enum_declaration",
	kindEnumBody:                           "enum_body",
	kindEnumAssignment:                     "enum_assignment",
	kindModule:                             "module",
	kindInternalModule:                     "internal_module",
	kindAmbientDeclaration:                 "ambient_declaration",
	kindIdentifier:                         "identifier",
	kindPropertyIdentifier:                 "property_identifier",
	kindPrivatePropertyIdentifier:          "private_property_identifier",
	kindShorthandPropertyIdentifier:        "shorthand_property_identifier",
	kindShorthandPropertyIdentifierPattern: "shorthand_property_identifier_pattern",
	kindTypeIdentifier:                     "type_identifier",
	kindNestedIdentifier:                   "nested_identifier",
	kindNestedTypeIdentifier:               "nested_type_identifier",
	kindStatementIdentifier:                "statement_identifier",
	kindComputedPropertyName:               "computed_property_name",
	kindObject:                             "object",
	kindPair:                               "pair",
	kindSpreadElement:                      "spread_element",
	kindArray:                              "array",
	kindObjectPattern:                      "object_pattern",
	kindPairPattern:                        "pair_pattern",
	kindRestPattern:                        "rest_pattern",
	kindObjectAssignmentPattern:            "object_assignment_pattern",
	kindArrayPattern:                       "array_pattern",
	kindAssignmentPattern:                  "assignment_pattern",
	kindMemberExpression:                   "member_expression",
	kindSubscriptExpression:                "subscript_expression",
	kindCallExpression:                     "call_expression",
	kindNewExpression:                      "new_expression",
	kindArguments:                          "arguments",
	kindParenthesizedExpression:            "parenthesized_expression",
	kindSequenceExpression:                 "sequence_expression",
	kindAssignmentExpression:               "assignment_expression",
	kindAugmentedAssignmentExpression:      "augmented_assignment_expression",
	kindUpdateExpression:                   "update_expression",
	kindUnaryExpression:                    "unary_expression",
	kindBinaryExpression:                   "binary_expression",
	kindTernaryExpression:                  "ternary_expression",
	kindAwaitExpression:                    "await_expression",
	kindYieldExpression:                    "yield_expression",
	kindAsExpression:                       "as_expression",
	kindSatisfiesExpression:                "satisfies_expression",
	kindTypeAssertion:                      "type_assertion",
	kindNonNullExpression:                  "non_null_expression",
	kindInstantiationExpression:            "instantiation_expression",
	kindThis:                               "this",
	kindSuper:                              "super",
	kindString:                             "string",
	kindNumber:                             "number",
	kindRegex:                              "regex",
	kindTemplateString:                     "template_string",
	kindTemplateSubstitution:               "template_substitution",
	kindTrue:                               "true",
	kindFalse:                              "false",
	kindNull:                               "null",
	kindUndefined:                          "undefined",
	kindJsxElement:                         "jsx_element",
	kindJsxOpeningElement:                  "jsx_opening_element",
	kindJsxClosingElement:                  "jsx_closing_element",
	kindJsxSelfClosingElement:              "jsx_self_closing_element",
	kindJsxAttribute:                       "jsx_attribute",
	kindJsxExpression:                      "jsx_expression",
	kindTypeAnnotation:                     "type_annotation",
	kindAssertsAnnotation:                  "asserts_annotation",
	kindTypePredicateAnnotation:            "type_predicate_annotation",
	kindTypePredicate:                      "type_predicate",
	kindAsserts:                            "asserts",
	kindTypeParameters:                     "type_parameters",
	kindTypeParameter:                      "type_parameter",
	kindConstraint:                         "constraint",
	kindDefaultType:                        "default_type",
	kindTypeArguments:                      "type_arguments",
	kindPredefinedType:                     "predefined_type",
	kindGenericType:                        "generic_type",
	kindObjectType:                         "object_type",
	kindPropertySignature:                  "property_signature",
	kindCallSignature:                      "call_signature",
	kindConstructSignature:                 "construct_signature",
	kindIndexSignature:                     "index_signature",
	kindMappedTypeClause:                   "mapped_type_clause",
	kindArrayType:                          "array_type",
	kindTupleType:                          "tuple_type",
	kindReadonlyType:                       "readonly_type",
	kindUnionType:                          "union_type",
	kindIntersectionType:                   "intersection_type",
	kindFunctionType:                       "function_type",
	kindConstructorType:                    "constructor_type",
	kindConditionalType:                    "conditional_type",
	kindInferType:                          "infer_type",
	kindTypeQuery:                          "type_query",
	kindIndexTypeQuery:                     "index_type_query",
	kindLookupType:                         "lookup_type",
	kindLiteralType:                        "literal_type",
	kindTemplateLiteralType:                "template_literal_type",
	kindTemplateType:                       "template_type",
	kindParenthesizedType:                  "parenthesized_type",
	kindOptionalType:                       "optional_type",
	kindRestType:                           "rest_type",
	kindThisType:                           "this_type",
	kindFlowMaybeType:                      "flow_maybe_type",
	kindOptingTypeAnnotation:               "opting_type_annotation",
	kindAddingTypeAnnotation:               "adding_type_annotation",
	kindOmittingTypeAnnotation:             "omitting_type_annotation",
}

// field numbers the fields that matter here.
type field uint8

// The fields; fieldNone is any other and none.
const (
	fieldNone field = iota
	fieldAlias
	fieldArguments
	fieldBody
	fieldConstructor
	fieldDeclaration
	fieldDecorator
	fieldFunction
	fieldIndex
	fieldIndexType
	fieldKey
	fieldKind
	fieldLabel
	fieldLeft
	fieldModule
	fieldName
	fieldObject
	fieldOpenTag
	fieldOperator
	fieldParameter
	fieldParameters
	fieldPattern
	fieldProperty
	fieldReturnType
	fieldRight
	fieldSource
	fieldType
	fieldTypeArguments
	fieldTypeParameters
	fieldValue
	fieldCondition
	fieldConsequence
	fieldAlternative
	fieldInitializer
	fieldIncrement
	fieldAttribute
	fieldCloseTag
	fieldConstraint
	fieldArgument
	fieldHandler
	fieldFinalizer
	fieldEnd
)

var fieldNames = [fieldEnd]string{
	fieldAlias:          "alias",
	fieldArguments:      "arguments",
	fieldBody:           "body",
	fieldConstructor:    "constructor",
	fieldDeclaration:    "declaration",
	fieldDecorator:      "decorator",
	fieldFunction:       "function",
	fieldIndex:          "index",
	fieldIndexType:      "index_type",
	fieldKey:            "key",
	fieldKind:           "kind",
	fieldLabel:          "label",
	fieldLeft:           "left",
	fieldModule:         "module",
	fieldName:           "name",
	fieldObject:         "object",
	fieldOpenTag:        "open_tag",
	fieldOperator:       "operator",
	fieldParameter:      "parameter",
	fieldParameters:     "parameters",
	fieldPattern:        "pattern",
	fieldProperty:       "property",
	fieldReturnType:     "return_type",
	fieldRight:          "right",
	fieldSource:         "source",
	fieldType:           "type",
	fieldTypeArguments:  "type_arguments",
	fieldTypeParameters: "type_parameters",
	fieldValue:          "value",
	fieldCondition:      "condition",
	fieldConsequence:    "consequence",
	fieldAlternative:    "alternative",
	fieldInitializer:    "initializer",
	fieldIncrement:      "increment",
	fieldAttribute:      "attribute",
	fieldCloseTag:       "close_tag",
	fieldConstraint:     "constraint",
	fieldArgument:       "argument",
	fieldHandler:        "handler",
	fieldFinalizer:      "finalizer",
}

package typescript

import (
	"bytes"

	"github.com/gortexhq/gortex/internal/treesitter"
)

// kindOf is kind for a record that may be none.
func (w *walker) kindOf(i uint32) kind {
	if i == treesitter.NoRec {
		return kindOther
	}
	return w.kind(i)
}

// isFunction reports a function literal.
func (w *walker) isFunction(i uint32) bool {
	switch w.kindOf(i) {
	case kindArrowFunction, kindFunctionExpression, kindGeneratorFunction:
		return true
	}
	return false
}

// unwrap looks through parentheses, casts and Object.freeze for the literal
// inside.
func (w *walker) unwrap(i uint32) uint32 {
	for i != treesitter.NoRec {
		switch w.kind(i) {
		case kindParenthesizedExpression, kindAsExpression, kindSatisfiesExpression, kindNonNullExpression:
			i = w.first(i)
		case kindTypeAssertion:
			c := w.first(i)
			if c == treesitter.NoRec || w.recs[c].Next >= w.recs[i].Next {
				return i
			}
			i = w.recs[c].Next
		case kindCallExpression:
			f, args := w.child(i, fieldFunction), w.child(i, fieldArguments)
			if f == treesitter.NoRec || args == treesitter.NoRec || !bytes.Equal(w.text(f), []byte("Object.freeze")) {
				return i
			}
			i = w.first(args)
		default:
			return i
		}
	}
	return i
}

// typedAsFunction reports a declared type that can be called: a function type,
// or an object type that begins with a call signature.
func (w *walker) typedAsFunction(i uint32) bool {
	t := w.child(i, fieldType)
	if t == treesitter.NoRec {
		return false
	}
	switch t = w.first(t); w.kindOf(t) {
	case kindFunctionType:
		return true
	case kindObjectType:
		return w.kindOf(w.first(t)) == kindCallSignature
	}
	return false
}

// stringValue is the text of a string literal without its quotes; false for
// anything else. Escapes are left alone: names and module specifiers have none.
func (w *walker) stringValue(i uint32) ([]byte, bool) {
	if w.kindOf(i) != kindString {
		return nil, false
	}
	t := w.text(i)
	if len(t) < 2 {
		return nil, false
	}
	return t[1 : len(t)-1], true
}

// longestKey bounds the names of computed members.
const longestKey = 60

// memberName is the name of a property: an identifier, the text of a string or
// number, or the source of a short computed key.
func (w *walker) memberName(i uint32) int32 {
	if s, ok := w.stringValue(i); ok && len(s) > 0 {
		return w.names.intern(s)
	}
	t := w.text(i)
	if len(t) == 0 {
		t = []byte("?")
	} else if len(t) > longestKey && w.kind(i) == kindComputedPropertyName {
		t = []byte("[computed]")
	}
	return w.names.intern(t)
}

// Package valuetest makes answers of every shape, for the properties of the
// encodings.
package valuetest

import (
	"encoding/json"
	"fmt"
	"math/big"

	"pgregory.net/rapid"

	"github.com/gortexhq/gortex/internal/wire"
)

// awkward are strings that some encoding could take for something else.
var awkward = []string{
	"", " ", "-", "- a", "#x", "GCX1", "GCX1 tool=y fields=a", "true", "null", "42", "-1", "+1", "05", "1e3", `""`, "{}", "[]", "[1]", "{x",
	"a:b", "a: b", "a,b", "a\tb", "a\nb", "a\n", "\r", "a\\b", `\t`, `"`, `"a"`, "a ", " a", "\ufeff8", "\u2028", "é", "\x00", "\x1b[31m", "key[2]:", "tool", "fields", "rows",
}

// Text makes strings, many of them awkward.
func Text() *rapid.Generator[string] {
	return rapid.OneOf(rapid.SampledFrom(awkward), rapid.SampledFrom([]string{"a", "b.go::T.f", "id", "line", "text", "source"}), rapid.StringN(0, 8, 16))
}

// Objects makes answers: objects with members of every kind, lists of objects
// among them.
func Objects() *rapid.Generator[wire.Value] {
	return rapid.Custom(func(t *rapid.T) wire.Value { return object(t, 3) })
}

// Values makes values of every kind.
func Values() *rapid.Generator[wire.Value] {
	return rapid.Custom(func(t *rapid.T) wire.Value { return value(t, 3) })
}

func object(t *rapid.T, depth int) wire.Value {
	v := wire.Value{Kind: wire.Object}
	names := rapid.SliceOfNDistinct(Text(), 0, 5, rapid.ID[string]).Draw(t, "names")
	for _, name := range names {
		v.Members = append(v.Members, wire.Member{Name: name, Value: value(t, depth-1)})
	}
	return v
}

func value(t *rapid.T, depth int) wire.Value {
	kinds := 5
	if depth == 0 {
		kinds = 3
	}
	v := wire.Value{}
	switch rapid.IntRange(0, kinds).Draw(t, "kind") {
	case 1:
		return wire.Value{Kind: wire.Bool, Text: rapid.SampledFrom([]string{"true", "false"}).Draw(t, "bool")}
	case 2:
		return wire.Value{Kind: wire.Number, Text: number(t)}
	case 3:
		return wire.Str(Text().Draw(t, "text"))
	case 4:
		return object(t, depth)
	case 5:
		v.Kind = wire.List
		uniform := rapid.Bool().Draw(t, "uniform")
		first := value(t, depth-1)
		for range rapid.IntRange(0, 4).Draw(t, "items") {
			item := value(t, depth-1)
			if uniform && first.Kind == wire.Object {
				item = wire.Value{Kind: wire.Object}
				for _, m := range first.Members {
					item.Members = append(item.Members, wire.Member{Name: m.Name, Value: value(t, 0)})
				}
			}
			v.Items = append(v.Items, item)
		}
	}
	return v
}

func number(t *rapid.T) string {
	return rapid.OneOf(
		rapid.SampledFrom([]string{"0", "-0", "1.50", "1e3", "1E-7", "12e-1", "1e21", "123456789012345678901234567890", "0.0000001", "-0.10e+2", "1.0"}),
		rapid.StringMatching(`-?[1-9][0-9]{0,6}(\.[0-9]{1,4})?(e[+-]?[0-9]{1,2})?`),
	).Draw(t, "number")
}

// Plain is a value without the order of members and the spelling of numbers:
// what two values that say the same have in common.
func Plain(v wire.Value) any {
	switch v.Kind {
	case wire.List:
		list := []any{}
		for _, item := range v.Items {
			list = append(list, Plain(item))
		}
		return list
	case wire.Object:
		object := map[string]any{}
		for _, m := range v.Members {
			object[m.Name] = Plain(m.Value)
		}
		return object
	case wire.Number:
		f, ok := new(big.Float).SetPrec(2048).SetString(v.Text)
		switch {
		case !ok || len(v.Text) > 500:
			return json.Number(v.Text)
		case f.Sign() == 0:
			return json.Number("0")
		}
		return json.Number(f.Text('p', 0))
	case wire.String:
		return v.Text
	}
	return fmt.Sprint(v.Kind, v.Text)
}

// Twice reports whether an object in a value has two members of one name.
func Twice(v wire.Value) bool {
	seen := map[string]bool{}
	for _, m := range v.Members {
		if seen[m.Name] || Twice(m.Value) {
			return true
		}
		seen[m.Name] = true
	}
	for _, item := range v.Items {
		if Twice(item) {
			return true
		}
	}
	return false
}

package toon_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/gortexhq/gortex/internal/wire"
	"github.com/gortexhq/gortex/internal/wire/toon"
	"github.com/gortexhq/gortex/internal/wire/valuetest"
)

// The forms of the specification, by the section that describes them.
func TestEncode(t *testing.T) {
	for _, tt := range []struct{ section, value, want string }{
		{"2", `1e6`, "1000000"},
		{"2", `-0.0`, "0"},
		{"2", `1.5000`, "1.5"},
		{"2", `0.000001`, "0.000001"},
		{"2", `1.25E-3`, "0.00125"},
		{"2", `123456789012345678901`, "123456789012345678901"},
		{"2", `1e20`, "100000000000000000000"},
		{"2", `1e21`, "1e+21"},
		{"2", `12e30`, "1.2e+31"},
		{"2", `-1e-7`, "-1e-7"},
		{"7.1", `{"a":"1\n2\t\"\\\r","b":"\u0004"}`, `a: "1\n2\t\"\\\r"` + "\n" + `b: "\u0004"`},
		{"7.2", `["","true","42","-3.14","05","+1","-","- a","#a","a:b","[a]","{a}"," a","a,b"]`,
			`[14]: "","true","42","-3.14","05","+1","-","- a","#a","a:b","[a]","{a}"," a","a,b"`},
		{"7.2", `["café","a b","a-b #c","hello 👋"]`, `[4]: café,a b,a-b #c,hello 👋`},
		{"7.3", `{"a.b":1,"my-key":2,"":3,"1a":4,"x[0]":5}`, `a.b: 1` + "\n" + `"my-key": 2` + "\n" + `"": 3` + "\n" + `"1a": 4` + "\n" + `"x[0]": 5`},
		{"8", `{"b":{"c":null,"a":{}},"a":true}`, "b:\n  c: null\n  a:\na: true"},
		{"8", `{}`, ""},
		{"9.1", `{"tags":["a","b"],"none":[]}`, "tags[2]: a,b\nnone: []"},
		{"9.1", `[]`, "[]"},
		{"9.2", `{"pairs":[["a","b"],[]]}`, "pairs[2]:\n  - [2]: a,b\n  - [0]:"},
		{"9.3", `{"rows":[{"id":1,"na me":"a,b"},{"na me":"c","id":null}]}`, "rows[2]{id,\"na me\"}:\n  1,\"a,b\"\n  null,c"},
		{"9.3", `[{"id":1},{"id":2}]`, "[2]{id}:\n  1\n  2"},
		{"9.3", `{"items":[{"id":1},{}]}`, "items[2]:\n  - id: 1\n  -"},
		{"9.4", `{"items":[1,{"a":1,"b":[2]},"x",[{"y":1},{"y":2}]]}`,
			"items[4]:\n  - 1\n  - a: 1\n    b[1]: 2\n  - x\n  - [2]:\n    - y: 1\n    - y: 2"},
		{"10", `{"items":[{"rows":[{"a":1},{"a":2}],"n":{"x":1}}]}`,
			"items[1]:\n  - rows[2]{a}:\n      1\n      2\n    n:\n      x: 1"},
		{"10", `{"items":[{"n":{"x":1},"m":2}]}`, "items[1]:\n  - n:\n      x: 1\n    m: 2"},
	} {
		v, err := wire.Parse([]byte(tt.value))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(tt.want, string(toon.Encode(v))); d != "" {
			t.Errorf("section %s, %s (-want +got):\n%s", tt.section, tt.value, d)
		}
		got, err := toon.Decode([]byte(tt.want))
		if err != nil {
			t.Errorf("section %s: %q: %v", tt.section, tt.want, err)
		} else if d := cmp.Diff(valuetest.Plain(v), valuetest.Plain(got)); d != "" {
			t.Errorf("section %s: %q (-want +got):\n%s", tt.section, tt.want, d)
		}
	}
}

// What is encoded is decoded to the same, by a strict decoder.
func TestNothingIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := valuetest.Values().Draw(t, "value")
		text := toon.Encode(v)
		got, err := toon.Decode(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if d := cmp.Diff(valuetest.Plain(v), valuetest.Plain(got)); d != "" {
			t.Fatalf("%s\n(-want +got):\n%s", text, d)
		}
	})
}

func TestDecodeIsStrict(t *testing.T) {
	for _, text := range []string{
		"a\nb", "a: 1\na: 2", "a[2]: 1", "a[1]{b,c}:\n  1", "a[2]{b}:\n  1", "a[01]: 1", "a:\n   b: 1", "a:\n    b: 1",
		`a: "x`, `a: "\x"`, `a: "x"y`, "a:1", "a[1]:1", "a: \tx", "a: 1 ", "\n", "- a", "a b: 1", "[1]: 1\nb: 2", "a: x:y",
		"a[1]:\n  1", "a[1]:", "a[1]{b}: 1",
	} {
		if v, err := toon.Decode([]byte(text)); err == nil {
			t.Errorf("%q is read as %s", text, v.AppendJSON(nil))
		}
	}
}

// Whatever is read, is an error or a value that can be written and read again.
func FuzzDecode(f *testing.F) {
	f.Add("a[2]{b,\"c d\"}:\n  1,x\n  null,\"y,z\"\nd:\n  e: 1e3")
	f.Add("[3]:\n  - a: 1\n    b[1]: 2\n  -\n  - [1]:\n    - [0]:")
	f.Fuzz(func(t *testing.T, text string) {
		v, err := toon.Decode([]byte(text))
		if err != nil || valuetest.Twice(v) {
			return
		}
		again := toon.Encode(v)
		got, err := toon.Decode(again)
		if err != nil {
			t.Fatalf("%q is written as %q: %v", text, again, err)
		}
		if d := cmp.Diff(valuetest.Plain(v), valuetest.Plain(got)); d != "" {
			t.Errorf("%q is written as %q (-first +again):\n%s", text, again, d)
		}
	})
}

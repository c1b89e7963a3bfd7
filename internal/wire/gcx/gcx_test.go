package gcx_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/gortexhq/gortex/internal/wire"
	"github.com/gortexhq/gortex/internal/wire/gcx"
	"github.com/gortexhq/gortex/internal/wire/valuetest"
)

func parse(t *testing.T, text string) wire.Value {
	t.Helper()
	v, err := wire.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestEncode(t *testing.T) {
	for _, tt := range []struct{ name, answer, want string }{
		{"scalars are pairs in the order of their names", `{"total":2,"etag":"9f","done":true,"more":null}`,
			"GCX1 tool=x done=true etag=9f more=null total=2 fields="},
		{"a text and what has parts are the row", `{"text":"a\tb\\\nc","total":1,"lines":[1,2],"at":{"file":"a b.go"}}`,
			"GCX1 tool=x total=1 fields=text,lines,at\n" + `a\tb\\\nc` + "\t[1,2]\t" + `{"file":"a b.go"}`},
		{"rows have the columns of all of them, first seen first", `{"rows":[{"id":"a","n":1},{"id":"b","tier":"t"},{"n":3}],"total":3}`,
			"GCX1 tool=x total=3 fields=\nGCX1 tool=x.rows rows=3 fields=id,n,tier\na\t1\nb\t\tt\n\t3"},
		{"a string that reads as JSON has quotes", `{"rows":[{"a":"42","b":"true","c":"","d":"{}","e":" ","f":"{x"}]}`,
			"GCX1 tool=x fields=\nGCX1 tool=x.rows rows=1 fields=a,b,c,d,e,f\n" + "\"42\"\t\"true\"\t\"\"\t\"{}\"\t\" \"\t{x"},
		{"a row is neither a comment nor a header", `{"rows":[{"a":"#1"},{"a":"GCX1 tool=y fields="}]}`,
			"GCX1 tool=x fields=\nGCX1 tool=x.rows rows=2 fields=a\n\"#1\"\n\"GCX1 tool=y fields=\""},
		{"a carriage return is not lost", `{"a":"x\r"}`, "GCX1 tool=x fields=a\n" + `"x\\r"`},
		{"names with other characters", `{"a b":1,"r,s":[{"c d":2,"e,f":"g"}]}`,
			"GCX1 tool=x fields=\"a\\ b\"\n1\nGCX1 tool=x.\"r,s\" rows=1 fields=\"c\\ d\",\"e\\,f\"\n2\tg"},
		{"an empty list says so", `{"rows":[],"total":0}`, "GCX1 tool=x total=0 fields=rows\n[]"},
		{"no object", `[1]`, "GCX1 tool=x fields=value\n[1]"},
	} {
		if d := cmp.Diff(tt.want, string(gcx.Encode("x", parse(t, tt.answer)))); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, d)
		}
	}
}

// What is encoded is decoded to the same.
func TestNothingIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := valuetest.Objects().Draw(t, "answer")
		text := gcx.Encode("relations.callers", v)
		tool, got, err := gcx.Decode(text)
		if err != nil || tool != "relations.callers" {
			t.Fatalf("%s: %v\n%s", tool, err, text)
		}
		if d := cmp.Diff(valuetest.Plain(v), valuetest.Plain(got)); d != "" {
			t.Fatalf("%s\n(-want +got):\n%s", text, d)
		}
	})
}

func TestDecode(t *testing.T) {
	const lenient = "# a comment\r\n\r\nGCX1 total=1  fields=a,b tool=x\r\n\\q\\\\\t\r\nGCX1 tool=x.r fields=c\r\n7"
	tool, v, err := gcx.Decode([]byte(lenient))
	if want := `{"total":1,"a":"q\\","r":[{"c":7}]}`; err != nil || tool != "x" || string(v.AppendJSON(nil)) != want {
		t.Errorf("%s %s %v, want %s", tool, v.AppendJSON(nil), err, want)
	}
	for text, want := range map[string]string{
		"":                           "no GCX1 header",
		"a\tb":                       "line 1: a row before the first header",
		"GCX1 fields=a":              "line 1: a header needs tool= and fields=",
		"GCX1 tool=x":                "line 1: a header needs tool= and fields=",
		"GCX1 tool=x fields=a b":     `line 1: "b" is not key=value`,
		"GCX1 tool=x fields=a\n1\t":  "line 2: 2 cells for 1 fields",
		"GCX1 tool=x fields=a\n1\n2": "x has 2 rows, want one",
		"GCX1 tool=x fields=\nGCX1 tool=y.r fields=a":           "section y.r does not belong to x",
		"GCX1 tool=x fields=\nGCX1 tool=x.r rows=2 fields=a\nb": "x.r has 1 rows and says 2",
	} {
		if _, _, err := gcx.Decode([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// Whatever is read, is an error or an answer that can be written and read again.
func FuzzDecode(f *testing.F) {
	f.Add("GCX1 tool=x total=1 fields=a,b\n1\t\\n\nGCX1 tool=x.r rows=1 fields=c\n{}")
	f.Add("GCX1 tool=x.\"r\\ s\" fields=\"\\\\n\"\n\\")
	f.Fuzz(func(t *testing.T, text string) {
		tool, v, err := gcx.Decode([]byte(text))
		if err != nil || valuetest.Twice(v) || strings.ContainsRune(text, '\uFFFD') {
			return // a member that stands there twice has no meaning
		}
		again := gcx.Encode(tool, v)
		_, got, err := gcx.Decode(again)
		if err != nil {
			t.Fatalf("%q is written as %q: %v", text, again, err)
		}
		if d := cmp.Diff(valuetest.Plain(v), valuetest.Plain(got)); d != "" {
			t.Errorf("%q is written as %q (-first +again):\n%s", text, again, d)
		}
	})
}

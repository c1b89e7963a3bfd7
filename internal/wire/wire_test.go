package wire_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/gortexhq/gortex/internal/wire"
	"github.com/gortexhq/gortex/internal/wire/valuetest"
)

// Members keep their order and numbers their spelling.
func TestParseKeepsOrder(t *testing.T) {
	const text = `{"b":[1.50,{"z":null,"a":true}],"a":"<\n\u0001é\"","n":1e999}`
	v, err := wire.Parse([]byte(text))
	if err != nil || string(v.AppendJSON(nil)) != text {
		t.Errorf("%v %s", err, v.AppendJSON(nil))
	}
}

func TestParseRefuses(t *testing.T) {
	for _, text := range []string{"", "{", `{"a"}`, "1 2", "[1,]", strings.Repeat("[", 2000) + strings.Repeat("]", 2000)} {
		if v, err := wire.Parse([]byte(text)); err == nil {
			t.Errorf("%.20q is read as %s", text, v.AppendJSON(nil))
		}
	}
}

// What is written is valid JSON and reads as the same.
func TestJSONRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := valuetest.Values().Draw(t, "value")
		text := v.AppendJSON(nil)
		got, err := wire.Parse(text)
		if err != nil || !json.Valid(text) || string(got.AppendJSON(nil)) != string(text) {
			t.Fatalf("%v %s %s", err, text, got.AppendJSON(nil))
		}
	})
}

// Any text is refused, or read as encoding/json reads it.
func FuzzParse(f *testing.F) {
	f.Add(`{"b" : [1.50, {"z":null,"a":true}] ,"a":"<\n\u0001é\"" }`)
	f.Add(` [ ] `)
	f.Add("\"\xff\"")
	f.Fuzz(func(t *testing.T, text string) {
		v, err := wire.Parse([]byte(text))
		if json.Valid([]byte(text)) != (err == nil) && strings.Count(text, "[")+strings.Count(text, "{") < 1000 {
			t.Fatalf("%q: %v", text, err)
		}
		var want, again any
		if err != nil || json.Unmarshal([]byte(text), &want) != nil {
			return // a number may be out of range
		}
		if err := json.Unmarshal(v.AppendJSON(nil), &again); err != nil || !cmp.Equal(want, again) {
			t.Errorf("%q is read as %s: %v", text, v.AppendJSON(nil), err)
		}
	})
}

package edit

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/pelletier/go-toml/v2"
	"go.yaml.in/yaml/v4"
)

// decoded reads a document with a decoder that knows nothing of ours. It
// reports false for formats that have none here, and for what it does not take.
func decoded(f Format, doc []byte) (map[string]any, bool) {
	doc = bytes.TrimPrefix(doc, bom)
	out := map[string]any{}
	if f == JSONC || f == JSON5 {
		return nil, false
	}
	if blank(doc) {
		return out, true
	}
	var err error
	switch f {
	case JSON:
		d := json.NewDecoder(bytes.NewReader(doc))
		d.UseNumber()
		err = d.Decode(&out)
	case TOML:
		err = toml.Unmarshal(doc, &out)
	case YAML:
		err = yaml.Unmarshal(doc, &out)
	}
	return out, err == nil
}

// without removes the value at the path, and containers that it leaves empty.
func without(v map[string]any, path Path) map[string]any {
	key := path[0].(string)
	inner, isMap := v[key].(map[string]any)
	if len(path) > 1 && isMap {
		if _, isKey := path[1].(string); isKey {
			if inner = without(inner, path[1:]); len(inner) > 0 {
				return v
			}
		}
	}
	delete(v, key)
	return v
}

// independent checks with another decoder that nothing but the entry changed.
func independent(t *testing.T, f Format, name string, before, after []byte, path Path) {
	t.Helper()
	was, ok := decoded(f, before)
	if !ok {
		return
	}
	is, ok := decoded(f, after)
	if !ok {
		t.Errorf("%s: another parser does not read the result:\n%s", name, after)
		return
	}
	if diff := cmp.Diff(without(was, path), without(is, path), cmpopts.EquateNaNs(), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%s: another parser sees more changed than the entry: %s\n%s\n%s", name, diff, before, after)
	}
}

// What strict JSON is, and what it says, is what encoding/json takes it for.
func agreeOnJSON(t *testing.T, doc []byte) {
	t.Helper()
	if bytes.HasPrefix(doc, bom) || blank(doc) {
		return
	}
	value, found, err := Get(JSON, doc, nil)
	if valid := json.Valid(doc); valid != (err == nil && found) {
		if strings.Contains(string(doc), strings.Repeat("[", 50)) || strings.Contains(string(doc), strings.Repeat("{", 50)) {
			return // too deep for one of the two
		}
		t.Fatalf("%q: encoding/json: %v, here: %v, %v", doc, valid, found, err)
	}
	if err != nil {
		return
	}
	ours, err := json.Marshal(literals(value))
	if err != nil {
		t.Fatal(err)
	}
	var a, b any
	if json.Unmarshal(doc, &b) != nil || json.Unmarshal(ours, &a) != nil {
		return // a number that is no float64
	}
	if diff := cmp.Diff(a, b); diff != "" && !bytes.Contains(doc, []byte(`\u`)) {
		t.Fatalf("%q: %s", doc, diff)
	}
}

// literals turns numbers that Go has no type for into JSON's.
func literals(v any) any {
	switch v := v.(type) {
	case Literal:
		return json.RawMessage(strings.TrimPrefix(string(v), "+"))
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = literals(v[i])
		}
		return out
	case Object:
		out := map[string]any{}
		for _, m := range v {
			out[m.Key] = literals(m.Value)
		}
		return out
	}
	return v
}

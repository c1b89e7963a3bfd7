package capabilities_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
)

func ask(t *testing.T, args string) (map[string]any, *op.Error) {
	t.Helper()
	r, err := facade.NewRegistry(facade.All())
	if err != nil {
		t.Fatal(err)
	}
	var none struct{ engine.Engine } // what is described needs no engine
	reply := facade.New(r, none, facade.Policy{}).Call(context.Background(), op.Request{Tool: "capabilities", Arguments: json.RawMessage(args)})
	var got map[string]any
	if err := json.Unmarshal(reply.Payload, &got); err != nil {
		t.Fatal(err)
	}
	return got, reply.Err
}

// Without a domain there is a line for each tool, in order.
func TestDomains(t *testing.T) {
	got, _ := ask(t, `{}`)
	domains := got["domains"].([]any)
	first := domains[0].(map[string]any)
	if len(domains) != 21 || first["name"] != "explore" || first["operations"] != 8.0 || first["description"] == "" || got["surface_version"] != "facade-v1" {
		t.Errorf("got %v", got)
	}
}

// A domain lists its operations, hidden ones left out, with what can be called.
func TestOperations(t *testing.T) {
	got, _ := ask(t, `{"domain":" Read "}`)
	var names []string
	for _, o := range got["operations"].([]any) {
		entry := o.(map[string]any)
		names = append(names, entry["operation"].(string))
		if _, ok := entry["available"].(bool); !ok || entry["effect"] != "read" || entry["summary"] == "" || entry["input_schema"] != nil {
			t.Errorf("got %v", entry)
		}
	}
	if want := "artifact editing_context file history source summary symbols"; strings.Join(names, " ") != want {
		t.Errorf("got %v, want %s", names, want)
	}
	if kinds, _ := ask(t, `{"domain":"analyze"}`); len(kinds["operations"].([]any)) != 96 {
		t.Errorf("got %d kinds of analysis, want 96", len(kinds["operations"].([]any)))
	}
}

// An operation is described by its schema, a request to copy, and the hash of
// the schema as it was published.
func TestSchema(t *testing.T) {
	got, err := ask(t, `{"domain":"capabilities","operation":"describe","detail":"schema"}`)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"surface_version", "domain", "operation", "effect", "available", "summary", "input_schema", "request_shape", "schema_hash"} {
		if got[key] == nil {
			t.Errorf("%s is missing", key)
		}
	}
	schema := declared(t, "capabilities", "describe").Schema()
	text, _ := json.Marshal(schema)
	sum := sha256.Sum256(text)
	if got["schema_hash"] != hex.EncodeToString(sum[:]) {
		t.Errorf("schema_hash %v is not the hash of %s", got["schema_hash"], text)
	}
	if got, _ := ask(t, `{"domain":"search","operation":"symbols","detail":"schema"}`); got["fixed_arguments"] == nil {
		t.Errorf("no fixed_arguments in %v", got)
	}
}

func declared(t *testing.T, tool, name string) *op.Op {
	for _, f := range facade.All() {
		for _, o := range f.Ops {
			if f.Name == tool && o.Name == name {
				return o
			}
		}
	}
	t.Fatalf("no operation %s.%s", tool, name)
	return nil
}

// Names that do not exist are answered with those that do.
func TestUnknown(t *testing.T) {
	for args, key := range map[string]string{
		`{"domain":"reed"}`:                                      "valid_domains",
		`{"domain":"read","operation":"fil"}`:                    "valid_operations",
		`{"operation":"file"}`:                                   "valid_domains",
		`{"domain":"read","operation":"symbol_metadata_compat"}`: "valid_operations",
		`{"domain":"read","detail":"all"}`:                       "valid_values",
	} {
		if _, err := ask(t, args); err == nil || err.Code != op.CodeInvalid || err.Data[key] == nil {
			t.Errorf("%s: %v lacks %s", args, err, key)
		}
	}
}

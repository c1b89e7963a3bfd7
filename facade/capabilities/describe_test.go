package capabilities_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
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
//
//spec:9-lists-domains
func TestDomains(t *testing.T) {
	got, _ := ask(t, `{}`)
	domains := got["domains"].([]any)
	first := domains[0].(map[string]any)
	if len(domains) != 21 || first["name"] != "explore" || first["operations"] != 8.0 || first["available"] != float64(len(facade.All()[0].AvailableNames())) || first["description"] == "" || got["surface_version"] != "facade-v1" {
		t.Errorf("got %v", got)
	}
}

// A domain lists its operations, hidden ones left out: those that can be called
// with what they do, the others by name.
//
//spec:8.5-no-metadata-view 9-available 9-lists-operations 9-result 9-summary-is-default
func TestOperations(t *testing.T) {
	got, _ := ask(t, `{"domain":" Read "}`)
	var names []string
	for _, o := range got["operations"].([]any) {
		entry := o.(map[string]any)
		names = append(names, entry["operation"].(string))
		if entry["available"] != true || entry["effect"] != "read" || entry["summary"] == "" || entry["input_schema"] != nil {
			t.Errorf("got %v", entry)
		}
	}
	if want := "artifact editing_context file history source summary symbols"; strings.Join(names, " ") != want || got["unavailable"] != nil {
		t.Errorf("got %v and %v, want %s", names, got["unavailable"], want)
	}
	rest, _ := ask(t, `{"domain":"trace"}`)
	if got := fmt.Sprint(rest["unavailable"]); !strings.Contains(got, "taint") {
		t.Errorf("unavailable: %s", got)
	}
	kinds, _ := ask(t, `{"domain":"analyze"}`)
	text, _ := json.Marshal(kinds)
	if n := len(kinds["operations"].([]any)) + len(kinds["unavailable"].([]any)); n != 96 || len(text) > 3000 {
		t.Errorf("got %d kinds of analysis in %d bytes, want 96 in at most 3000", n, len(text))
	}
}

// What comes nearest to an operation that is not there is an operation that is.
func TestNearest(t *testing.T) {
	n := 0
	for _, f := range facade.All() {
		for _, o := range f.Ops {
			if o.Available() && len(o.Nearest) > 0 {
				t.Errorf("%s is available and needs no other", o.Path())
			}
			for _, path := range o.Nearest {
				n++
				tool, name, _ := strings.Cut(path, ".")
				if !declared(t, tool, name).Available() {
					t.Errorf("%s is not available, and neither is %s", o.Path(), path)
				}
			}
		}
	}
	if n == 0 {
		t.Error("no operation has one")
	}
	got, _ := ask(t, `{"domain":"change","operation":"impact"}`)
	if fmt.Sprint(got["instead"]) != "[relations.dependents]" {
		t.Errorf("got %v", got)
	}
}

// An operation is described by its schema, a request to copy, and the hash of
// the schema as it was published.
//
//spec:8.1-schema-and-shape 9-schema-result 10-fixed-reported 11.3-cacheable 11.3-schema-hash
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
//
//spec:8.4-structured-errors
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

// A field that the description has not is refused, with those that it has.
func TestFieldsOfADescription(t *testing.T) {
	if got, err := ask(t, `{"domain":"read","output":{"fields":["effect","domain"]}}`); err != nil || len(got) != 2 || got["effect"] != "read" {
		t.Errorf("%v %v", got, err)
	}
	for _, args := range []string{`{"output":{"fields":["signature"]}}`, `{"domain":"read","operation":"file","output":{"fields":["domain","domains"]}}`} {
		if got, err := ask(t, args); err == nil || err.Code != op.CodeInvalid || err.Data["valid_fields"] == nil {
			t.Errorf("%s: %v", args, got)
		}
	}
}

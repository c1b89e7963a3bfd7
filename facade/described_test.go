package facade_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
)

// description is what capabilities says of one operation, in the bytes in which
// it says it.
type description struct {
	Operation string
	Effect    string
	Available *bool
	Fixed     map[string]any  `json:"fixed_arguments"`
	Schema    json.RawMessage `json:"input_schema"`
	Shape     json.RawMessage `json:"request_shape"`
	Hash      string          `json:"schema_hash"`
}

func describe(t *testing.T, d op.Caller, f *op.Facade, o *op.Op) (got description) {
	t.Helper()
	reply := call(t, d, "capabilities", fmt.Sprintf(`{"domain":%q,"operation":%q,"detail":"schema"}`, f.Name, o.Name))
	if err := json.Unmarshal(reply.Payload, &got); err != nil || reply.Err != nil {
		t.Fatalf("%s: %v, %s", o.Path(), err, reply.Payload)
	}
	return got
}

// compiled is a schema as another implementation understands it.
func compiled(t *testing.T, text json.RawMessage) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Every operation, built or not, is described truly: it is available if it is
// built, its hash is that of the schema beside it and the same another time, its
// shape is valid by another validator's word, by the operation's schema and by
// the tool's.
//
//spec:8.1-schema-and-shape 9-available 9-result 9-schema-result 10-fixed-reported 11.3-cacheable
//spec:11.3-schema-hash 15.4-schema 15.4-shape-validates
func TestEveryDescription(t *testing.T) {
	d, other := dispatcher(t, facade.Policy{}), dispatcher(t, facade.Policy{})
	hashes := map[string]string{}
	for _, f := range facade.All() {
		advertised, _ := json.Marshal(f.Advertised())
		tool := compiled(t, advertised)
		for _, o := range f.Public() {
			got := describe(t, d, f, o)
			name := o.Name
			if f.By == "" {
				name = got.Operation
			}
			if got.Operation != name || got.Effect != string(f.Effect) || got.Available == nil || *got.Available != o.Available() {
				t.Errorf("%s is described as %+v", o.Path(), got)
			}
			if fixed, _ := json.Marshal(got.Fixed); len(o.Fixed) > 0 != (len(got.Fixed) > 0) {
				t.Errorf("%s: fixed_arguments %s, want %v", o.Path(), fixed, o.Fixed)
			}
			if o.Schema() == nil {
				if o.Available() {
					t.Errorf("%s is built and does not say what it takes", o.Path())
				}
				continue
			}
			sum := sha256.Sum256(got.Schema)
			if got.Hash != hex.EncodeToString(sum[:]) || got.Hash != describe(t, other, f, o).Hash {
				t.Errorf("%s: schema_hash %s is not the hash of %s, or not every time", o.Path(), got.Hash, got.Schema)
			}
			if same := hashes[got.Hash]; same != "" {
				t.Errorf("%s and %s have one schema", o.Path(), same)
			}
			hashes[got.Hash] = o.Path()
			shape, err := jsonschema.UnmarshalJSON(bytes.NewReader(got.Shape))
			if err != nil {
				t.Fatal(err)
			}
			if err := compiled(t, got.Schema).Validate(shape); err != nil {
				t.Errorf("%s: by the operation's schema %v\n%s", o.Path(), err, got.Shape)
			}
			if err := tool.Validate(shape); err != nil {
				t.Errorf("%s: by the tool's schema %v\n%s", o.Path(), err, got.Shape)
			}
		}
	}
	t.Logf("%d operations", len(hashes))
}

// The words by which flat tools call their selectors, and what the server fixes,
// are nowhere in what a caller is told, at whatever depth.
//
//spec:10-3-public-projection 15.4-no-captured-names
func TestNoCapturedNamesAtAnyDepth(t *testing.T) {
	own := "relations.import_path options.name" // of a target that is a file
	for _, o := range public {
		captured := map[string]bool{}
		for _, l := range o.Legacy {
			for name, path := range l.Args {
				if selector, ok := strings.CutPrefix(path, "target."); ok && selector != name {
					captured[name] = true
				}
			}
		}
		for path := range o.Schema().Leaves() {
			_, fixed := o.Fixed[path]
			leaf := path[strings.LastIndexByte(path, '.')+1:]
			if (captured[leaf] || fixed && path != o.Of().By) && o.Path()+" "+path != own {
				t.Errorf("%s publishes %s", o.Path(), path)
			}
		}
	}
}

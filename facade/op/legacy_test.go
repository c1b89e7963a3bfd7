package op_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/facade/op"
)

type textsRequest struct {
	Source textsSource `json:"source,omitzero"`
}

type textsSource struct {
	Edit   op.Open    `json:"workspace_edit,omitempty"`
	Steps  []op.Open  `json:"steps,omitempty"`
	Ranges []wideItem `json:"ranges,omitempty"`
	Names  []string   `json:"names,omitempty"`
}

func texts() *op.Facade {
	return op.ReadFacade(op.Tool{Name: "texts"}, op.Read(op.Spec{
		Name: "echo", Summary: "Says what it was asked.", Legacy: []op.Legacy{{Name: "flat_texts"}},
	}, echo[textsRequest]))
}

// Flat tools took lists and objects as text; the public form does not.
func TestValuesInText(t *testing.T) {
	d := caller(t, &fake{}, texts())
	for _, tt := range []struct{ args, want string }{
		{`{"workspace_edit":"{\"changes\":{}}"}`, `"source":{"workspace_edit":{"changes":{}}}`},
		{`{"workspace_edit":" {\"n\":1.50} "}`, `"source":{"workspace_edit":{"n":1.50}}`},
		{`{"workspace_edit":{"changes":{}}}`, `"source":{"workspace_edit":{"changes":{}}}`},
		{`{"steps":"[{\"changes\":{}},{}]"}`, `"source":{"steps":[{"changes":{}},{}]}`},
		{`{"ranges":"[{\"path\":\"a.go\",\"lines\":[1]}]"}`, `"source":{"ranges":[{"lines":[1],"path":"a.go"}]}`},
		{`{"names":" A, B ,"}`, `"source":{"names":["A","B"]}`},
		{`{"workspace_edit":"{"}`, `source.workspace_edit: want object, got string \"{\"`},
		{`{"workspace_edit":"[]"}`, `source.workspace_edit: want object, got array`},
		{`{"steps":"one, two"}`, `source.steps: want array of object, got string \"one, two\"`},
	} {
		reply := d.Prepare(op.Request{Tool: "flat_texts", Arguments: json.RawMessage(tt.args)})
		want := strings.ReplaceAll(tt.want, "source.", "")
		if !strings.Contains(string(reply.Payload), want) {
			t.Errorf("%s: %s lacks %s", tt.args, reply.Payload, want)
		}
	}
	if reply := d.Prepare(op.Request{Tool: "texts", Arguments: json.RawMessage(`{"operation":"echo","source":{"workspace_edit":"{}"}}`)}); reply.Err == nil {
		t.Errorf("the public form takes text: %s", reply.Payload)
	}
}

// A flat tool may have two names for one field.
func TestTwoNamesOfOneField(t *testing.T) {
	f := op.ReadFacade(op.Tool{Name: "texts"}, op.Read(op.Spec{
		Name: "echo", Summary: "Says what it was asked.",
		Legacy: []op.Legacy{{Name: "flat_texts", Args: op.Renames{"names": "source.names", "words": "source.names"}}},
	}, echo[textsRequest]))
	o := f.Ops[0]
	for _, name := range []string{"names", "words"} {
		if o.LegacySchema(o.Legacy[0]).Property(name) == nil {
			t.Errorf("the flat schema lacks %s", name)
		}
		reply := caller(t, &fake{}, f).Prepare(op.Request{Tool: "flat_texts", Arguments: json.RawMessage(`{"` + name + `":"A,B"}`)})
		if !strings.Contains(string(reply.Payload), `"source":{"names":["A","B"]}`) {
			t.Errorf("%s: %s", name, reply.Payload)
		}
	}
}

// What a flat tool is given in a container stands beside its arguments, which
// win; what is no container where one is wanted is refused.
func TestContainersOfFlatTools(t *testing.T) {
	d := caller(t, &fake{}, wide())
	for _, tt := range []struct{ args, want string }{
		{`{"depth":3,"options":{"direction":"out","depth":5}}`, `"depth":3,"direction":"out"`},
		{`{"id":"A","limit":7,"options":{"direction":"out"},"target":{"symbol":""}}`, `"direction":"out","limit":7},"target":{"symbol":"A"}`},
		{`{"depth":3,"options":{"Repo-Root":"x"}}`, `say which repository with repo","data":{"field":"options.Repo-Root","suggested_field":"repo"}`},
		{`{"changes":[{"path":"a","score":2}]}`, `changes[0].score: want number from 0 to 1, got number 2","data":{"errors":[{"path":"changes[0].score"`},
		{`{"depth":3,"options":5}`, `options: want object, got number 5`},
		{`{"id":"A","target":{"file":"b"}}`, `want exactly one of file, symbol, symbols, got file and symbol`},
	} {
		reply := d.Prepare(op.Request{Tool: "flat_echo", Arguments: json.RawMessage(tt.args)})
		if !strings.Contains(string(reply.Payload), tt.want) {
			t.Errorf("%s: %s lacks %s", tt.args, reply.Payload, tt.want)
		}
	}
}

package op_test

import (
	"testing"

	"github.com/gortexhq/gortex/facade/op"
)

type laterRequest struct {
	Target  op.Target    `json:"target" selectors:"symbol"`
	Options laterOptions `json:"options,omitzero"`
}

type laterOptions struct {
	Depth int `json:"depth,omitempty" default:"2" min:"1" doc:"how far"`
}

// An operation that is not built says what it will take, in public and in flat
// form, and is still not available.
func TestTakes(t *testing.T) {
	f := op.ReadFacade(op.Tool{Name: "a"}).Planned(
		op.Takes[laterRequest](op.Later("x", "X.", "old_x"), op.Example{Text: "one", Request: `{"operation":"x","target":{"symbol":"S"}}`}),
	)
	o := f.Ops[0]
	if o.Available() {
		t.Error("it is available")
	}
	if s := o.Schema(); s == nil || s.Property("options").Property("depth") == nil {
		t.Errorf("the schema lacks options.depth: %v", s)
	}
	if s := o.LegacySchema(o.Legacy[0]); s == nil || s.Property("depth") == nil {
		t.Errorf("the flat schema lacks depth: %v", s)
	}
	if _, err := o.Decode(o.Shape()); err != nil {
		t.Errorf("the shape is not a valid request: %v", err)
	}
}

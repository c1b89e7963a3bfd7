package edit_test

import (
	"testing"

	"github.com/gortexhq/gortex/facade/edit"
	"github.com/gortexhq/gortex/facade/facadetest"
	"github.com/gortexhq/gortex/facade/op"
)

func TestDeclared(t *testing.T) { facadetest.Declared(t, edit.Facade) }

// A request without an operation means what its fields say.
func TestChosen(t *testing.T) {
	for _, tt := range []struct{ request, want string }{
		{`{"target":{"file":"a"},"match":"x","replacement":"y"}`, "file"},
		{`{"target":{"file":"a"},"match":"x","replacement":"","content":""}`, "file"},
		{`{"target":{"file":"a"},"content":"x"}`, "write"},
		{`{"target":{"file":"a"},"content":""}`, "write"},
		{`{"target":{"file":"a"},"content":"x","changes":[]}`, "write"},
		{`{"target":{"symbol":"A"},"match":"x","replacement":"y"}`, "symbol"},
		{`{"target":{"symbol":"A"},"match":"x","replacement":"y","content":""}`, "symbol"},
		{`{"changes":[{"op":"delete_file","path":"a"}]}`, "batch"},
		{`{"file":"a","content":"x"}`, "write"},
		{`{}`, "file"},
	} {
		args, err := op.Parse([]byte(tt.request))
		if err != nil {
			t.Fatal(err)
		}
		if o, err := edit.Facade.Choose(args); err != nil || o.Name != tt.want {
			t.Errorf("%s: got %v (%v), want %s", tt.request, o, err, tt.want)
		}
	}
}

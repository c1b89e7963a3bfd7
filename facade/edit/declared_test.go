package edit_test

import (
	"testing"

	"github.com/gortexhq/gortex/facade/edit"
	"github.com/gortexhq/gortex/facade/facadetest"
	"github.com/gortexhq/gortex/facade/op"
)

func TestDeclared(t *testing.T) { facadetest.Declared(t, edit.Facade) }

// The fields of an ordinary edit stand at the top level.
//
//spec:8.3-edit-direct
func TestAdvertised(t *testing.T) {
	s := edit.Facade.Advertised()
	for _, name := range []string{"target", "match", "replacement", "content", "guard", "changes", "dry_run"} {
		if s.Property(name) == nil {
			t.Errorf("edit does not advertise %s", name)
		}
	}
}

// A request without an operation means what its fields say.
//
//spec:8.1-operation-inferred
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
		if o, err := edit.Facade.Choose(parse(t, tt.request)); err != nil || o.Name != tt.want {
			t.Errorf("%s: got %v (%v), want %s", tt.request, o, err, tt.want)
		}
	}
}

// What is called match and replacement here is what the flat tools call by
// other names.
//
//spec:8.3-friendly-fields
func TestFlatFields(t *testing.T) {
	for _, tt := range []struct{ operation, public, flat string }{
		{"file", `{"target":{"file":"a"},"match":"x","replacement":"y","guard":{"base_sha":"1","expected_occurrences":2}}`, `{"path":"a","old_string":"x","new_string":"y","base_sha":"1","expected_occurrences":2}`},
		{"symbol", `{"target":{"symbol":"A"},"match":"x","replacement":"y"}`, `{"id":"A","old_source":"x","new_source":"y"}`},
		{"write", `{"target":{"file":"a"},"content":"x"}`, `{"path":"a","content":"x"}`},
		{"batch", `{"changes":[{"op":"delete_file","path":"a"}]}`, `{"edits":"[{\"op\":\"delete_file\",\"path\":\"a\"}]"}`},
	} {
		o := edit.Facade.Op(tt.operation)
		public, flat := parse(t, tt.public), parse(t, tt.flat)
		want, err := o.Decode(public)
		if err != nil {
			t.Errorf("%s: %v", tt.public, err)
		}
		got, err := o.DecodeLegacy(o.Lift(o.Legacy[0], flat))
		if err != nil || string(got.Args) != string(want.Args) {
			t.Errorf("%s\n got %s %v\nwant %s", tt.flat, got.Args, err, want.Args)
		}
	}
}

func parse(t *testing.T, text string) map[string]any {
	t.Helper()
	args, err := op.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return args
}

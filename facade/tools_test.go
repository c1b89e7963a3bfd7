package facade_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/facade"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// What a client is sent by tools/list changes only where a reviewer sees it,
// and stays small: an agent pays for it in every conversation.
//
//spec:15.2-bytes
func TestToolsList(t *testing.T) {
	got := facade.ToolsJSON(registry(t))
	const most = 10_000
	if len(got) > most {
		t.Errorf("tools/list has %d bytes, over %d", len(got), most)
	}
	if again := facade.ToolsJSON(registry(t)); !bytes.Equal(got, again) {
		t.Error("tools/list differs from one time to the next")
	}
	var lines bytes.Buffer
	var tools []json.RawMessage
	if err := json.Unmarshal(got, &tools); err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools {
		lines.Write(append(tool, '\n'))
	}
	golden(t, "testdata/tools.jsonl", lines.Bytes())
	t.Logf("%d bytes", len(got))
}

// Some providers reject a whole tools/list for one schema with a union at its
// top, and the order of operations is no enum: new ones must not change it.
//
//spec:8.1-operation-is-a-string
func TestAdvertisedSchemasArePlain(t *testing.T) {
	for _, tool := range facade.ToolsList(registry(t)) {
		var s map[string]json.RawMessage
		text, _ := json.Marshal(tool.InputSchema)
		if err := json.Unmarshal(text, &s); err != nil {
			t.Fatal(err)
		}
		for _, union := range []string{"anyOf", "oneOf", "allOf", "$ref"} {
			if s[union] != nil {
				t.Errorf("%s has %s at the top of its schema", tool.Name, union)
			}
		}
		if string(s["type"]) != `"object"` {
			t.Errorf("%s has type %s", tool.Name, s["type"])
		}
		for _, name := range []string{"operation", "kind"} {
			if p := tool.InputSchema.Property(name); p != nil && (p.Type != "string" || p.Enum != nil) {
				t.Errorf("%s.%s is not a plain string", tool.Name, name)
			}
		}
	}
}

// A tool is offered for what it can do: no operation is named as typical that
// is not there, and a tool that has none says so.
//
//spec:8.1-common-described
func TestAdvertisedIsAvailable(t *testing.T) {
	for _, f := range facade.All() {
		by, said := f.Advertised().Property(f.By), ""
		if by != nil {
			said = strings.TrimPrefix(by.Description, "e.g. ")
		}
		for _, name := range strings.FieldsFunc(said, func(r rune) bool { return r == ',' || r == ' ' }) {
			if o := f.Op(name); o == nil || !o.Available() {
				t.Errorf("%s names %s, which is not available", f.Name, name)
			}
		}
		none := len(f.AvailableNames()) == 0
		if strings.HasSuffix(f.Description(), "(not available in this version).") != none || none && said != "" || !none && f.By != "" && said == "" {
			t.Errorf("%s: %s, %s", f.Name, f.Description(), said)
		}
	}
}

// The hints follow the effects.
//
//spec:6.1-open-world-apart 10-policy-parity
func TestAnnotations(t *testing.T) {
	var got []string
	for _, tool := range facade.ToolsList(registry(t)) {
		a, marks := tool.Annotations, ""
		for _, m := range []struct {
			on   bool
			mark string
		}{{a.ReadOnly, " read"}, {a.Destructive, " destructive"}, {a.OpenWorld, " open"}} {
			if m.on {
				marks += m.mark
			}
		}
		got = append(got, tool.Name+marks)
	}
	want := strings.Split(`explore read
search read
read read
relations read
trace read
analyze read
ask read open
change read
edit destructive
refactor destructive
review read open
publish_review destructive open
pr read open
recall read
remember destructive
workspace read
workspace_admin destructive
overlay
session
response read
capabilities read`, "\n")
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// The shape of every operation that can be called is one that the tool
// advertises: its fields at the top level are in the tool's schema, with the
// same types.
//
//spec:15.4-shape-validates
func TestShapesFitTheAdvertisedTools(t *testing.T) {
	for _, f := range facade.All() {
		advertised := f.Advertised()
		for _, o := range f.Public() {
			if !o.Available() {
				continue
			}
			for name, v := range o.Shape() {
				if advertised.Property(name) == nil {
					t.Errorf("%s takes %s at the top level, which %s does not advertise", o.Path(), name, f.Name)
				} else if _, err := advertised.Property(name).Validate(v); err != nil {
					t.Errorf("%s: %v", o.Path(), err)
				}
			}
		}
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("%s is out of date, run go test -update (-want +got):\n%s", name, d)
	}
}

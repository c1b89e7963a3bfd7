package facade_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/facade/op"
)

// What tells two effects apart is decided by the operation: a caller who says
// otherwise changes nothing. The flat tool, which had one name for both, says
// which is meant.
//
//spec:6.1-overlay-fixed-wins 6.1-overlay-fixed 10-fixed-last
func TestSplitEffects(t *testing.T) {
	steps, name := `"steps":[{"changes":{}}]`, `"name":"S"`
	for _, tt := range []struct{ path, args, field, fixed, legacy, flat, flatValue string }{
		{"change.simulate", `{"source":{` + steps + `},%}`, "keep", "false", "simulate_chain", `{` + steps + `}`, ""},
		{"overlay.simulate", `{"arguments":{` + steps + `},%}`, "keep", "true", "simulate_chain", `{` + steps + `,"keep":true}`, "true"},
		{"overlay.merge", `{"arguments":{"from":"try"},%}`, "to_disk", "false", "overlay_merge", `{"from":"try"}`, ""},
		{"edit.apply_overlay", `{"options":{"from":"try"},%}`, "to_disk", "true", "overlay_merge", `{"from":"try","to_disk":true}`, "true"},
		{"change.contract", `{"target":{"symbol":"S"},%}`, "ack", "false", "change_contract", `{"symbols":"S"}`, ""},
		{"remember.risk_ack", `{"arguments":{"symbols":["S"]},%}`, "ack", "true", "change_contract", `{"symbols":"S","ack":true}`, "true"},
		{"edit.wiki", `{%}`, "enhance", "false", "generate_wiki", `{"enhance":true}`, "true"},
		{"recall.surface", `{"arguments":{"task":"x"},%}`, "mark_accessed", "false", "surface_memories", `{}`, "true"},
		{"workspace_admin.coverage", `{"arguments":{"profile":"c.out"},%}`, "kind", `"coverage"`, "analyze", `{"kind":"coverage","profile":"c.out"}`, `"coverage"`},
	} {
		tool, operation, _ := strings.Cut(tt.path, ".")
		o := registry(t).Facade(tool).Op(operation)
		for _, other := range []string{`"` + tt.field + `":true`, `"` + tt.field + `":false`, `"options":{"` + tt.field + `":true,` + name + `}`} {
			if strings.Contains(tt.args, `"options"`) && strings.HasPrefix(other, `"options"`) {
				continue
			}
			args, err := op.Parse([]byte(strings.Replace(tt.args, "%", other, 1)))
			if err != nil {
				t.Fatal(err)
			}
			r, err := o.Decode(args)
			if err != nil || value(t, r.Args, tt.field) != tt.fixed {
				t.Errorf("%s with %s: %s, %v; want %s to be %s", tt.path, other, r.Args, err, tt.field, tt.fixed)
			}
		}
		flat, err := op.Parse([]byte(tt.flat))
		if err != nil {
			t.Fatal(err)
		}
		chosen, l := registry(t).Legacy(tt.legacy, flat)
		if chosen == nil || chosen.Path() != tt.path {
			t.Errorf("%s %s means another operation than %s", tt.legacy, tt.flat, tt.path)
			continue
		}
		r, err := chosen.DecodeLegacy(chosen.Lift(l, flat))
		if err != nil || value(t, r.Args, tt.field) != tt.flatValue {
			t.Errorf("%s %s: %s, %v; want %s to be %s", tt.legacy, tt.flat, r.Args, err, tt.field, tt.flatValue)
		}
	}
}

// value finds a field at any depth, as JSON; "" if there is none.
func value(t *testing.T, args json.RawMessage, field string) string {
	t.Helper()
	var m map[string]json.RawMessage
	if json.Unmarshal(args, &m) != nil {
		return ""
	}
	for name, v := range m {
		if name == field {
			return string(v)
		}
		if found := value(t, v, field); found != "" {
			return found
		}
	}
	return ""
}

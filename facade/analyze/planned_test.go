package analyze_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/facade/analyze"
	"github.com/gortexhq/gortex/facade/op"
)

func parse(t *testing.T, text string) map[string]any {
	t.Helper()
	args, err := op.Parse(json.RawMessage(text))
	if err != nil {
		t.Fatal(err)
	}
	return args
}

// What would make an analysis more than a read is decided by the server; the
// flat tool leaves it to its caller.
//
//spec:6.1-concepts-no-llm 6.1-co-change-no-refresh 6.1-impact-no-refresh 6.1-sql-no-materialize
func TestReadsStayReads(t *testing.T) {
	for _, tt := range []struct{ kind, field string }{
		{"concepts", "use_llm"}, {"co_change", "refresh"}, {"impact", "refresh_cochange"}, {"sql_call_sites", "materialize"},
	} {
		o := analyze.Facade.Op(tt.kind)
		if o.Schema().Property("options").Property(tt.field) != nil {
			t.Errorf("%s: the public schema has %s", o.Path(), tt.field)
		}
		asked := `{"target":{"symbol":"S"},"options":{"` + tt.field + `":true}}`
		if tt.kind != "co_change" && tt.kind != "impact" {
			asked = `{"options":{"` + tt.field + `":true}}`
		}
		r, err := o.Decode(parse(t, asked))
		if err != nil || !strings.Contains(string(r.Args), `"`+tt.field+`":false`) {
			t.Errorf("%s: %s, %v", o.Path(), r.Args, err)
		}
		flat := o.Lift(o.Legacy[0], parse(t, `{"symbol_id":"S","id":"S","`+tt.field+`":true}`))
		if r, err = o.DecodeLegacy(flat); err != nil || !strings.Contains(string(r.Args), `"`+tt.field+`":true`) {
			t.Errorf("flat %s: %s, %v", tt.kind, r.Args, err)
		}
	}
}

// The schema of an analysis is that of its kind, with what the kind requires.
//
//spec:9-kinds
func TestKindsRequire(t *testing.T) {
	for _, tt := range []struct{ kind, args, missing string }{
		{"would_create_cycle", `{}`, "options.from_id"},
		{"would_create_cycle", `{"options":{"from_id":"a"}}`, "options.to_id"},
		{"would_create_cycle", `{"from_id":"a","to_id":"b"}`, ""},
		{"def_use", `{}`, "target.symbol"},
		{"co_change", `{}`, "target"},
		{"citation", `{"target":{"file":"a.go"}}`, "options.span"},
		{"impact", `{}`, ""},
		{"impact", `{"target":{"query":"x"}}`, "target.query"},
		{"hotspots", `{"target":{"symbol":"x"}}`, "target.symbol"},
		{"todos", `{"options":{"has_assignee":false}}`, ""},
	} {
		_, err := analyze.Facade.Op(tt.kind).Decode(parse(t, tt.args))
		if tt.missing == "" {
			if err != nil {
				t.Errorf("%s %s: %v", tt.kind, tt.args, err)
			}
			continue
		}
		if err == nil || op.AsError(err).Data["field"] != tt.missing {
			t.Errorf("%s %s: %v, want %s", tt.kind, tt.args, err, tt.missing)
		}
	}
}

// A word that meant two things in the flat tools means one here, and is still
// understood there.
func TestFlatWords(t *testing.T) {
	for _, tt := range []struct{ kind, flat, want string }{
		{"cycles", `{"scope":"internal/"}`, `"path_prefix":"internal/"`},
		{"cross_repo", `{"repo":"a"}`, `"boundary_repo":"a"`},
		{"images", `{"ref":"nginx"}`, `"image":"nginx"`},
		{"kustomize", `{"dir":"deploy"}`, `"path_prefix":"deploy"`},
		{"why", `{"id":"S","scope":"global"}`, `"memories":"global"`},
		{"impact", `{"path":"a.go"}`, `"target":{"file":"a.go"}`},
		{"agent_config", `{"root":"a","files":"x, y"}`, `"files":["x","y"],"repo":"a"`},
	} {
		o := analyze.Facade.Op(tt.kind)
		r, err := o.DecodeLegacy(o.Lift(o.Legacy[0], parse(t, tt.flat)))
		if err != nil || r.Unread != nil || !strings.Contains(string(r.Args), tt.want) {
			t.Errorf("%s %s: %s, %v, unread %v", tt.kind, tt.flat, r.Args, err, r.Unread)
		}
	}
}

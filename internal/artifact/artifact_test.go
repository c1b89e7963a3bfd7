package artifact_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/artifact"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/engine/enginetest"
	"github.com/gortexhq/gortex/internal/graph"
)

func view(t *testing.T, archive string) engine.View {
	t.Helper()
	v, err := enginetest.New(t, archive).View(context.Background(), engine.Scope{})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// What is a convention is found whatever its case, what only looks like one is
// not, and neither is what others wrote.
func TestDiscovery(t *testing.T) {
	var b strings.Builder
	for _, p := range []string{
		"db/migrations/1/up.sql", "migrations.sql", "query.sql", "api/openapi.yaml", "api/openapi-v2.json", "openapi/x.yaml",
		"a.proto", ".proto", "web/Dockerfile", "Dockerfile.dev", "Dockerfiles", "docker-compose.yml", "docker-compose.dev.yml",
		"infra/main.tf", "k8s/web/deploy.yaml", "k8s/readme.md", ".github/workflows/ci.yml", "workflows/ci.yml", "CODEOWNERS",
		"docs/adr/1.md", "docs/adr/1.png", "adr.md", "testdata/a.proto", "vendor/x/schema.sql", "ARCHITECTURE.md",
	} {
		fmt.Fprintf(&b, "-- %s --\nx\n", p)
	}
	set, err := artifact.Of(context.Background(), view(t, b.String()))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range set.List {
		got = append(got, a.Kind+" "+a.Path)
	}
	want := []string{
		"infra .github/workflows/ci.yml", "doc ARCHITECTURE.md", "doc CODEOWNERS", "infra Dockerfile.dev", "api a.proto",
		"api api/openapi-v2.json", "api api/openapi.yaml", "schema db/migrations/1/up.sql", "infra docker-compose.dev.yml",
		"infra docker-compose.yml", "doc docs/adr/1.md", "infra infra/main.tf", "infra k8s/web/deploy.yaml", "infra web/Dockerfile",
	}
	if d := cmp.Diff(want, got); d != "" || !set.Discovered() {
		t.Error(d)
	}
}

const named = `
-- a.go --
package a
type Order struct{}
func SaveOrder() {}
func Run() {}
const MaxSize = 1
var Limit = 2
-- b.go --
package b
func loadAll() {}
func Run() {}
-- c.go --
func loadAll() {}
-- d.go --
func loadAll() {}
-- e.go --
func loadAll() {}
-- a_test.go --
func SaveOrder() {}
func checkOnly() {}
-- facts --
file a.go go
file b.go go
file c.go go
file d.go go
file e.go go
file a_test.go go test
decl a.go:2-2 struct Order
decl a.go:3-3 function SaveOrder
decl a.go:4-4 function Run
decl a.go:5-5 constant MaxSize
decl a.go:6-6 variable Limit
decl b.go:2-2 function loadAll
decl b.go:3-3 function Run
decl c.go:1-1 function loadAll
decl d.go:1-1 function loadAll
decl e.go:1-1 function loadAll
decl a_test.go:1-1 function SaveOrder test
decl a_test.go:2-2 function checkOnly test
`

// A name counts where it can hardly mean anything else.
func TestReferences(t *testing.T) {
	r := view(t, named).Graph()
	for _, c := range []struct{ kind, text, want string }{
		{"api", "SaveOrder(Order)", "a.go::SaveOrder:1 a.go::Order:1"},
		{"api", "x\nOrder\nOrder", "a.go::Order:2"},
		{"api", "SaveOrders Orderly xSaveOrder über_SaveOrder éOrder", ""},
		{"api", "saveOrder order", ""}, // in another case
		{"api", "loadAll", ""},         // four have the name
		{"api", "Run", ""},             // too short and two
		{"api", "MaxSize Limit", "a.go::MaxSize:1"},
		{"api", "checkOnly", "a_test.go::checkOnly:1"},
		{"doc", "Order by SaveOrder.", "a.go::SaveOrder:1"},
		{"doc", "Order by `Order`", "a.go::Order:1"},
		{"doc", "an ` alone\nOrder", ""},
		{"doc", "```\nOrder\n```\n", "a.go::Order:2"},
		{"doc", "```\n```\nOrder\n", ""},
	} {
		got := []string{}
		for _, ref := range artifact.References(r, artifact.Artifact{Path: "x", Kind: c.kind}, []byte(c.text)) {
			got = append(got, fmt.Sprintf("%s:%d", graph.ID(r, r.Node(ref.Node)), ref.Line))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s %q: got %q, want %q", c.kind, c.text, got, c.want)
		}
	}
}

// Whatever an artifact holds, each symbol is named once, on a line that is there.
func FuzzReferences(f *testing.F) {
	f.Add("doc", []byte("`SaveOrder` ```\nOrder"))
	f.Add("api", []byte("\xff\xfeOrder\x00\n\nMaxSize"))
	r, _ := enginetest.New(f, named).View(context.Background(), engine.Scope{})
	f.Fuzz(func(t *testing.T, kind string, text []byte) {
		seen := map[graph.NodeID]bool{}
		for _, ref := range artifact.References(r.Graph(), artifact.Artifact{Kind: kind}, text) {
			lines := strings.Split(string(text), "\n")
			if seen[ref.Node] || ref.Line < 1 || ref.Line > len(lines) || !strings.Contains(lines[ref.Line-1], r.Graph().Node(ref.Node).Name) {
				t.Errorf("%q: %+v", text, ref)
			}
			seen[ref.Node] = true
		}
	})
}

// More words first, then where they stand, then the path.
func TestSearch(t *testing.T) {
	v := view(t, `
-- .gortex.yaml --
artifacts:
  - {path: b.sql, name: orders, description: money}
  - "*.sql"
-- a.sql --
CREATE TABLE order_items;
-- b.sql --
nothing
-- c.sql --
reordering
über Größe
`)
	set, err := artifact.Of(context.Background(), v)
	if err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]string{
		"":             "a.sql:0 b.sql:0 c.sql:0",
		"orders":       "b.sql:0 a.sql:1",
		"order":        "b.sql:0 a.sql:1 c.sql:1",
		"orders table": "a.sql:1 b.sql:0",
		"items money":  "b.sql:0 a.sql:1",
		"GRÖSSE":       "",
		"größe":        "c.sql:2",
		"sql zebra":    "a.sql:0 c.sql:0 b.sql:0",
		"zebra":        "",
	} {
		hits, complete, err := set.Search(context.Background(), v, query)
		got := []string{}
		for _, h := range hits {
			got = append(got, fmt.Sprintf("%s:%d", h.Path, h.Line))
		}
		if strings.Join(got, " ") != want || !complete || err != nil {
			t.Errorf("%q: got %q, want %q (%v)", query, got, want, err)
		}
	}
}

package facade_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
)

func registry(t testing.TB) *facade.Registry {
	t.Helper()
	r, err := facade.NewRegistry(facade.All())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The declarations say what the table of the specification says, row by row
// and in both directions: no row without a declaration, none without a row.
//
//spec:6-tool-effect 6-tool-operations 6.1-recall-surface 6.1-admin-has-four 6.1-assist-off
//spec:6.1-concepts-no-llm 6.1-co-change-no-refresh 6.1-impact-no-refresh 6.1-sql-no-materialize
//spec:6.1-contract-ack-false 6.1-risk-ack 6.1-forge-reads 6.1-forge-writes 6.1-generation-in-edit
//spec:6.1-wiki-no-llm 6.1-overlay-split 6.1-overlay-fixed 6.1-session-has-state
//spec:6.1-subscribe-in-session
//spec:10-one-registry 10-5-complete 10-fails-unmapped 10-fails-mutator-as-read 10-fails-unsafe
//spec:15.1-178 15.1-one-effectful 15.5-one-publisher
func TestRegistryIsTheTable(t *testing.T) {
	text, err := os.ReadFile("testdata/registry.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSuffix(line, "\n"); !strings.HasPrefix(line, "facade\t") {
			want = append(want, line)
		}
	}
	var got []string
	for _, f := range facade.All() {
		for _, o := range f.Ops {
			if o.Path() == "capabilities.describe" {
				continue // it has no name on the wire and no flat tool behind it
			}
			for _, l := range o.Legacy {
				got = append(got, row(f, o, l))
			}
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("declarations differ from testdata/registry.tsv (-want +got):\n%s", d)
	}
}

func row(f *op.Facade, o *op.Op, l op.Legacy) string {
	world, visibility := "", ""
	if f.OpenWorld {
		world = "open"
	}
	if o.Hidden {
		visibility = "hidden"
	}
	return strings.Join([]string{f.Name, o.Name, l.Name, string(o.Effect), world, pairs(o.Fixed), pairs(l.Set), visibility}, "\t")
}

// pairs writes arguments by their leaf names.
func pairs(a op.Args) string {
	var list []string
	for _, path := range slices.Sorted(maps.Keys(a)) {
		list = append(list, fmt.Sprintf("%s=%v", path[strings.LastIndexByte(path, '.')+1:], a[path]))
	}
	return strings.Join(list, ";")
}

// The tools come in the order of the specification.
//
//spec:6-roster
func TestOrderOfTools(t *testing.T) {
	want := strings.Fields(`explore search read relations trace analyze ask change edit refactor review
		publish_review pr recall remember workspace workspace_admin overlay session response capabilities`)
	if d := cmp.Diff(want, registry(t).Names()); d != "" {
		t.Error(d)
	}
}

// A registry refuses declarations that would leave a caller in doubt.
//
//spec:6.1-one-effect 10-fails-duplicate 10-fails-mixed-effects 15.5-homogeneous
func TestRegistryRefuses(t *testing.T) {
	tool := func(name string) op.Tool { return op.Tool{Name: name} }
	mixed := op.ReadFacade(tool("a")) // a constructor would not take the operation
	mixed.Ops = op.LocalWriteFacade(tool("a")).Planned(op.Later("x", "", "l")).Ops
	for _, tt := range []struct {
		want    string
		facades []*op.Facade
	}{
		{"declared twice", []*op.Facade{op.ReadFacade(tool("a")), op.ReadFacade(tool("a"))}},
		{"name is taken", []*op.Facade{op.ReadFacade(tool("a")).Planned(op.Later("x", "", "l"), op.Later("x", "", "m"))}},
		{"a.x has effect local_write in a facade of effect read", []*op.Facade{mixed}},
		{"normal form", []*op.Facade{op.ReadFacade(tool("a")).Planned(op.Later("X-y", "", "l"))}},
		{"both claim legacy l", []*op.Facade{op.ReadFacade(tool("a")).Planned(op.Later("x", "", "l"), op.Later("y", "", "l"))}},
		{"both the default", []*op.Facade{op.ReadFacade(tool("a")).Planned(op.Spec{Name: "x", Default: true}, op.Spec{Name: "y", Default: true})}},
		{"default for file", []*op.Facade{op.ReadFacade(tool("a")).Planned(op.Spec{Name: "x", Selects: []string{"file"}}, op.Spec{Name: "y", Selects: []string{"file"}})}},
		{"none of that name", []*op.Facade{op.ReadFacade(op.Tool{Name: "a", Common: []string{"gone"}})}},
	} {
		_, err := facade.NewRegistry(tt.facades)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %v, want %q", err, tt.want)
		}
	}
}

package facade_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/surface"
)

// chosen is the surface of a spec.
func chosen(t testing.TB, spec string) *surface.Surface {
	t.Helper()
	s, warnings := surface.NewCatalog(facade.All()).Resolve(surface.Choices{Forwarded: surface.Choice{Spec: spec}})
	if len(warnings) > 0 || s.Source != "forwarded" {
		t.Fatalf("%s: decided by %s, %q", spec, s.Source, warnings)
	}
	return s
}

// What a client pays for its first look at the tools is bounded, in bytes, for
// each preset. A line of the golden file is what one shows.
//
//spec:15.2-bytes
func TestRosters(t *testing.T) {
	most := map[string]int{"facade-v1": 10_000, "agent": 28_200, "core": 60_000, "full": 200_000, "localization": 20_000}
	var rosters bytes.Buffer
	for _, p := range surface.Presets() {
		s := chosen(t, p.Name)
		size := len(s.ToolsJSON())
		t.Logf("%s: %d tools, %d bytes", p.Name, len(s.Live()), size)
		if bound, ok := most[p.Name]; ok && size > bound {
			t.Errorf("%s has %d bytes, over %d", p.Name, size, bound)
		}
		fmt.Fprintf(&rosters, "%s %s %d\n", p.Name, s.Mode, len(s.Live()))
		for _, name := range s.Live() {
			fmt.Fprintf(&rosters, "  %s\n", name)
		}
	}
	golden(t, "testdata/rosters.txt", rosters.Bytes())
}

// The flat tools change only where a reviewer sees it.
//
//spec:10-2-legacy-definitions
func TestFlatTools(t *testing.T) {
	c := surface.NewCatalog(facade.All())
	var lines bytes.Buffer
	for _, name := range c.FlatNames() {
		tool, _ := c.Flat(name)
		text, err := json.Marshal(tool)
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(text, '\n'))
	}
	golden(t, "testdata/legacy_tools.jsonl", lines.Bytes())
}

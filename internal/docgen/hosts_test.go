package docgen_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/hostadapters"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/internal/docgen"
	"github.com/gortexhq/gortex/internal/hook"
)

// hosts is the page of the coding assistants as it is to be.
func hosts(t *testing.T) []byte {
	t.Helper()
	return docgen.Hosts(hostadapters.All(), hostResults(t), pageEnv())
}

func hostResults(t *testing.T) (results []docgen.HostResult) {
	t.Helper()
	text, err := os.ReadFile("../hosttest/testdata/results.json")
	if err == nil {
		err = json.Unmarshal(text, &results)
	}
	if err != nil {
		t.Fatal(err)
	}
	return results
}

// pageEnv is a machine with nothing on it but gortex and the latest of each.
func pageEnv() host.Env {
	e := host.Env{
		OS: "linux", Home: "~", Repo: ".", Command: "gortex", Bare: true,
		Version: func(program string) string { return program + " 999.0.0" }, Hooks: map[string][]host.Hook{}, ReadOnlyTools: []string{"explore", "…"},
	}
	for _, d := range hook.Dialects() {
		for _, x := range d.Events {
			e.Hooks[d.Agent] = append(e.Hooks[d.Agent], host.Hook{Event: x.Name, Matcher: x.Matcher, Timeout: x.Timeout})
		}
	}
	return e
}

// A row that says that it was run has results, and only such a row has.
func TestRowsThatRan(t *testing.T) {
	ran := map[string]bool{}
	for _, r := range hostResults(t) {
		ran[r.Host] = true
	}
	for _, h := range hostadapters.All() {
		if says := h.Checked == host.Ran; says != ran[h.Name] {
			t.Errorf("%s: its row says %q, and results are there: %v", h.Name, h.Checked, ran[h.Name])
		}
		delete(ran, h.Name)
	}
	for name := range ran {
		t.Errorf("results of %s, which has no row", name)
	}
}

// What was not reached shows on the page.
func TestHostsPageTellsWhatFellShort(t *testing.T) {
	none := 0
	page := string(docgen.Hosts(hostadapters.All(), []docgen.HostResult{
		{Host: "codex", Version: "9.9.9", Seen: "no", FirstTurn: &none, Restored: "yes"},
		{Host: "amp", Version: "1.0.0", Seen: "yes", Restored: "yes", Why: "it wants a login"},
	}, pageEnv()))
	for _, want := range []string{"| `codex` | 9.9.9 | no | it does not say |  | 0 |  | yes |", "no first turn: it wants a login", "| 0 tools |"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

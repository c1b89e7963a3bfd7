package hostadapters_test

import (
	"strings"
	"testing"

	"github.com/gortexhq/gortex/hostadapters"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/internal/hook"
)

// Every dialect that gortex hook speaks is registered with a host, with all its
// events, and in the host's own files.
func TestEveryDialectIsRegistered(t *testing.T) {
	m := newMachine("linux")
	m.files["/home/dev/.config/opencode/node_modules/@opencode-ai/plugin/package.json"] = "{}"
	m.Hooks = map[string][]host.Hook{}
	for _, d := range hook.Dialects() {
		for _, e := range d.Events {
			m.Hooks[d.Agent] = append(m.Hooks[d.Agent], host.Hook{Event: e.Name, Matcher: e.Matcher, Timeout: e.Timeout})
		}
	}
	for _, h := range hostadapters.All() {
		if err := m.write(h, host.User); err != nil {
			t.Fatal(h.Name, err)
		}
	}
	for _, d := range hook.Dialects() {
		registered := false
		for path, text := range m.files {
			if !strings.Contains(text, "hook --agent "+d.Agent) && !strings.Contains(text, `"hook", "--agent", "`+d.Agent+`"`) {
				continue
			}
			registered = true
			for _, e := range d.Events {
				if !strings.Contains(text, e.Name) {
					t.Errorf("%s has no %s", path, e.Name)
				}
			}
		}
		if !registered {
			t.Errorf("no file calls gortex hook --agent %s", d.Agent)
		}
	}
}

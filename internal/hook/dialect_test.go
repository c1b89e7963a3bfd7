package hook

import (
	"regexp"
	"slices"
	"testing"
)

// What is registered with a host is understood when it comes, and a time-out
// in seconds is not one in milliseconds.
func TestDialects(t *testing.T) {
	if !slices.IsSorted(Agents()) {
		t.Errorf("not in order: %q", Agents())
	}
	for _, d := range Dialects() {
		if len(d.Events) == 0 {
			t.Errorf("%s: no events", d.Agent)
		}
		for _, e := range d.Events {
			if d.names[e.Name] != e.Kind {
				t.Errorf("%s: %s is registered as %s and understood as %q", d.Agent, e.Name, e.Kind, d.names[e.Name])
			}
			switch {
			case d.Unit == Seconds && (e.Timeout < 1 || e.Timeout > 60), d.Unit == Milliseconds && (e.Timeout < 1000 || e.Timeout > 60_000):
				t.Errorf("%s: %s times out after %d %s", d.Agent, e.Name, e.Timeout, d.Unit)
			}
			d.checkMatcher(t, e)
		}
		d.Events[0].Name = "changed"
	}
	if dialects[0].Events[0].Name == "changed" {
		t.Error("the caller has the table itself")
	}
}

// A matcher lets through the tools that an answer may come of, and no others.
func (d *Dialect) checkMatcher(t *testing.T, e Event) {
	if e.Matcher == "" {
		return
	}
	m, err := regexp.Compile("^(?:" + e.Matcher + ")$")
	if err != nil {
		t.Fatalf("%s: %v", d.Agent, err)
	}
	for name, kind := range d.tools {
		looks := kind <= toolShell
		wanted := looks && e.Kind == d.looks || !looks && e.Kind == PostToolUse
		if m.MatchString(name) && !wanted {
			t.Errorf("%s: %s runs for %s, of which nothing is said then", d.Agent, e.Name, name)
		}
	}
	for _, name := range []string{"mcp__gortex__read", "gortex-read", "WebFetch", "todo"} {
		if m.MatchString(name) {
			t.Errorf("%s: %s runs for %s", d.Agent, e.Name, name)
		}
	}
}

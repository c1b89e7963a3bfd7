package install

import (
	"os"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
)

// A plan writes nothing, not even state.
func TestPlanWritesNothing(t *testing.T) {
	p := newCrowd(t)
	before := p.tree(t)
	for _, s := range []Selection{p.user(), p.project()} {
		if plan, err := p.Plan(s); err != nil || plan.Empty() {
			t.Errorf("%v", err)
		}
		if _, err := p.PlanRemoval(s); err != nil {
			t.Error(err)
		}
	}
	sameTree(t, "after plans", before, p.tree(t))
	if _, err := os.Stat(p.Dirs.State); err == nil {
		t.Error("there is state")
	}
}

// What the user wrote since stays, where it is, and what is ours goes.
func TestEditedSince(t *testing.T) {
	for _, receipt := range []bool{true, false} {
		p := newPlace(t, toy(edit.JSONC))
		p.write(t, toyFile, "{\n  // mine\n  \"mcpServers\": {\n    \"a\": {\"command\": \"a\"}\n  }\n}\n")
		p.install(t, p.user())
		text := p.read(t, toyFile)
		text = strings.Replace(text, "// mine", "// still mine", 1)
		text = strings.Replace(text, `"a": {"command": "a"}`, `"a": {"command": "a2"}, /* b */ "b": {}`, 1)
		text = strings.Replace(text, `"command": "/opt/gortex/bin/gortex"`, `"command": "/my/gortex"`, 1)
		p.write(t, toyFile, text)
		if !receipt {
			remove(t, p.receiptPath())
		}
		plan := p.uninstall(t, p.user())
		well(t, plan)
		p.holds(t, toyFile, "{\n  // still mine\n  \"mcpServers\": {\n    \"a\": {\"command\": \"a2\"}, /* b */ \"b\": {}\n  }\n}\n")
		if c := plan.Changes[0]; !c.Done || c.Action() != Update {
			t.Errorf("%s, done %v", c.Action(), c.Done)
		}
	}
}

// A server that another has put in the place of ours stays and is named.
func TestReplacedSince(t *testing.T) {
	p := newPlace(t, toy(edit.JSONC))
	p.write(t, toyFile, "{\n  \"mcpServers\": {\n    \"a\": {\"command\": \"a\"}\n  }\n}\n")
	p.install(t, p.user())
	text := strings.Replace(p.read(t, toyFile), `"command": "/opt/gortex/bin/gortex"`, `"command": "/opt/other"`, 1)
	p.write(t, toyFile, text)
	plan := p.uninstall(t, p.user())
	well(t, plan)
	p.holds(t, toyFile, text)
	if c := plan.Changes[0]; c.Action() != Keep || len(c.Skipped) != 1 || c.Skipped[0].Part != host.Server {
		t.Errorf("%s, left %v", c.Action(), c.Skipped)
	}
	well(t, p.uninstall(t, p.user()))
	p.holds(t, toyFile, text)
}

// A file that was made and then used for something else stays with that.
func TestMadeAndThenUsed(t *testing.T) {
	p := newPlace(t, toy(edit.JSON))
	p.install(t, p.user())
	p.write(t, toyFile, mustSet(t, edit.JSON, p.read(t, toyFile), edit.Path{"theme"}, "dark"))
	well(t, p.uninstall(t, p.user()))
	equal(t, "left", `{"theme": "dark"}`, []byte(p.read(t, toyFile)))
}

// A later version of gortex changes its entry; taking it out undoes both.
func TestUpgrade(t *testing.T) {
	p := newPlace(t, toy(edit.JSON))
	p.write(t, toyFile, `{"mcpServers":{"a":{}}}`)
	before := p.tree(t)
	p.install(t, p.user())
	p.Env.Command = "/opt/gortex-2/bin/gortex"
	plan := p.install(t, p.user())
	if c := plan.Changes[0]; c.Action() != Update || !strings.Contains(p.read(t, toyFile), "gortex-2") {
		t.Errorf("%s:\n%s", c.Action(), p.read(t, toyFile))
	}
	p.settled(t, p.user())
	p.uninstall(t, p.user())
	sameTree(t, "after uninstall", before, p.tree(t))
}

// Whatever the user removed by hand is not missed.
func TestRemovedByHand(t *testing.T) {
	p := newPlace(t, toy(edit.JSON))
	p.write(t, toyFile, `{"mcpServers":{}}`)
	p.install(t, p.user())
	p.write(t, toyFile, `{"mcpServers":{}}`)
	well(t, p.uninstall(t, p.user()))
	p.holds(t, toyFile, `{"mcpServers":{}}`)

	p.install(t, p.user())
	remove(t, p.path(toyFile))
	well(t, p.uninstall(t, p.user()))
	if _, err := os.Lstat(p.path(toyFile)); err == nil {
		t.Error("the file is back")
	}

	p.install(t, p.user()) // makes it, where before it was there
	remove(t, p.path(toyFile))
	p.install(t, p.user())
	p.uninstall(t, p.user())
	if _, err := os.Lstat(p.path(toyFile)); err == nil {
		t.Errorf("left:\n%s", p.read(t, toyFile))
	}
}

func owner(name, text string) host.Host {
	return host.Host{Name: name, Title: name, Signs: []host.Sign{{Path: host.Home(".toy")}}, Files: []host.File{{
		Scope: host.User, Part: host.Skills, Place: host.Home(".toy/skills/gortex/SKILL.md"), Owned: func(host.Env) string { return text },
	}}}
}

const skill = ".toy/skills/gortex/SKILL.md"

// A file of our own is brought up to date as long as nobody else has changed
// it; once somebody has, it stays and is named.
func TestOwned(t *testing.T) {
	p := newPlace(t, owner("toy", "one\n"))
	before := p.tree(t)
	p.install(t, p.user())
	p.Hosts[0] = owner("toy", "two\n")
	well(t, p.install(t, p.user()))
	p.holds(t, skill, "two\n")
	p.write(t, skill, "two, and mine\n")
	for _, plan := range []*Plan{p.install(t, p.user()), p.uninstall(t, p.user())} {
		c := plan.Changes[0]
		if c.Action() != Keep || len(c.Skipped) != 1 || !strings.Contains(c.Skipped[0].Why, "stays") {
			t.Errorf("%s, %v", c.Action(), c.Skipped)
		}
		p.holds(t, skill, "two, and mine\n")
	}

	remove(t, p.path(skill))
	p.install(t, p.user())
	remove(t, p.receiptPath()) // it is known by its text then
	well(t, p.uninstall(t, p.user()))
	if all := p.tree(t); len(all) != len(before)+2 { // .toy and skills may be anyone's
		t.Errorf("left %v", all)
	}
}

// What another assistant of this machine relies on stays for it, with a receipt
// and without.
func TestSharedBetweenHosts(t *testing.T) {
	for _, receipt := range []bool{true, false} {
		p := newPlace(t, owner("a", "text\n"), owner("b", "text\n"))
		p.install(t, p.user())
		if !receipt {
			remove(t, p.receiptPath())
		}
		p.uninstall(t, p.user(p.Hosts[0]))
		p.holds(t, skill, "text\n")
		p.uninstall(t, p.user())
		if _, err := os.Lstat(p.path(skill)); err == nil {
			t.Error("it is still there")
		}
	}
}

// Parts are left out, and what is on request is written on request, and kept
// up from then on.
func TestPartsAndRequests(t *testing.T) {
	hosts := hostsNamed("claude-code")
	p := newPlace(t, hosts...)
	s := p.user()
	s.Without = []host.Part{host.Hooks, host.Rules, host.Skills}
	plan := p.install(t, s)
	if len(p.tree(t)) != 3 {
		t.Errorf("written: %v", p.tree(t))
	}
	settings := only(t, plan, p.path(".claude/settings.json"))
	if settings.Action() != Keep || settings.Skipped[0].Request != host.Approve {
		t.Errorf("%+v", settings.Skipped)
	}
	s.Requests = []string{host.Approve}
	p.install(t, s)
	if text := p.read(t, ".claude/settings.json"); !strings.Contains(text, "mcp__gortex__read") || strings.Contains(text, "hook") {
		t.Errorf("settings:\n%s", text)
	}
	s.Requests = nil
	p.Env.ReadOnlyTools = append(p.Env.ReadOnlyTools, "trace")
	p.install(t, s)
	if text := p.read(t, ".claude/settings.json"); !strings.Contains(text, "mcp__gortex__trace") {
		t.Errorf("settings:\n%s", text)
	}
	p.uninstall(t, s)
	if len(p.tree(t)) != 2 {
		t.Errorf("left: %v", p.tree(t))
	}
}

// Notes are said when what they are about was written.
func TestNotes(t *testing.T) {
	p := newPlace(t, hostsNamed("codex")...)
	s := p.user()
	s.Without = []host.Part{host.Hooks}
	if notes := p.install(t, s).Notes(); len(notes) != 0 {
		t.Errorf("%v", notes)
	}
	s.Without = nil
	if notes := p.install(t, s).Notes(); len(notes) != 1 || !strings.Contains(notes[0].Text, "/hooks") {
		t.Errorf("%v", notes)
	}
	if notes := p.install(t, s).Notes(); len(notes) != 0 {
		t.Errorf("said again: %v", notes)
	}
	if notes := p.uninstall(t, s).Notes(); len(notes) != 0 {
		t.Errorf("said when it is taken out: %v", notes)
	}
}

// An entry that was there before comes back as it was, which is said; a second
// removal takes it out.
func TestThereBefore(t *testing.T) {
	p := newPlace(t, toy(edit.JSON))
	const before = `{"mcpServers": {"gortex": {"command": "/usr/bin/gortex", "args": ["mcp"]}, "a": {}}}`
	p.write(t, toyFile, before)
	p.install(t, p.user())
	c := p.uninstall(t, p.user()).Changes[0]
	if p.holds(t, toyFile, before); len(c.Skipped) != 1 || !strings.Contains(c.Skipped[0].Why, "a second gortex uninstall") {
		t.Errorf("%v", c.Skipped)
	}
	if c := p.uninstall(t, p.user()).Changes[0]; len(c.Skipped) != 0 {
		t.Errorf("%v", c.Skipped)
	}
	equal(t, "second", `{"mcpServers": {"a": {}}}`, []byte(p.read(t, toyFile)))
}

// An entry that was there before just as it is wanted is nothing that this
// program wrote: it stays as well, until the second time.
func TestThereBeforeAsWanted(t *testing.T) {
	p := newPlace(t, toy(edit.JSON))
	p.install(t, p.user())
	before := p.read(t, toyFile)
	p.uninstall(t, p.user())
	p.write(t, toyFile, before)
	p.install(t, p.user())
	c := p.uninstall(t, p.user()).Changes[0]
	if p.holds(t, toyFile, before); len(c.Skipped) != 1 || !strings.Contains(c.Skipped[0].Why, "a second gortex uninstall") {
		t.Errorf("%v", c.Skipped)
	}
	p.uninstall(t, p.user())
	if text := p.read(t, toyFile); strings.Contains(text, "gortex") {
		t.Errorf("it is still there: %s", text)
	}
}

// A link that leads elsewhere since does not hide what was written.
func TestLinkMoved(t *testing.T) {
	p := newPlace(t, toy(edit.JSON))
	p.write(t, "one.json", "{ }")
	p.write(t, "two.json", "{ }")
	mkdir(t, p.path(".toy"))
	symlink(t, p.path("one.json"), p.path(toyFile))
	p.install(t, p.user())
	remove(t, p.path(toyFile))
	symlink(t, p.path("two.json"), p.path(toyFile))
	p.install(t, p.user())
	well(t, p.uninstall(t, p.user()))
	p.holds(t, "one.json", "{ }")
	p.holds(t, "two.json", "{ }")
}

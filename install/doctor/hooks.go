package doctor

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/internal/hook"
)

const (
	recent = 7 * 24 * time.Hour // how far back hooks are counted
	// settled is after how long hooks that never ran are worth a word: a user
	// who has just installed them has not started the host since.
	settled = time.Hour
	// enough is from how many runs on it says something that one event never
	// ran, or that none had anything to say.
	enough = 20
)

// registered is a hook of gortex's in a file.
type registered struct {
	event, path string
	off         bool // the file switches all hooks off
}

// registered are the hooks of gortex's in all files from which a host takes
// hooks.
func (v *view) registered(h host.Host) (list []registered) {
	env := v.env()
	seen := map[string]bool{}
	for _, f := range slices.Concat(h.Files, h.AlsoHooks) {
		if f.Hooks == nil && !slices.ContainsFunc(h.AlsoHooks, func(x host.File) bool { return x.Place(env) == f.Place(env) }) {
			continue
		}
		path := f.Place(env)
		if path == "" || seen[path] {
			continue
		}
		seen[path] = true
		list = append(list, hooksIn(f.Format, env.Text(path), path)...)
	}
	return list
}

// hooksIn are the hooks of gortex's in one file: below hooks, either a list for
// each event, or one list whose elements name their events.
func hooksIn(format edit.Format, text []byte, path string) (list []registered) {
	if text == nil {
		return nil
	}
	value, found, err := edit.Get(format, text, edit.Path{"hooks"})
	if err != nil || !found {
		return nil
	}
	off, _, _ := edit.Get(format, text, edit.Path{"disableAllHooks"}) // false where it cannot be read
	add := func(event string) { list = append(list, registered{event, path, off == true}) }
	switch v := value.(type) {
	case edit.Object:
		for _, m := range v {
			elements, _ := m.Value.([]any)
			if slices.ContainsFunc(elements, ourHook) {
				add(m.Key)
			}
		}
	case []any:
		for _, element := range v {
			o, _ := element.(edit.Object)
			event, _ := o.Get("event")
			if name, ok := event.(string); ok && host.OurHook(element) {
				add(name)
			}
		}
	}
	return list
}

// ourHook reports whether a handler, or a group of them, calls gortex.
func ourHook(element any) bool {
	o, _ := element.(edit.Object)
	inside, _ := o.Get("hooks")
	handlers, _ := inside.([]any)
	return host.OurHook(element) || slices.ContainsFunc(handlers, host.OurHook)
}

// judgeHooks compares the hooks that are registered with those that ran.
func (d *Doctor) judgeHooks(r *Report) {
	activity, err := []hook.Activity(nil), error(nil)
	if d.HookLog != "" {
		activity, err = hook.ReadActivity(d.HookLog, d.time().Add(-recent))
	}
	if err != nil {
		r.addf(Info, "hook_log", "", "what hooks did is not known: %v", err)
	}
	for _, a := range r.Agents {
		for _, x := range activity {
			if x.Agent == a.Name {
				a.Hooks = append(a.Hooks, x)
			}
		}
		if len(a.events) > 0 {
			d.judgeAgentHooks(r, a, err == nil && d.HookLog != "")
		}
	}
}

func (d *Doctor) judgeAgentHooks(r *Report, a *Agent, counted bool) {
	say := func(severity Severity, check, path, remedy, format string, args ...any) {
		r.add(Finding{Severity: severity, Check: check, Agent: a.Name, Path: path, Message: fmt.Sprintf(format, args...), Remedy: remedy})
	}
	first := map[string]registered{}
	for _, e := range a.events {
		if other, twice := first[e.event]; twice && other.path != e.path {
			say(Warning, "hook_twice", e.path, "take one of them out", "the hook for %s is in %s and in %s, and runs twice", e.event, other.path, e.path)
		} else {
			first[e.event] = e
		}
		if e.off {
			say(Warning, "hooks_off", e.path, "set disableAllHooks to false", "%s switches all hooks off", e.path)
			return
		}
	}
	runs, emitted := 0, 0
	for _, x := range a.Hooks {
		runs, emitted = runs+x.Runs, emitted+x.Emitted
	}
	switch {
	case !counted:
	case runs == 0:
		if d.old(a.events) {
			say(Warning, "hooks_never_ran", a.events[0].path, hookNote(a), "%d hooks are registered with %s and none ran in the last 7 days", len(first), a.Title)
		}
	case runs < enough:
	case emitted == 0:
		say(Warning, "hooks_silent", a.events[0].path, "gortex index, in the repositories you work in", "hooks of %s ran %d times and never had anything to say", a.Title, runs)
	default:
		if silent := silentEvents(a, first); len(silent) > 0 {
			say(Info, "hook_event_silent", a.events[0].path, hookNote(a), "hooks of %s ran %d times, those for %s never", a.Title, runs, strings.Join(silent, ", "))
		} else {
			say(OK, "hooks", "", "", "hooks ran %d times and said something %d times in the last 7 days", runs, emitted)
		}
	}
}

// silentEvents are the events that are registered and never ran while others
// did.
func silentEvents(a *Agent, first map[string]registered) (silent []string) {
	ran := map[hook.Kind]bool{}
	for _, x := range a.Hooks {
		ran[x.Event] = true
	}
	for _, dialect := range hook.Dialects() {
		if dialect.Agent != a.Name {
			continue
		}
		for _, e := range dialect.Events {
			if _, there := first[e.Name]; there && !ran[e.Kind] {
				silent = append(silent, e.Name)
			}
		}
	}
	return silent
}

// old reports whether the files with the hooks were not changed lately.
func (d *Doctor) old(events []registered) bool {
	return !slices.ContainsFunc(events, func(e registered) bool { return d.time().Sub(changed(e.path)) < settled })
}

// hookNote is what the host wants from a person before it runs hooks.
func hookNote(a *Agent) string {
	for _, n := range a.host.Notes {
		if n.Part == host.Hooks {
			return n.Text
		}
	}
	return "start " + a.Title + " anew; if it still runs none, look whether it lets hooks run"
}

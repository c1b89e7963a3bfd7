package host

import (
	"regexp"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/hostadapters/edit"
)

// Hook is an event of a host that gortex answers.
type Hook struct {
	Event   string // as the host calls it
	Matcher string // of tools, "" where the host takes none
	Timeout int    // in the unit of the host
}

// HookCommand is the line for a shell by which a host calls gortex.
func HookCommand(e Env, agent string) string {
	return e.quoted(e.Command) + " hook --agent " + agent
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./:\\-]+$`)

// quoted is one word of a shell's line. A backslash is plain on Windows only.
func (e Env) quoted(word string) string {
	switch {
	case e.OS == "windows" && plainWord.MatchString(word):
		return word
	case e.OS == "windows":
		return `"` + word + `"`
	case plainWord.MatchString(word) && !strings.Contains(word, `\`):
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

var hookCommand = regexp.MustCompile(`(?:^|[\s/\\'"])gortex(?:\.exe)?['"]? hook(?:\s|$)`)

// OurHook reports whether a handler of a hook calls gortex. Its text is what
// counts, wherever the program is.
func OurHook(value any) bool {
	o, ok := value.(edit.Object)
	if !ok {
		return false
	}
	for _, key := range []string{"command", "bash", "powershell"} {
		if line, _ := o.Get(key); ourCommand(line) {
			return true
		}
	}
	return false
}

func ourCommand(line any) bool {
	s, ok := line.(string)
	return ok && hookCommand.MatchString(s)
}

// Groups makes the entries of hooks in the form of Claude Code, which several
// hosts take: below at a list for each event, of groups with a matcher and a
// list of handlers.
//
//	{"matcher": "Read|Grep", "hooks": [{"type": "command", "command": "...", "timeout": 5}]}
//
// The fields go before the others of a handler.
func Groups(at edit.Path, agent string, fields edit.Object) func(Env) []Entry {
	return func(e Env) []Entry {
		var entries []Entry
		for _, h := range e.Hooks[agent] {
			entries = append(entries, Entry{
				Part: Hooks, At: append(slices.Clone(at), h.Event), Element: true, Within: "hooks", Ours: OurHook,
				Value: func(e Env) any {
					handler := slices.Concat(fields, Map("type", "command", "command", HookCommand(e, agent), "timeout", h.Timeout))
					return slices.Concat(h.matcher(), Map("hooks", []any{handler}))
				},
			})
		}
		return entries
	}
}

// Calls makes the entries of hooks in the plain form: a list of handlers for
// each event below at, or one list at at when the key of the event is named.
func Calls(at edit.Path, agent, eventKey string) func(Env) []Entry {
	return func(e Env) []Entry {
		var entries []Entry
		for _, h := range e.Hooks[agent] {
			entry := Entry{Part: Hooks, At: slices.Clone(at), Element: true, Ours: OurHook}
			var event edit.Object
			if eventKey == "" {
				entry.At = append(entry.At, h.Event)
			} else {
				event = Map(eventKey, h.Event)
				entry.Ours = func(value any) bool {
					o, _ := value.(edit.Object)
					name, _ := o.Get(eventKey)
					return name == h.Event && OurHook(value)
				}
			}
			entry.Value = func(e Env) any {
				return slices.Concat(event, h.matcher(), Map("command", HookCommand(e, agent), "timeout", h.Timeout))
			}
			entries = append(entries, entry)
		}
		return entries
	}
}

func (h Hook) matcher() edit.Object {
	if h.Matcher == "" {
		return nil
	}
	return Map("matcher", h.Matcher)
}

// BashLine is the line of [HookCommand] for bash, for a host that names the
// shell.
func BashLine(e Env, agent string) string {
	e.OS = "" // of any system: bash reads a backslash as bash does
	return HookCommand(e, agent)
}

// PowerShellLine is the line of [HookCommand] for PowerShell.
func PowerShellLine(e Env, agent string) string {
	return "& '" + strings.ReplaceAll(e.Command, "'", "''") + "' hook --agent " + agent
}

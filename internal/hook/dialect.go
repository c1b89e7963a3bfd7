package hook

import (
	"slices"
)

// Kind is what happened, whatever the host calls it.
type Kind string

// The kinds of event that are answered, by Claude Code's names.
const (
	SessionStart     Kind = "SessionStart"
	UserPromptSubmit Kind = "UserPromptSubmit"
	PreToolUse       Kind = "PreToolUse"
	PostToolUse      Kind = "PostToolUse"

	other Kind = "other" // everything else, in observations
)

// Unit is what a host counts time-outs in.
type Unit string

// The units.
const (
	Seconds      Unit = "s"
	Milliseconds Unit = "ms"
)

// Dialect is how one host speaks to its hooks.
type Dialect struct {
	Agent string // as --agent takes it
	// Events are the ones to register: those of which the host hands the
	// answer to the model.
	Events []Event
	// Unit is what the host counts Event.Timeout in.
	Unit Unit

	names   map[string]Kind     // of all events that are understood
	tools   map[string]toolKind // what the host's own tools do
	looks   Kind                // the event that answers about reads and greps; "" where none can
	shape   shape
	silence string // what is printed when there is nothing to say
	prefix  string // of gortex's tools as the model sees their names
}

// Event is one hook to register with a host.
type Event struct {
	Name    string // as the host spells it
	Kind    Kind
	Matcher string // of the names of tools, "" where the host takes none
	Timeout int    // in the dialect's Unit
}

// toolKind is what a tool of a host does.
type toolKind int

const (
	toolRead toolKind = iota + 1 // a file
	toolGrep                     // lines by pattern
	toolGlob                     // files by name
	toolShell
	toolEdit // a part of a file, by its old text
	toolWrite
	toolPatch
)

// shape is the form of an answer.
type shape int

const (
	shapeSpecific shape = iota // {"hookSpecificOutput":{"hookEventName","additionalContext"}}
	shapeFlat                  // {"additionalContext"}
	shapeContext               // {"context"}
	shapePlain                 // the text itself
)

// Dialects lists all dialects, in order of their names.
func Dialects() []Dialect {
	list := slices.Clone(dialects)
	for i := range list {
		list[i].Events = slices.Clone(list[i].Events)
	}
	return list
}

// Agents lists the names that --agent takes.
func Agents() []string {
	names := make([]string, len(dialects))
	for i := range dialects {
		names[i] = dialects[i].Agent
	}
	return names
}

// dialect finds a dialect, nil if there is none; no name means Claude Code.
func dialect(agent string) *Dialect {
	if agent == "" {
		agent = claudeCode
	}
	for i := range dialects {
		if dialects[i].Agent == agent {
			return &dialects[i]
		}
	}
	return nil
}

// callable is the name by which the model calls one of gortex's tools.
func (d *Dialect) callable(tool string) string { return d.prefix + tool }

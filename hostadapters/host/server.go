package host

import (
	"path"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/hostadapters/edit"
)

// Name is what gortex is called in the files of all hosts.
const Name = "gortex"

// Map makes a mapping of keys and values in turn.
func Map(pairs ...any) edit.Object {
	out := make(edit.Object, 0, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		out = append(out, edit.Member{Key: pairs[i].(string), Value: pairs[i+1]})
	}
	return out
}

// Stdio is the entry of the MCP server in the form that most hosts take: a
// mapping of servers by name, and of each the program and its arguments.
type Stdio struct {
	At      edit.Path        // of the mapping of servers
	Program func(Env) string // [Env.Absolute] or [Env.Portable]
	// Before and After are further fields, around command and args.
	Before, After edit.Object
	// Pass is the field that holds environment variables, for a host that does
	// not hand on its own; "" for one that does.
	Pass    string
	AtLeast []string // as [Entry.AtLeast]
	Keep    []string // as [Entry.Keep]
	Drop    edit.Object
}

// Entry makes the entry.
func (s Stdio) Entry() Entry {
	return Entry{
		Part: Server, At: append(slices.Clone(s.At), Name), Ours: OurServer,
		AtLeast: s.AtLeast, Keep: s.Keep, Drop: s.Drop,
		Value: func(e Env) any {
			value := slices.Concat(s.Before, Map("command", s.Program(e), "args", []any{"mcp"}))
			if set := e.passed(); s.Pass != "" && len(set) > 0 {
				value = append(value, edit.Member{Key: s.Pass, Value: set})
			}
			return slices.Concat(value, s.After)
		},
	}
}

// passes lists the variables that change what gortex mcp does, or where it
// keeps its files.
var passes = []string{
	"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME",
	"GORTEX_DAEMON_LOGFILE", "GORTEX_DAEMON_PIDFILE", "GORTEX_DAEMON_SOCKET", "GORTEX_MCP_MAX_CONCURRENT_DISPATCHES",
	"GORTEX_MCP_SANITIZE", "GORTEX_MCP_TOOL_TIMEOUT", "GORTEX_WIRE", "GORTEX_WORKERS",
}

// passed are the variables of passes that are set.
func (e Env) passed() edit.Object {
	var set edit.Object
	for _, name := range passes {
		if v := e.variable(name); v != "" {
			set = append(set, edit.Member{Key: name, Value: v})
		}
	}
	return set
}

// OurServer reports whether the entry of a server starts gortex mcp, in any of
// the forms that hosts take: command and args, one list, cmd and args, or a
// mapping inside.
func OurServer(value any) bool {
	o, ok := value.(edit.Object)
	if !ok {
		return false
	}
	for _, key := range []string{"transport", "command"} {
		if inner, _ := o.Get(key); OurServer(inner) {
			return true
		}
	}
	var words []any
	for _, key := range []string{"command", "cmd", "path", "args"} {
		switch v, _ := o.Get(key); v := v.(type) {
		case string:
			words = append(words, v)
		case []any:
			words = append(words, v...)
		}
	}
	if len(words) < 2 || words[1] != "mcp" {
		return false
	}
	program, _ := words[0].(string)
	return IsGortex(program)
}

// IsGortex reports whether a path names a program called gortex.
func IsGortex(program string) bool {
	name := path.Base(strings.ReplaceAll(program, `\`, "/"))
	return name == Name || strings.EqualFold(name, Name+".exe")
}

// UnlessInstalled is a When for servers in files of the
// repository that do harm beside an entry in the user's own files.
func UnlessInstalled(harm string) func(Env) string {
	return func(e Env) string {
		if !e.Installed || e.Given[ProjectServer] {
			return ""
		}
		return "gortex is installed for this user, and " + harm
	}
}

// Allow is a list of the tools that only read, which the host then runs
// without asking: prefix is what it puts before their names.
func Allow(at edit.Path, key, prefix string) Entry {
	return Entry{
		Part: Approval, At: at, OnRequest: Approve, Shared: true, Extend: []string{key},
		Value: func(e Env) any {
			tools := []any{}
			for _, t := range e.ReadOnlyTools {
				tools = append(tools, prefix+t)
			}
			return Map(key, tools)
		},
	}
}

// AllowIn is [Allow] for a list that stands in the server's own entry in a
// mapping of servers.
func AllowIn(servers edit.Path, key string) Entry {
	entry := Allow(append(slices.Clone(servers), Name), key, "")
	entry.Ours = OurServer
	return entry
}

// Trusted lets the host run all tools of the server in a mapping of servers.
func Trusted(servers edit.Path) Entry {
	return Entry{
		Part: Approval, At: append(slices.Clone(servers), Name), OnRequest: Trust, Shared: true, Ours: OurServer,
		Value: func(Env) any { return Map("trust", true) },
	}
}

package hostadapters_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
)

// machine is a made-up machine: its files, and what a plan makes of them.
type machine struct {
	host.Env
	files map[string]string
	left  []string // what was not written, and why
}

// hooks is what gortex answers, in short.
var hooks = map[string][]host.Hook{
	"claude-code": {{Event: "SessionStart", Timeout: 5}, {Event: "PreToolUse", Matcher: "Read|Grep|Glob", Timeout: 5}},
	"codex":       {{Event: "SessionStart", Timeout: 5}, {Event: "PostToolUse", Matcher: "apply_patch", Timeout: 5}},
	"copilot-cli": {{Event: "sessionStart", Timeout: 5}, {Event: "postToolUse", Matcher: "^(?:edit|view)$", Timeout: 5}},
	"gemini":      {{Event: "BeforeAgent", Timeout: 5000}, {Event: "AfterTool", Matcher: "^(?:replace|write_file)$", Timeout: 5000}},
	"hermes":      {{Event: "pre_llm_call", Timeout: 5}},
	"kimi":        {{Event: "UserPromptSubmit", Timeout: 5}, {Event: "PreToolUse", Matcher: "^(?:Read|Grep)$", Timeout: 5}},
	"opencode":    {{Event: "chat.message", Timeout: 5000}},
}

// newMachine is a machine with nothing on it but gortex and the latest Codex.
func newMachine(os string) *machine {
	m := &machine{files: map[string]string{}}
	m.Env = host.Env{
		OS: os, Home: "/home/dev", Repo: "/src/app", Command: "/opt/gortex/bin/gortex", Bare: true,
		Version:       func(string) string { return "codex-cli 0.171.0" },
		ReadOnlyTools: []string{"explore", "search", "read"}, Hooks: hooks, Given: map[string]bool{},
	}
	switch os {
	case "darwin":
		m.Home, m.Repo = "/Users/dev", "/Users/dev/app"
	case "windows":
		m.Home, m.Repo, m.Command = `C:\Users\dev`, `C:\src\app`, `C:\Program Files\gortex\gortex.exe`
	}
	m.Get = func(string) string { return "" }
	m.Read = func(path string) []byte {
		if text, ok := m.files[path]; ok {
			return []byte(text)
		}
		return nil
	}
	return m
}

// setenv sets environment variables.
func (m *machine) setenv(pairs ...string) {
	set := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		set[pairs[i]] = pairs[i+1]
	}
	m.Get = func(name string) string { return set[name] }
}

func (m *machine) paths() []string { return slices.Sorted(maps.Keys(m.files)) }

// write writes the files of a host, as package install does but without care
// for what else could happen.
func (m *machine) write(h host.Host, scope host.Scope) error {
	for _, f := range h.Files {
		path := f.Place(m.Env)
		if f.Scope != scope || path == "" {
			continue
		}
		if f.Needs != nil && m.files[f.Needs(m.Env)] == "" || f.OnRequest != "" && !m.Given[f.OnRequest] {
			continue
		}
		if f.When != nil {
			if why := f.When(m.Env); why != "" {
				m.left = append(m.left, path+": "+why)
				continue
			}
		}
		text, err := m.after(f, path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if text != "" {
			m.files[path] = text
		}
	}
	return nil
}

// after is the text of a file with what is ours in it.
func (m *machine) after(f host.File, path string) (string, error) {
	doc := m.Read(path)
	switch {
	case f.Owned != nil:
		return f.Owned(m.Env), nil
	case f.Block != nil:
		c, err := edit.SetBlock(doc, f.BlockName, f.Block(m.Env))
		return string(c.After), err
	}
	if doc == nil && f.New != "" {
		doc = []byte(f.New)
	}
	entries := slices.Clone(f.Entries)
	if f.Hooks != nil {
		entries = append(entries, f.Hooks(m.Env)...)
	}
	for _, entry := range entries {
		if entry.OnRequest != "" && !m.Given[entry.OnRequest] {
			continue
		}
		if entry.When != nil {
			if why := entry.When(m.Env); why != "" {
				m.left = append(m.left, path+": "+entry.At.String()+": "+why)
				continue
			}
		}
		var err error
		if doc, err = put(f.Format, doc, entry, entry.Value(m.Env.For(f.Scope))); err != nil {
			return "", err
		}
	}
	return string(doc), nil
}

// put brings one entry into a document.
func put(f edit.Format, doc []byte, entry host.Entry, value any) ([]byte, error) {
	there, found, err := edit.Get(f, doc, entry.At)
	if err != nil {
		return nil, err
	}
	if entry.Element {
		list, _ := there.([]any)
		if slices.ContainsFunc(list, func(v any) bool { return ours(entry, v) }) {
			return doc, nil
		}
		c, err := edit.Append(f, doc, entry.At, value)
		return c.After, err
	}
	isBool := false
	if entry.Wrap != "" {
		_, isBool = there.(bool)
	}
	if _, isMap := there.(edit.Object); found && there != nil && !isMap && !isBool || found && entry.Ours != nil && !entry.Ours(there) {
		return nil, fmt.Errorf("%s is somebody else's", entry.At)
	}
	if isBool {
		c, err := edit.Set(f, doc, entry.At, host.Map(entry.Wrap, there))
		if err != nil {
			return nil, err
		}
		return put(f, c.After, entry, value)
	}
	old, _ := there.(edit.Object)
	for _, d := range entry.Drop {
		if v, ok := old.Get(d.Key); ok && edit.Equal(v, d.Value) {
			c, err := edit.Remove(f, doc, append(slices.Clone(entry.At), d.Key))
			if err != nil {
				return nil, err
			}
			doc = c.After
		}
	}
	c, err := edit.Merge(f, doc, entry.At, wanted(entry, old, value.(edit.Object)))
	return c.After, err
}

func ours(entry host.Entry, element any) bool {
	if entry.Within == "" {
		return entry.Ours(element)
	}
	group, _ := element.(edit.Object)
	handlers, _ := group.Get(entry.Within)
	list, _ := handlers.([]any)
	return slices.ContainsFunc(list, entry.Ours)
}

// wanted is the value with what the user may have chosen.
func wanted(entry host.Entry, old, value edit.Object) edit.Object {
	var out edit.Object
	for _, m := range value {
		was, found := old.Get(m.Key)
		if found && slices.Contains(entry.Keep, m.Key) || found && slices.Contains(entry.AtLeast, m.Key) && number(was) >= number(m.Value) {
			continue
		}
		if list, isList := was.([]any); isList && slices.Contains(entry.Extend, m.Key) {
			for _, v := range m.Value.([]any) {
				if !slices.ContainsFunc(list, func(w any) bool { return edit.Equal(v, w) }) {
					list = append(list, v)
				}
			}
			m.Value = list
		}
		out = append(out, m)
	}
	return out
}

func valueAt(t *testing.T, f edit.Format, doc []byte, at edit.Path) any {
	t.Helper()
	v, _, err := edit.Get(f, doc, at)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func number(v any) float64 {
	var n float64
	_, _ = fmt.Sscan(strings.TrimSpace(fmt.Sprint(v)), &n)
	return n
}

package install

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
)

func value(v any) func(host.Env) any { return func(host.Env) any { return v } }

// What an entry makes of a document, that it makes nothing more of it then,
// and what is left when the row takes out what it recognises.
func TestEntry(t *testing.T) {
	server := host.Stdio{
		At: edit.Path{"servers"}, Program: host.Env.Absolute,
		After: host.Map("timeout", 30, "pause", 5), AtLeast: []string{"timeout"}, Keep: []string{"pause"}, Drop: host.Map("required", true),
	}.Entry()
	hook := host.Entry{
		At: edit.Path{"hooks", "Pre"}, Element: true, Within: "hooks", Ours: host.OurHook,
		Value: value(host.Map("matcher", "Read|Grep", "hooks", []any{host.Map("command", "/b/gortex hook --agent a", "timeout", 5)})),
	}
	handler := host.Entry{
		At: edit.Path{"calls"}, Element: true, Ours: host.OurHook, Keep: []string{"timeout"},
		Value: value(host.Map("command", "/b/gortex hook --agent a", "timeout", 5)),
	}
	direct := host.Entry{
		At: edit.Path{"code_mode"}, Shared: true, Wrap: "enabled", Extend: []string{"direct"},
		Value: value(host.Map("direct", []any{"mcp__gortex", "gortex"})),
	}
	plainWord := host.Entry{At: edit.Path{"read"}, Element: true, Value: value("CONVENTIONS.md")}
	word := host.Entry{At: edit.Path{"plugins"}, Element: true, Value: value("gortex.js")}
	for _, tt := range []struct {
		name          string
		entry         host.Entry
		before, after string
		out           string // when the row has taken out what is ours
	}{
		{"server, new", server, `{}`,
			`{"servers": {"gortex": {"command": "/b/gortex", "args": ["mcp"], "timeout": 30, "pause": 5}}}`, `{"servers": {}}`},
		{"server, null", server, `{"servers": null, "a": 1}`,
			`{"servers": {"gortex": {"command": "/b/gortex", "args": ["mcp"], "timeout": 30, "pause": 5}}, "a": 1}`, `{"servers": {}, "a": 1}`},
		{"server, drifted", server, `{"servers": {"gortex": {"command": "/old/gortex", "args": ["mcp"], "timeout": 90, "pause": 1, "env": {"A": "b"}, "required": true}, "b": {}}}`,
			`{"servers": {"gortex": {"command": "/b/gortex", "args": ["mcp"], "timeout": 90, "pause": 1, "env": {"A": "b"}}, "b": {}}}`, `{"servers": {"b": {}}}`},
		{"server, too short a time-out, not required", server, `{"servers": {"gortex": {"command": "/b/gortex", "args": ["mcp"], "timeout": 9.5, "pause": 5, "required": false}}}`,
			`{"servers": {"gortex": {"command": "/b/gortex", "args": ["mcp"], "timeout": 30, "pause": 5, "required": false}}}`, `{"servers": {}}`},
		{"hook, new", hook, `{"hooks": {"Pre": [{"matcher": "Bash", "hooks": [{"command": "x"}]}]}}`,
			`{"hooks": {"Pre": [{"matcher": "Bash", "hooks": [{"command": "x"}]}, {"matcher": "Read|Grep", "hooks": [{"command": "/b/gortex hook --agent a", "timeout": 5}]}]}}`,
			`{"hooks": {"Pre": [{"matcher": "Bash", "hooks": [{"command": "x"}]}]}}`},
		{"hook, drifted, beside another's, narrowed", hook, `{"hooks": {"Pre": [{"matcher": "Read", "hooks": [{"command": "x"}, {"command": "/old/gortex hook --agent a", "timeout": 3000}]}]}}`,
			`{"hooks": {"Pre": [{"matcher": "Read", "hooks": [{"command": "x"}, {"command": "/b/gortex hook --agent a", "timeout": 5}]}]}}`,
			`{"hooks": {"Pre": [{"matcher": "Read", "hooks": [{"command": "x"}]}]}}`},
		{"call, with a time-out of the user's", handler, `{"calls": [{"command": "x"}, {"command": "/old/gortex hook --agent a", "timeout": 9}]}`,
			`{"calls": [{"command": "x"}, {"command": "/b/gortex hook --agent a", "timeout": 9}]}`, `{"calls": [{"command": "x"}]}`},
		{"shared, a boolean", direct, `{"code_mode": true}`,
			`{"code_mode": {"enabled": true, "direct": ["mcp__gortex", "gortex"]}}`, `{"code_mode": {"enabled": true}}`},
		{"shared, a list of the user's", direct, `{"code_mode": {"direct": ["mine", "gortex"]}}`,
			`{"code_mode": {"direct": ["mine", "gortex", "mcp__gortex"]}}`, `{"code_mode": {"direct": ["mine"]}}`},
		{"a word that may be the user's", plainWord, `{"read": ["a.md"]}`, `{"read": ["a.md", "CONVENTIONS.md"]}`, `{"read": ["a.md", "CONVENTIONS.md"]}`},
		{"a word that is ours", word, `{"plugins": ["a.js"]}`, `{"plugins": ["a.js", "gortex.js"]}`, `{"plugins": ["a.js"]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			env := host.Env{Command: "/b/gortex"}
			s := &sheet{format: edit.JSON, text: []byte(tt.before)}
			for range 2 {
				if err := s.put(tt.entry, env); err != nil {
					t.Fatal(err)
				}
			}
			equal(t, "put", tt.after, s.text)
			steps := len(s.steps)
			if err := s.put(tt.entry, env); err != nil || len(s.steps) != steps {
				t.Errorf("again: %d steps more, %v", len(s.steps)-steps, err)
			}
			back := s.text
			for i := len(s.steps) - 1; i >= 0; i-- {
				r, err := edit.Revert(back, s.steps[i])
				if err != nil {
					t.Fatal(err)
				}
				back = r.Text
			}
			if d := cmp.Diff(tt.before, string(back)); d != "" {
				t.Errorf("undone (-want +got):\n%s", d)
			}
			if err := s.drop(tt.entry, env); err != nil {
				t.Fatal(err)
			}
			equal(t, "dropped", tt.out, s.text)
		})
	}
}

// Values of the user's of another shape, and entries that are not ours, are
// refused.
func TestEntryRefused(t *testing.T) {
	server := host.Stdio{At: edit.Path{"servers"}, Program: host.Env.Absolute}.Entry()
	shared := host.Entry{At: edit.Path{"mode"}, Shared: true, Extend: []string{"list"}, Value: value(host.Map("list", []any{"gortex"}))}
	element := host.Entry{At: edit.Path{"list"}, Element: true, Value: value("gortex")}
	for _, tt := range []struct {
		entry    host.Entry
		text     string
		conflict bool
	}{
		{server, `{"servers": {"gortex": {"command": "npx", "args": ["gortex-proxy"]}}}`, true},
		{server, `{"servers": {"gortex": "on"}}`, true},
		{server, `{"servers": 1}`, false},
		{shared, `{"mode": "fast"}`, false},
		{shared, `{"mode": {"list": "all"}}`, false},
		{element, `{"list": {}}`, false},
	} {
		s := &sheet{format: edit.JSON, text: []byte(tt.text)}
		err := s.put(tt.entry, host.Env{Command: "/b/gortex"})
		var conflict *conflictError
		if err == nil || errors.As(err, &conflict) != tt.conflict || len(s.steps) > 0 {
			t.Errorf("%s: %v", tt.text, err)
		}
		if err := s.drop(tt.entry, host.Env{Command: "/b/gortex"}); err != nil || string(s.text) != tt.text {
			t.Errorf("%s: drop made %s, %v", tt.text, s.text, err)
		}
	}
}

// equal compares JSON by what it means.
func equal(t *testing.T, what, want string, got []byte) {
	t.Helper()
	x, _, errX := edit.Get(edit.JSON, []byte(want), nil)
	y, _, errY := edit.Get(edit.JSON, got, nil)
	if errX != nil || errY != nil || !edit.Equal(x, y) {
		t.Errorf("%s: want %s\ngot %s (%v, %v)", what, want, got, errX, errY)
	}
}

package host_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
)

func TestAtLeast(t *testing.T) {
	for _, tt := range []struct {
		told string
		want bool
	}{
		{"codex-cli 0.142.0", true}, {"0.142", true}, {"codex 0.142.1-beta.3", true}, {"1.0.0 (build 7)", true}, {"v0.143.0\n", true},
		{"codex-cli 0.141.99", false}, {"0.14.200", false}, {"", false}, {"codex", false}, {"version 12", false}, {"0.99999999999999999999.1", false},
	} {
		if got := host.AtLeast(tt.told, "0.142.0"); got != tt.want {
			t.Errorf("%q: %v", tt.told, got)
		}
	}
	if (host.Env{}).AtLeast("codex", "0.142.0") {
		t.Error("a machine of which nothing is known has a version")
	}
}

func TestPlaces(t *testing.T) {
	env := func(os, home string, vars map[string]string) host.Env {
		return host.Env{OS: os, Home: home, Get: func(name string) string { return vars[name] }}
	}
	linux, mac, windows := env("linux", "/home/a b", nil), env("darwin", "/Users/ä", nil), env("windows", `C:\Users\dev`, nil)
	moved := env("windows", `C:\Users\dev`, map[string]string{"APPDATA": `D:\roam\`, "XDG_CONFIG_HOME": `..\config`, "X": `\\server\share`})
	for _, tt := range []struct {
		name  string
		place host.Place
		env   host.Env
		want  string
	}{
		{"home", host.Home(".x/y"), linux, "/home/a b/.x/y"},
		{"home on Windows", host.Home(".x/y"), windows, `C:\Users\dev\.x\y`},
		{"no home", host.Home(".x"), host.Env{}, ""},
		{"app", host.App("Code/User"), linux, "/home/a b/.config/Code/User"},
		{"app on macOS", host.App("Code/User"), mac, "/Users/ä/Library/Application Support/Code/User"},
		{"app on Windows", host.App("Code/User"), windows, `C:\Users\dev\AppData\Roaming\Code\User`},
		{"app on Windows, moved", host.App("Code/User"), moved, `D:\roam\Code\User`},
		{"a variable with a relative path", host.Config("x"), moved, `C:\Users\dev\.config\x`},
		{"a share", host.Under("X", ".x", "y"), moved, `\\server\share\y`},
		{"a directory itself", host.Under("X", ".x", ""), linux, "/home/a b/.x"},
		{"no repository", host.Repo("x"), linux, ""},
		{"named", host.Named("X"), moved, `\\server\share`},
		{"named nothing", host.Named("X"), linux, ""},
	} {
		if got := tt.place(tt.env); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// The line reaches a shell whole, and is known again.
func TestHookLines(t *testing.T) {
	for _, tt := range []struct{ os, command, want string }{
		{"linux", "/opt/gortex/bin/gortex", "/opt/gortex/bin/gortex hook --agent x"},
		{"linux", "/home/a b/gortex", "'/home/a b/gortex' hook --agent x"},
		{"linux", "/home/o'clock/gortex", `'/home/o'\''clock/gortex' hook --agent x`},
		{"linux", "/home/ä/gortex", "'/home/ä/gortex' hook --agent x"},
		{"windows", `C:\tools\gortex.exe`, `C:\tools\gortex.exe hook --agent x`},
		{"windows", `C:\Program Files\gortex.exe`, `"C:\Program Files\gortex.exe" hook --agent x`},
	} {
		e := host.Env{OS: tt.os, Command: tt.command}
		if got := host.HookCommand(e, "x"); got != tt.want {
			t.Errorf("%s, want %s", got, tt.want)
		}
		for _, line := range []string{host.HookCommand(e, "x"), host.BashLine(e, "x"), host.PowerShellLine(e, "x")} {
			if !host.OurHook(host.Map("command", line)) || !host.OurHook(host.Map("powershell", line)) {
				t.Errorf("%s is not known as ours", line)
			}
		}
	}
	for _, line := range []string{"gortex hook", "gortex hook --mode=enrich", "FOO=1 gortex hook codex"} {
		if !host.OurHook(host.Map("command", line)) {
			t.Errorf("%s is not known as ours", line)
		}
	}
	for _, line := range []any{nil, 7, "", "gortex mcp", "my-gortex hook", "gortex-hook", "echo hook", "gortex hooks"} {
		if host.OurHook(host.Map("command", line)) {
			t.Errorf("%v is taken for ours", line)
		}
	}
}

func TestGroups(t *testing.T) {
	e := host.Env{Command: "/gortex", Hooks: map[string][]host.Hook{"x": {{Event: "E", Matcher: "M", Timeout: 3}, {Event: "F", Timeout: 4}}}}
	entries := host.Groups(edit.Path{"hooks"}, "x", host.Map("name", "gortex"))(e)
	handler := func(n int) []any {
		return []any{host.Map("name", "gortex", "type", "command", "command", "/gortex hook --agent x", "timeout", n)}
	}
	want := []any{host.Map("matcher", "M", "hooks", handler(3)), host.Map("hooks", handler(4))}
	for i, entry := range entries {
		if d := cmp.Diff(want[i], entry.Value(e)); d != "" {
			t.Error(d)
		}
	}
	if d := cmp.Diff([]string{"hooks.E", "hooks.F"}, []string{entries[0].At.String(), entries[1].At.String()}); d != "" {
		t.Error(d)
	}
	if host.Groups(edit.Path{"hooks"}, "y", nil)(e) != nil {
		t.Error("an agent without hooks has entries")
	}
}

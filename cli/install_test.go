package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/install"
	"github.com/gortexhq/gortex/internal/config"
)

// installing is a command line at a terminal, of a machine with three
// assistants of which two are found.
func installing(t *testing.T, in string) (a *App, home string, out, errs *bytes.Buffer) {
	t.Helper()
	home = t.TempDir()
	var hosts []host.Host
	for _, name := range []string{"alpha", "beta", "gamma"} {
		hosts = append(hosts, host.Host{
			Name: name, Title: strings.ToUpper(name[:1]) + name[1:], Signs: []host.Sign{{Path: host.Home("." + name)}},
			Files: []host.File{{
				Scope: host.User, Place: host.Home("." + name + "/mcp.json"), Format: edit.JSONC,
				Entries: []host.Entry{host.Stdio{At: edit.Path{"mcpServers"}, Program: host.Env.Absolute}.Entry()},
			}},
			Notes: []host.Note{{Part: host.Server, Text: "restart " + name}},
		})
	}
	hosts = append(hosts, host.Host{ // one that has nothing of the user's is not offered
		Name: "epsilon", Title: "Epsilon", Files: []host.File{{Scope: host.Project, Place: host.Repo("epsilon.md")}},
	})
	for _, name := range []string{"alpha", "gamma"} {
		if err := os.MkdirAll(filepath.Join(home, "."+name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	out, errs = &bytes.Buffer{}, &bytes.Buffer{}
	a = &App{
		IO:  IO{In: strings.NewReader(in), Out: out, Err: errs, InTTY: true, OutTTY: true, ErrTTY: true},
		Dir: home, Home: home, Terminal: config.Terminal{NoColor: true},
		Install: func() (*install.Engine, error) {
			return &install.Engine{
				Hosts: hosts, Env: host.Env{OS: "linux", Home: home, Command: "/opt/gortex"},
				Dirs: config.Dirs{State: filepath.Join(home, "state", "gortex"), Cache: filepath.Join(home, "cache", "gortex")},
			}, nil
		},
	}
	return a, home, out, errs
}

func written(home string) (names []string) {
	for _, name := range []string{"alpha", "beta", "gamma"} {
		if _, err := os.Stat(filepath.Join(home, "."+name, "mcp.json")); err == nil {
			names = append(names, name)
		}
	}
	return names
}

// A person at a terminal is asked which assistants are meant.
func TestInstallAsks(t *testing.T) {
	for _, tt := range []struct {
		in, args, want string
		status         int
		says           string
	}{
		{"\n", "", "alpha gamma", op.ExitDone, "  1 * Alpha\n  2   Beta\n  3 * Gamma\n"},
		{"2\n", "", "beta", op.ExitDone, "numbers"},
		{"1, beta\n", "", "alpha beta", op.ExitDone, "numbers"},
		{"all\n", "", "alpha beta gamma", op.ExitDone, "numbers"},
		{"4\nx\n0\n3\n", "", "gamma", op.ExitDone, "there is no number 4; want 1 to 3"},
		{"q\n", "", "", op.ExitInterrupted, "nothing was changed"},
		{"", "", "", op.ExitInterrupted, "there was no answer"},
		{"2\n", "--yes", "alpha gamma", op.ExitDone, ""},
		{"2\n", "--agents beta,gamma", "beta gamma", op.ExitDone, ""},
		{"2\n", "--yes --agents-skip gamma", "alpha", op.ExitDone, ""},
	} {
		a, home, _, errs := installing(t, tt.in)
		status := a.Run(context.Background(), append([]string{"install"}, strings.Fields(tt.args)...))
		if got := strings.Join(written(home), " "); got != tt.want || status != tt.status || !strings.Contains(errs.String(), tt.says) {
			t.Errorf("%q %s: wrote %q, status %d:\n%s", tt.in, tt.args, got, status, errs)
		}
	}
}

// The flags that name assistants and parts are lists.
func TestInstallCompletion(t *testing.T) {
	for args, want := range map[string]string{
		"install --agents ":         "alpha\tAlpha\nbeta\tBeta\ngamma\tGamma\nepsilon\tEpsilon\n:36\n",
		"install --agents alpha,b":  "alpha,beta\tBeta\n:36\n",
		"doctor --agents alpha,al":  ":36\n",
		"init --without server,r":   "server,rules\n:36\n",
		"install --request tr":      "trust\n:36\n",
		"uninstall --agents-skip g": "gamma\tGamma\n:36\n",
	} {
		a, _, out, _ := installing(t, "")
		if a.Run(context.Background(), append([]string{"__complete"}, strings.Split(args, " ")...)); out.String() != want {
			t.Errorf("%s: %q", args, out)
		}
	}
}

// What people see: what changed and where, what is left to do, and when nothing
// is.
func TestInstallTable(t *testing.T) {
	a, home, out, _ := installing(t, "")
	run := func(args string) string {
		t.Helper()
		out.Reset()
		if status := a.Run(context.Background(), strings.Fields(args)); status != op.ExitDone {
			t.Errorf("%s: status %d", args, status)
		}
		return out.String()
	}
	if got, want := run("install --yes"), `assistant  what        where              result
Alpha      MCP server  ~/.alpha/mcp.json  created
Gamma      MCP server  ~/.gamma/mcp.json  created
note: restart alpha
note: restart gamma
next: start assistants anew that are running; gortex doctor tells whether they see the tools
`; got != want {
		t.Errorf("got\n%s", got)
	}
	if got := run("install --yes"); got != "nothing to do for Alpha, Gamma\n" {
		t.Errorf("again:\n%s", got)
	}
	if got := run("uninstall --dry-run"); !strings.HasPrefix(got, "--- "+home+"/.alpha/mcp.json\n+++ /dev/null\n@@ -1,") || !strings.Contains(got, "would be removed") || len(written(home)) != 2 {
		t.Errorf("dry run:\n%s", got)
	}
	if got := run("uninstall --purge --yes"); !strings.Contains(got, "MCP server  ~/.gamma/mcp.json  removed") || !strings.Contains(got, "removed ~/state/gortex: sessions and receipts") {
		t.Errorf("purge:\n%s", got)
	}
	if len(written(home)) != 0 {
		t.Errorf("left %v", written(home))
	}
}

// A purge asks; anything but yes leaves all as it is.
func TestPurgeAsks(t *testing.T) {
	for answer, gone := range map[string]bool{"y\n": true, "yes\n": true, "\n": false, "n\n": false, "": false} {
		a, home, _, errs := installing(t, answer)
		if status := a.Run(context.Background(), []string{"install", "--yes"}); status != op.ExitDone {
			t.Fatal(errs)
		}
		status := a.Run(context.Background(), []string{"uninstall", "--purge"})
		if (len(written(home)) == 0) != gone || (status == op.ExitDone) != gone || !strings.Contains(errs.String(), "~/state/gortex  sessions and receipts") {
			t.Errorf("%q: left %v, status %d:\n%s", answer, written(home), status, errs)
		}
	}
}

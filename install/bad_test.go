package install

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
)

// toy is a host with one file of settings.
func toy(format edit.Format, entries ...host.Entry) host.Host {
	if entries == nil {
		entries = []host.Entry{host.Stdio{At: edit.Path{"mcpServers"}, Program: host.Env.Absolute}.Entry()}
	}
	return host.Host{Name: "toy", Title: "Toy", Files: []host.File{
		{Scope: host.User, Place: host.Home(".toy/mcp.json"), Format: format, Entries: entries},
	}}
}

const toyFile = ".toy/mcp.json"

// What cannot be edited is left exactly as it was, with a problem that says
// what to do; when that was done the installation works.
func TestLeftAsItWas(t *testing.T) {
	full := strings.Repeat("x", mostBytes)
	for _, tt := range []struct {
		name, code, says string
		make             func(t *testing.T, p *place)
		mend             func(t *testing.T, p *place)
	}{
		{"read-only file", ReadOnly, "make it writable",
			func(t *testing.T, p *place) { p.write(t, toyFile, "{}"); chmod(t, p.path(toyFile), 0o444) },
			func(t *testing.T, p *place) { chmod(t, p.path(toyFile), 0o644) }},
		{"read-only directory", ReadOnly, "make it writable",
			func(t *testing.T, p *place) { p.write(t, toyFile, "{}"); chmod(t, p.path(".toy"), 0o555) },
			func(t *testing.T, p *place) { chmod(t, p.path(".toy"), 0o755) }},
		{"read-only directory without the file", ReadOnly, "make it writable",
			func(t *testing.T, p *place) { mkdir(t, p.path(".toy")); chmod(t, p.path(".toy"), 0o555) },
			func(t *testing.T, p *place) { chmod(t, p.path(".toy"), 0o755) }},
		{"read-only home", ReadOnly, "make it writable",
			func(t *testing.T, p *place) { chmod(t, p.home, 0o555) },
			func(t *testing.T, p *place) { chmod(t, p.home, 0o755) }},
		{"dangling link", Unreadable, "make that file or remove the link",
			func(t *testing.T, p *place) {
				mkdir(t, p.path(".toy"))
				symlink(t, "dotfiles/mcp.json", p.path(toyFile))
			},
			func(t *testing.T, p *place) { remove(t, p.path(toyFile)) }},
		{"looping link", Unreadable, "remove",
			func(t *testing.T, p *place) {
				mkdir(t, p.path(".toy"))
				symlink(t, "other.json", p.path(toyFile))
				symlink(t, "mcp.json", p.path(".toy/other.json"))
			},
			func(t *testing.T, p *place) { remove(t, p.path(toyFile)) }},
		{"dangling directory", Unreadable, "make the directory or remove the link",
			func(t *testing.T, p *place) { symlink(t, "nowhere", p.path(".toy")) },
			func(t *testing.T, p *place) { remove(t, p.path(".toy")) }},
		{"directory", Unreadable, "is a directory where a file is expected",
			func(t *testing.T, p *place) { mkdir(t, p.path(toyFile)) },
			func(t *testing.T, p *place) { remove(t, p.path(toyFile)) }},
		{"file for a directory", Unreadable, "is a file where a directory is expected",
			func(t *testing.T, p *place) { p.write(t, ".toy", "") },
			func(t *testing.T, p *place) { remove(t, p.path(".toy")) }},
		{"too large", Unreadable, "put the entry in by hand",
			func(t *testing.T, p *place) { p.write(t, toyFile, "{}"+full) },
			func(t *testing.T, p *place) { p.write(t, toyFile, "{}") }},
		{"not JSON", Malformed, "line 2, column 8",
			func(t *testing.T, p *place) { p.write(t, toyFile, "{\n  \"a\": }\n") },
			func(t *testing.T, p *place) { p.write(t, toyFile, "{\n  \"a\": 1}\n") }},
		{"cut off", Malformed, "line 1",
			func(t *testing.T, p *place) { p.write(t, toyFile, `{"mcpServers": {"gortex": {"command`) },
			func(t *testing.T, p *place) { p.write(t, toyFile, "") }},
		{"a key twice", Malformed, "is there twice",
			func(t *testing.T, p *place) { p.write(t, toyFile, `{"mcpServers": {}, "mcpServers": {"a": {}}}`) },
			func(t *testing.T, p *place) { p.write(t, toyFile, `{"mcpServers": {"a": {}}}`) }},
		{"a list of servers", Malformed, "is a list, not a mapping",
			func(t *testing.T, p *place) { p.write(t, toyFile, `{"mcpServers": []}`) },
			func(t *testing.T, p *place) { p.write(t, toyFile, `{}`) }},
		{"somebody else's server", Conflict, "rename or remove it",
			func(t *testing.T, p *place) { p.write(t, toyFile, `{"mcpServers": {"gortex": {"command": "other"}}}`) },
			func(t *testing.T, p *place) { p.write(t, toyFile, `{"mcpServers": {"other": {"command": "other"}}}`) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPlace(t, toy(edit.JSONC))
			tt.make(t, p)
			before := p.tree(t)
			plan := p.install(t, p.user())
			c := only(t, plan, p.path(toyFile))
			if c.Problem == nil || c.Problem.Code != tt.code || !strings.Contains(c.Problem.Message, tt.says) || c.Done || c.Action() != Keep {
				t.Errorf("%+v, done %v, action %s", c.Problem, c.Done, c.Action())
			}
			sameTree(t, "after install", before, p.tree(t))
			p.uninstall(t, p.user())
			sameTree(t, "after uninstall", before, p.tree(t))
			tt.mend(t, p)
			mended := p.tree(t)
			well(t, p.install(t, p.user()))
			if !strings.Contains(p.read(t, toyFile), "gortex") {
				t.Errorf("when mended:\n%s", p.read(t, toyFile))
			}
			well(t, p.uninstall(t, p.user()))
			sameTree(t, "mended, after uninstall", mended, p.tree(t))
		})
	}
}

// One host's file that cannot be edited does not keep the others from theirs.
func TestOthersGoOn(t *testing.T) {
	p := newCrowd(t)
	p.write(t, ".config/zed/settings.json", "{")
	plan := p.install(t, p.user())
	if c, n := plan.Failure(); n != 1 || c.Host != "zed" {
		t.Errorf("%d problems, first of %+v", n, c)
	}
	p.holds(t, ".config/zed/settings.json", "{")
	for _, path := range []string{".codex/config.toml", ".continue/config.yaml", ".qwen/settings.json"} {
		if !strings.Contains(p.read(t, path), "gortex") {
			t.Errorf("%s was not written", path)
		}
	}
}

// Unusual files are written and come back byte for byte, with their mode.
func TestUnusualFiles(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"projects": {"/": {}`)
	for i := range 100_000 {
		b.WriteString(`, "/home/me/project` + strings.Repeat("x", i%7) + strconv.Itoa(i) + `": {"history": [1, 2, 3]}`)
	}
	b.WriteString("}}")
	large := b.String()
	if len(large) < 5_000_000 {
		t.Fatalf("only %d bytes", len(large))
	}
	for name, text := range map[string]string{
		"empty": "", "white space": "\n\n", "BOM": "\ufeff{\n  \"a\": 1\n}\n", "CRLF": "{\r\n\t\"a\": 1\r\n}\r\n",
		"no line ending": "{ }", "null": `{"mcpServers": null}`, "comments": "// mine\n{\n  /* b */ \"mcpServers\": { }, // c\n}", "5 MB": large,
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlace(t, toy(edit.JSONC))
			p.write(t, toyFile, text)
			chmod(t, p.path(toyFile), 0o640)
			before := p.tree(t)
			well(t, p.install(t, p.user()))
			p.settled(t, p.user())
			after := p.read(t, toyFile)
			if !strings.Contains(after, "gortex") || strings.HasPrefix(text, "\ufeff") != strings.HasPrefix(after, "\ufeff") ||
				strings.Contains(text, "\r\n") && strings.Count(after, "\n") != strings.Count(after, "\r\n") {
				t.Errorf("got %.500q", after)
			}
			if info, _ := os.Stat(p.path(toyFile)); info.Mode().Perm() != 0o640 {
				t.Errorf("mode %s", info.Mode())
			}
			well(t, p.uninstall(t, p.user()))
			sameTree(t, "after uninstall", before, p.tree(t))
		})
	}
}

// A link stays a link, and what it leads to is changed; two ways to one file
// are one file.
func TestThroughLinks(t *testing.T) {
	one, two := toy(edit.JSON), toy(edit.JSON)
	two.Name = "twin"
	two.Files = []host.File{two.Files[0]}
	two.Files[0].Place = host.Home("link/mcp.json")
	p := newPlace(t, one, two)
	p.write(t, "dotfiles/toy/mcp.json", "{}\n")
	symlink(t, "dotfiles/toy", p.path(".toy"))
	symlink(t, p.path("dotfiles/toy"), p.path("link"))
	p.write(t, "other/mcp.json", "{}\n")
	before := p.tree(t)
	plan := p.install(t, p.user())
	well(t, plan)
	if a, b := plan.Changes[0], plan.Changes[1]; a.Target != b.Target || a.Action() != Update || b.Action() != Keep {
		t.Errorf("%s %s, %s %s", a.Target, a.Action(), b.Target, b.Action())
	}
	if got := strings.Count(p.read(t, "dotfiles/toy/mcp.json"), "gortex\""); got == 0 {
		t.Error("the file was not changed")
	}
	p.settled(t, p.user())
	well(t, p.uninstall(t, p.user(one)))
	p.settled(t, p.user(two)) // the twin still needs it
	well(t, p.uninstall(t, p.user(two)))
	sameTree(t, "after uninstall", before, p.tree(t))
}

// A link in the repository that leads to a file of the user is not followed.
func TestInitStaysInside(t *testing.T) {
	h := toy(edit.JSON)
	h.Files[0].Scope, h.Files[0].Place = host.Project, host.Repo(".toy.json")
	p := newPlace(t, h)
	p.write(t, "mine.json", "{}")
	symlink(t, p.path("mine.json"), filepath.Join(p.repo, ".toy.json"))
	c := p.install(t, p.project()).Changes[0]
	if c.Problem == nil || c.Problem.Code != Outside {
		t.Errorf("%+v", c.Problem)
	}
	p.holds(t, "mine.json", "{}")
}

// Variables that move the files of hosts, and of gortex, are followed.
func TestMoved(t *testing.T) {
	p := newPlace(t)
	p.set = map[string]string{"CODEX_HOME": p.path("elsewhere/codex"), "CLAUDE_CONFIG_DIR": p.path("elsewhere/claude"), "XDG_CONFIG_HOME": p.path("elsewhere/config")}
	hosts, err := p.Named([]string{"codex", "claude", "zed"})
	if err != nil || len(hosts) != 3 {
		t.Fatal(hosts, err)
	}
	well(t, p.install(t, p.user(hosts...)))
	for _, path := range []string{"elsewhere/codex/config.toml", "elsewhere/claude/.claude.json", "elsewhere/config/zed/settings.json"} {
		if !strings.Contains(p.read(t, path), p.Env.Command) {
			t.Errorf("%s does not name gortex", path)
		}
	}
	for _, path := range []string{".codex", ".claude", ".claude.json", ".config"} {
		if _, err := os.Lstat(p.path(path)); err == nil {
			t.Errorf("%s was made", path)
		}
	}
	p.set = map[string]string{} // what was written is known from the receipt
	well(t, p.uninstall(t, p.user()))
	if all := p.tree(t); len(all) != 2 {
		t.Errorf("left: %v", all)
	}
}

// Without a place for the receipt nothing is written.
func TestNoReceipt(t *testing.T) {
	p := newPlace(t, toy(edit.JSON))
	p.write(t, toyFile, "{}")
	p.Dirs.State = filepath.Join(p.home, toyFile, "gortex") // below a file
	plan, err := p.Plan(p.user())
	if err == nil {
		err = p.Apply(t.Context(), plan)
	}
	if err == nil || !strings.Contains(err.Error(), "receipt") {
		t.Errorf("%v", err)
	}
	p.holds(t, toyFile, "{}")
}

// A receipt that is damaged, or of a later version, stops everything: without
// it nothing could be taken back.
func TestReceiptsThatCannotBeRead(t *testing.T) {
	for text, says := range map[string]string{`{"version": 1, "files": [`: "damaged", `{"version": 7}`: "newer gortex", `[]`: "damaged"} {
		p := newPlace(t, toy(edit.JSON))
		p.write(t, p.receiptPath(), text)
		for _, plan := range []func(Selection) (*Plan, error){p.Plan, p.PlanRemoval} {
			if _, err := plan(p.user()); err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), p.receiptPath()) {
				t.Errorf("%s: %v", text, err)
			}
		}
		p.holds(t, p.receiptPath(), text)
	}
}

// The receipt is for its user alone.
func TestReceiptIsPrivate(t *testing.T) {
	p := newPlace(t, toy(edit.JSON))
	p.install(t, p.user())
	for path, want := range map[string]os.FileMode{p.receiptPath(): 0o600, p.path(toyFile): 0o600, p.path(".toy"): 0o700} {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	if text := p.read(t, p.receiptPath()); !bytes.HasPrefix([]byte(text), []byte("{\n \"version\": 1,")) {
		t.Errorf("receipt begins %.40q", text)
	}
}

func chmod(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(path, 0o755) }) // it may be gone
}

func mkdir(t *testing.T, path string) {
	t.Helper()
	if err := os.MkdirAll(path, 0o755); err != nil {
		t.Fatal(err)
	}
}

func symlink(t *testing.T, to, path string) {
	t.Helper()
	if err := os.Symlink(to, path); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

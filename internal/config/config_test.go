package config

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/lockedfile"
)

func env(home string, vars map[string]string) Env {
	return Env{Get: func(name string) string { return vars[name] }, Home: home, OS: "linux"}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A variable of the XDG specification counts only if it is absolute.
func TestDirs(t *testing.T) {
	got := dirsOf(env("/h", map[string]string{"XDG_CACHE_HOME": "/c", "XDG_DATA_HOME": "rel", "XDG_STATE_HOME": ""}))
	want := Dirs{Config: "/h/.config/gortex", Data: "/h/.local/share/gortex", State: "/h/.local/state/gortex", Cache: "/c/gortex"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	for name, dir := range map[string]string{"cache": dirsOf(env("", nil)).Cache, "data": dirsOf(env("", nil)).Data} {
		if !filepath.IsAbs(dir) {
			t.Errorf("without a home %s is %q, which is not absolute", name, dir)
		}
	}
	mac := dirsOf(Env{Get: func(string) string { return "" }, Home: "/Users/u", OS: "darwin"})
	if mac.Cache != "/Users/u/Library/Caches/gortex" || mac.Config != "/Users/u/Library/Application Support/gortex" {
		t.Errorf("macOS: %+v", mac)
	}
}

// A tree has one index whatever it is called; two trees of one name have two.
func TestIndexDirFollowsTheRealRoot(t *testing.T) {
	tmp := t.TempDir()
	d := Dirs{Cache: "/c/gortex"}
	a, b, link := filepath.Join(tmp, "a", "the repo"), filepath.Join(tmp, "b", "the repo"), filepath.Join(tmp, "link")
	for _, dir := range []string{a, b} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(a, link); err != nil {
		t.Skip(err)
	}
	if d.Index(a) != d.Index(link) || d.Index(a) != d.Index(a+"/.") {
		t.Errorf("one tree, indexes %q, %q and %q", d.Index(a), d.Index(link), d.Index(a+"/."))
	}
	if d.Index(a) == d.Index(b) {
		t.Errorf("two trees share %q", d.Index(a))
	}
	if !strings.HasPrefix(d.Index(a), "/c/gortex/index/the_repo-") {
		t.Errorf("index at %q", d.Index(a))
	}
}

// A variable wins over the user's file, and the file over the default.
func TestPrecedence(t *testing.T) {
	home := t.TempDir()
	write(t, filepath.Join(home, ".config/gortex/config.toml"), "workers = 3\ntimeout = \"90s\"\nplanning = true\ncolour = \"red\"\n")
	c, err := Load(env(home, map[string]string{"GORTEX_MCP_TOOL_TIMEOUT": "off", "GORTEX_PLANNING": "no", "TERM": "dumb"}))
	if err != nil {
		t.Fatal(err)
	}
	if c.Workers != 3 || c.Timeout != 0 || c.Planning || !c.Terminal.Dumb || !c.Terminal.NoProgress {
		t.Errorf("%+v", c)
	}
	if len(c.Warnings) != 1 || !strings.Contains(c.Warnings[0], `"colour"`) {
		t.Errorf("warnings %q", c.Warnings)
	}
	write(t, filepath.Join(home, ".config/gortex/config.toml"), "session_idle = \"2h\"\n")
	c, err = Load(env(home, map[string]string{"GORTEX_SESSION": "s"}))
	if err != nil || c.SessionIdle != 2*time.Hour || c.Session != "s" {
		t.Errorf("session: %+v, %v", c, err)
	}
	if c, err = Load(env(home, map[string]string{"GORTEX_SESSION_IDLE": "off"})); err != nil || c.SessionIdle != 0 {
		t.Errorf("session: %+v, %v", c, err)
	}
	c, err = Load(env(t.TempDir(), nil))
	if err != nil || c.SessionIdle != 30*time.Minute || c.Timeout != time.Minute || c.Workers != 0 {
		t.Errorf("defaults: %+v, %v", c, err)
	}
}

// A wrong setting is an error that names it, not a silent default.
func TestWrongSettings(t *testing.T) {
	for _, test := range []struct{ file, name, value, want string }{
		{file: "workers = -1", want: "workers"},
		{file: "workers = \"two\"", want: "workers"},
		{file: "timeout = \"soon\"", want: "timeout"},
		{file: "color = \"blue\"", want: "color"},
		{file: "session_idle = \"0.5\"", want: "session_idle"},
		{name: "GORTEX_SESSION_IDLE", value: "-5m", want: "session_idle"},
		{file: "workers = ", want: "config.toml"},
		{name: "GORTEX_WORKERS", value: "many", want: "workers"},
		{name: "GORTEX_MCP_TOOL_TIMEOUT", value: "-1s", want: "timeout"},
	} {
		home := t.TempDir()
		write(t, filepath.Join(home, ".config/gortex/config.toml"), test.file)
		_, err := Load(env(home, map[string]string{test.name: test.value}))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: error %v", test, err)
		}
	}
}

// The Go distribution is found through a link on PATH, and module cache and
// flags where go env -w put them.
func TestLanguages(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the paths are those of unix")
	}
	tmp, home := t.TempDir(), t.TempDir()
	tmp, _ = filepath.EvalSymlinks(tmp)
	goroot := filepath.Join(tmp, "lib", "go-1.99")
	write(t, filepath.Join(goroot, "bin", "go"), "")
	write(t, filepath.Join(goroot, "src", "runtime", "proc.go"), "")
	if err := os.Mkdir(filepath.Join(tmp, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(goroot, "bin", "go"), filepath.Join(tmp, "bin", "go")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(home, ".config", "go", "env"), "GOFLAGS=-tags=extra\nGOPATH=/p1:/p2\nGOARCH=arm64\n")

	c, err := Load(env(home, map[string]string{"PATH": ".:" + filepath.Join(tmp, "bin"), "GOARCH": "386", "GOROOT": filepath.Join(tmp, "gone")}))
	if err != nil {
		t.Fatal(err)
	}
	got := c.Languages()
	if got.GOROOT != goroot || got.GOMODCACHE != "/p1/pkg/mod" || got.GOFLAGS != "-tags=extra" || got.GOARCH != "386" || got.GOOS != runtime.GOOS {
		t.Errorf("%+v", got)
	}
	c, _ = Load(env(home, map[string]string{"GOENV": "off"}))
	if got := c.Languages(); got.GOMODCACHE != filepath.Join(home, "go/pkg/mod") || got.GOFLAGS != "" {
		t.Errorf("without the file: %+v", got)
	}
}

// Trackers that write at once all find themselves in the list.
func TestUpdateRepositoriesTakesTurns(t *testing.T) {
	d := Dirs{Data: filepath.Join(t.TempDir(), "new", "gortex")}
	if list, err := d.ReadRepositories(); list != nil || err != nil {
		t.Errorf("no file: %v, %v", list, err)
	}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			err := d.UpdateRepositories(t.Context(), func(list []Tracked) ([]Tracked, error) {
				return append(list, Tracked{Name: strconv.Itoa(i), Path: "/r/" + strconv.Itoa(i)}), nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	list, err := d.ReadRepositories()
	if err != nil || len(list) != 8 {
		t.Errorf("%d repositories, %v", len(list), err)
	}
	left, _ := filepath.Glob(filepath.Join(d.Data, ".*"))
	if len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// A change that fails, a list nobody can read, and a lock that is held all
// leave the file as it was.
func TestUpdateRepositoriesFails(t *testing.T) {
	d := Dirs{Data: t.TempDir()}
	refuse := errors.New("no")
	if err := d.UpdateRepositories(t.Context(), func([]Tracked) ([]Tracked, error) { return nil, refuse }); !errors.Is(err, refuse) {
		t.Errorf("error %v", err)
	}
	for _, text := range []string{"version = 9\n", "[[repository]\n"} {
		write(t, d.Repositories(), text)
		err := d.UpdateRepositories(t.Context(), func(l []Tracked) ([]Tracked, error) { return l, nil })
		if after, _ := os.ReadFile(d.Repositories()); err == nil || string(after) != text {
			t.Errorf("%q became %q, error %v", text, after, err)
		}
	}
	unlock, err := lockedfile.Lock(t.Context(), d.Repositories()+".lock", 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	if err := d.UpdateRepositories(ctx, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("while another holds the lock: %v", err)
	}
}

// A home that is not absolute is none.
func TestRelativeHome(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the home is in another variable")
	}
	for home, want := range map[string]string{"/home/u": "/home/u", "": "", ".": "", "a/b": ""} {
		t.Setenv("HOME", home)
		if got := System().Home; got != want {
			t.Errorf("HOME=%q: %q, want %q", home, got, want)
		}
	}
}

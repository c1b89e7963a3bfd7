package workspace_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/gortexhq/gortex/internal/config"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/lang/all"
	"github.com/gortexhq/gortex/internal/workspace"
)

// setup is a workspace of its own for someone who stands in dir. change may
// adjust it.
func setup(t testing.TB, dir, state string, change func(*workspace.Config)) *workspace.Workspace {
	c := workspace.Config{
		Dir: dir, Home: "/nobody",
		Dirs:       config.Dirs{Cache: filepath.Join(state, "cache"), Data: filepath.Join(state, "data")},
		Env:        lang.Env{GOROOT: runtime.GOROOT(), GOOS: "linux", GOARCH: "amd64"},
		LanguageOf: all.LanguageOf, Analyzers: all.Analyzers, Workers: 2,
	}
	if change != nil {
		change(&c)
	}
	w := workspace.New(c)
	t.Cleanup(func() { _ = w.Close() }) // nothing is written then
	return w
}

func watching(c *workspace.Config) { c.Watch = true }

// resolved is a new directory without symbolic links in its name.
func resolved(t testing.TB) string {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	return dir
}

func look(t testing.TB, w *workspace.Workspace, s engine.Scope) engine.View {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	v, err := w.View(ctx, s)
	must(t, err)
	return v
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func write(t testing.TB, content string, path ...string) {
	t.Helper()
	p := filepath.Join(path...)
	must(t, os.MkdirAll(filepath.Dir(p), 0o755))
	must(t, os.WriteFile(p, []byte(content), 0o644))
}

func git(t testing.TB, dir string, args ...string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

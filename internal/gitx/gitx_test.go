package gitx_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/gitx"
)

func repo(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(dir, "none"))
	if _, err := gitx.Run(t.Context(), dir, "init", "-q"); err != nil {
		t.Skip("git is not there:", err)
	}
	return dir
}

func TestRunTellsWhatGitSaid(t *testing.T) {
	dir := repo(t)
	_, err := gitx.Run(t.Context(), dir, "cat-file", "-p", "nothing")
	var failed *gitx.Error
	if !errors.As(err, &failed) || failed.Status != 128 || !strings.Contains(err.Error(), "cat-file: fatal:") {
		t.Errorf("got %v, want git's own words and status 128", err)
	}
}

func TestFeed(t *testing.T) {
	out, err := gitx.Feed(t.Context(), repo(t), []byte("hello\n"), "hash-object", "--stdin")
	if got := strings.TrimSpace(string(out)); err != nil || got != "ce013625030ba8dba906f756967f9e9ca394464a" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestExcludesFile(t *testing.T) {
	dir := repo(t)
	if got, err := gitx.ExcludesFile(t.Context(), dir); got != "" || err != nil {
		t.Errorf("unset: %q, %v", got, err)
	}
	if _, err := gitx.Run(t.Context(), dir, "config", "core.excludesFile", "/x y/ignore"); err != nil {
		t.Fatal(err)
	}
	if got, err := gitx.ExcludesFile(t.Context(), dir); got != "/x y/ignore" || err != nil {
		t.Errorf("set: %q, %v", got, err)
	}
}

package config

import (
	"os"
	"path/filepath"
	"testing"
)

// The user's ignore file is where git's configuration says, else where git
// looks by itself.
func TestGitIgnore(t *testing.T) {
	home := t.TempDir()
	c := &Config{env: Env{Home: home, OS: "linux", Get: func(string) string { return "" }}}
	if got := c.GitIgnore(); got != "" {
		t.Errorf("without any file: %q, want none", got)
	}
	usual := filepath.Join(home, ".config", "git", "ignore")
	put(t, usual, "*.tmp\n")
	if got := c.GitIgnore(); got != usual {
		t.Errorf("the usual file: %q, want %q", got, usual)
	}
	own := filepath.Join(home, "own.ignore")
	put(t, own, "*.log\n")
	put(t, filepath.Join(home, ".gitconfig"), "[user]\n\tname = x\n[core]\n\texcludesFile = ~/own.ignore\n[alias]\n\texcludesfile = no\n")
	if got := c.GitIgnore(); got != own {
		t.Errorf("configured: %q, want %q", got, own)
	}
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

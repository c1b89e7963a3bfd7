package workspace

import (
	"os"
	"path/filepath"

	"github.com/gortexhq/gortex/internal/walk"
)

// gitDirs are the directories outside the tree whose files change what the
// census takes: the git index and info/exclude. They are given relative to the
// root, as the watcher wants them.
func gitDirs(c *walk.Census) []string {
	var dirs []string
	add := func(dir string) {
		if rel, err := filepath.Rel(c.Root, dir); err == nil {
			dirs = append(dirs, filepath.ToSlash(rel))
		}
	}
	for _, r := range c.Repos {
		if r.GitDir == "" {
			continue
		}
		add(r.GitDir)
		// A directory that is not there yet shows in the one above it.
		info := filepath.Join(r.CommonDir, "info")
		if _, err := os.Stat(info); err != nil {
			info = r.CommonDir
		}
		add(info)
	}
	return dirs
}

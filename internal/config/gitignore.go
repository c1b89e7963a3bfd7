package config

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
)

// GitIgnore is the user's own ignore file for all repositories
// (core.excludesFile), "" if it is not there. Git's configuration is read by
// hand: starting git takes longer than a whole call. Includes are not followed.
func (c *Config) GitIgnore() string {
	xdg := first(c.env.Get("XDG_CONFIG_HOME"), filepath.Join(c.env.Home, ".config"))
	path := filepath.Join(xdg, "git", "ignore")
	files := []string{filepath.Join(xdg, "git", "config"), filepath.Join(c.env.Home, ".gitconfig")}
	if global := c.env.Get("GIT_CONFIG_GLOBAL"); global != "" {
		files = []string{global}
	}
	for _, f := range files {
		if set, ok := excludesFile(f); ok {
			path = set
		}
	}
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		path = filepath.Join(c.env.Home, rest)
	}
	if info, err := os.Stat(path); err != nil || !filepath.IsAbs(path) || info.IsDir() {
		return ""
	}
	return path
}

func excludesFile(config string) (path string, ok bool) {
	f, err := os.Open(config)
	if err != nil {
		return "", false
	}
	defer f.Close()
	core := false
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := strings.TrimSpace(lines.Text())
		if strings.HasPrefix(line, "[") {
			core = strings.EqualFold(strings.TrimSpace(strings.Trim(line, "[]")), "core")
			continue
		}
		key, value, found := strings.Cut(line, "=")
		if core && found && strings.EqualFold(strings.TrimSpace(key), "excludesfile") {
			path, ok = strings.Trim(strings.TrimSpace(value), `"`), true
		}
	}
	return path, ok
}

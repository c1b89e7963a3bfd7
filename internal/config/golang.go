package config

import (
	"bufio"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/gortexhq/gortex/internal/lang"
)

// Languages says where toolchains and their libraries are. No program is run
// to find out: starting `go env` takes longer than a whole call.
func (c *Config) Languages() lang.Env {
	saved := c.goEnvFile()
	get := func(name string) string { return first(c.env.Get(name), saved[name]) }
	e := lang.Env{
		GOROOT:     c.goroot(),
		GOMODCACHE: get("GOMODCACHE"),
		GOFLAGS:    get("GOFLAGS"),
		GOOS:       first(get("GOOS"), runtime.GOOS),
		GOARCH:     first(get("GOARCH"), runtime.GOARCH),
	}
	if !filepath.IsAbs(e.GOMODCACHE) {
		e.GOMODCACHE = ""
		gopath, _, _ := strings.Cut(get("GOPATH"), string(filepath.ListSeparator))
		if gopath == "" && c.env.Home != "" {
			gopath = filepath.Join(c.env.Home, "go")
		}
		if filepath.IsAbs(gopath) {
			e.GOMODCACHE = filepath.Join(gopath, "pkg", "mod")
		}
	}
	return e
}

// goEnvFile reads what `go env -w` wrote: lines of NAME=value.
func (c *Config) goEnvFile() map[string]string {
	path := c.env.Get("GOENV")
	if path == "off" {
		return nil
	}
	if path == "" {
		path = filepath.Join(c.userConfigDir(), "go", "env")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	saved := map[string]string{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if name, value, ok := strings.Cut(lines.Text(), "="); ok && !strings.HasPrefix(name, "#") {
			saved[strings.TrimSpace(name)] = strings.TrimSpace(value)
		}
	}
	return saved
}

// userConfigDir is os.UserConfigDir for the environment at hand.
func (c *Config) userConfigDir() string {
	switch c.env.OS {
	case "darwin":
		return filepath.Join(c.env.Home, "Library", "Application Support")
	case "windows":
		return c.env.Get("APPDATA")
	}
	return first(c.env.Get("XDG_CONFIG_HOME"), filepath.Join(c.env.Home, ".config"))
}

// goroot finds the Go distribution: the variable, else the go command on PATH,
// else where installers put it. It is "" if there is none.
func (c *Config) goroot() string {
	if root := c.env.Get("GOROOT"); isGoroot(root) {
		return filepath.Clean(root)
	}
	name := "go"
	if c.env.OS == "windows" {
		name = "go.exe"
	}
	for _, dir := range filepath.SplitList(c.env.Get("PATH")) {
		if !filepath.IsAbs(dir) {
			continue // as os/exec: never the directory one stands in
		}
		// A distribution's bin/go is often reached through a link.
		if real, err := filepath.EvalSymlinks(filepath.Join(dir, name)); err == nil {
			if root := filepath.Dir(filepath.Dir(real)); isGoroot(root) {
				return root
			}
		}
	}
	places := []string{
		"/usr/local/go", "/usr/lib/go", "/usr/lib/golang",
		"/opt/homebrew/opt/go/libexec", "/usr/local/opt/go/libexec", `C:\Program Files\Go`,
	}
	for _, root := range places {
		if isGoroot(root) {
			return root
		}
	}
	return ""
}

func isGoroot(dir string) bool {
	if !filepath.IsAbs(dir) {
		return false
	}
	info, err := os.Stat(filepath.Join(dir, "src", "runtime"))
	return err == nil && info.IsDir()
}

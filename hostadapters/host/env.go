package host

import (
	"path/filepath"
	"strconv"
	"strings"
)

// Env is the machine as far as a row looks at it. Tests make their own.
type Env struct {
	OS      string              // as runtime.GOOS
	Home    string              // the user's home directory
	Get     func(string) string // of the environment
	Repo    string              // the root of the repository, "" where there is none
	Command string              // absolute path of the gortex program
	// Bare says that the program is found by its name alone, in every shell of
	// this user.
	Bare bool
	// Version is what a program says of its version, "" if it is not there or
	// does not say. It is asked at most once for each program.
	Version func(program string) string
	// Given are the requests of the user by name, such as "approve": see
	// [File.OnRequest].
	Given map[string]bool
}

// Place is a path that depends on the machine; "" where there is none.
type Place func(Env) string

// Home is a path under the home directory.
func Home(path string) Place {
	return func(e Env) string { return join(e.Home, path) }
}

// Under is a path under the directory that a variable names, or else under a
// directory of the home directory: Under("CODEX_HOME", ".codex", "config.toml").
func Under(variable, fallback, path string) Place {
	return func(e Env) string {
		if dir := e.Get(variable); filepath.IsAbs(dir) {
			return join(dir, path)
		}
		return join(e.Home, filepath.Join(fallback, path))
	}
}

// Config is a path under the directory of settings by the XDG rules, which
// some hosts follow on every system.
func Config(path string) Place { return Under("XDG_CONFIG_HOME", ".config", path) }

// App is a path under the directory in which desktop applications keep their
// settings: ~/.config, ~/Library/Application Support or %APPDATA%.
func App(path string) Place {
	return func(e Env) string {
		switch e.OS {
		case "darwin":
			return join(e.Home, filepath.Join("Library", "Application Support", path))
		case "windows":
			if dir := e.Get("APPDATA"); dir != "" {
				return join(dir, path)
			}
			return join(e.Home, filepath.Join("AppData", "Roaming", path))
		}
		return Config(path)(e)
	}
}

// Repo is a path under the root of the repository.
func Repo(path string) Place {
	return func(e Env) string { return join(e.Repo, path) }
}

// FirstOf is the first of the places at which there is something, or else the
// last.
func FirstOf(exists func(string) bool, places ...Place) Place {
	return func(e Env) string {
		for _, p := range places[:len(places)-1] {
			if path := p(e); path != "" && exists(path) {
				return path
			}
		}
		return places[len(places)-1](e)
	}
}

func join(dir, path string) string {
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, filepath.FromSlash(path))
}

// AtLeast reports whether a version that a program tells, such as
// "codex-cli 0.142.0", is not older than the wanted one. What cannot be read
// is not.
func AtLeast(told, wanted string) bool {
	got, ok := numbers(told)
	want, _ := numbers(wanted)
	if !ok {
		return false
	}
	for i := range want {
		if got[i] != want[i] {
			return got[i] > want[i]
		}
	}
	return true
}

// numbers finds the first three numbers that are joined by dots.
func numbers(text string) (n [3]int, ok bool) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r != '.' && (r < '0' || r > '9') }) {
		parts := strings.Split(strings.Trim(word, "."), ".")
		if len(parts) < 2 {
			continue
		}
		for i := range min(3, len(parts)) {
			v, err := strconv.Atoi(parts[i])
			if err != nil {
				return n, false
			}
			n[i] = v
		}
		return n, true
	}
	return n, false
}

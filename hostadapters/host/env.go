package host

import (
	"strconv"
	"strings"
)

// Env is the machine as far as a row looks at it. Tests make their own. The
// functions may be nil: then there is nothing to be learnt.
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
	// Read is the text of a regular file, nil where there is none.
	Read func(path string) []byte
	// Same reports whether two paths lead to one file.
	Same func(a, b string) bool
	// Given are the requests of the user by name, see [Requests].
	Given map[string]bool
	// Installed says that files of this user, outside of the repository, name
	// gortex already.
	Installed bool
	// ReadOnlyTools are the names of the tools that change nothing.
	ReadOnlyTools []string
	// Hooks are the hooks that gortex answers, by the agents that gortex hook
	// knows.
	Hooks map[string][]Hook
	// Rules is the body of the rule block where another than the usual one is
	// wanted.
	Rules string
}

// variable is the value of an environment variable.
func (e Env) variable(name string) string {
	if e.Get == nil {
		return ""
	}
	return e.Get(name)
}

// Text is the text of a regular file, nil where there is none.
func (e Env) Text(path string) []byte {
	if e.Read == nil || path == "" {
		return nil
	}
	return e.Read(path)
}

// Absolute is the program by its path, for files that only this user reads: it
// works with any PATH, that of a desktop too. See [Env.For].
func (e Env) Absolute() string { return e.Command }

// Portable is the program by its name where that is enough, for files of a
// repository that others share.
func (e Env) Portable() string {
	if e.Bare {
		return Name
	}
	return e.Command
}

// For is e as files of a scope have it: those of a repository are for others
// too, who have the program somewhere else.
func (e Env) For(s Scope) Env {
	if s == Project {
		e.Command = e.Portable()
	}
	return e
}

// abs reports whether a path is absolute by the rules of the system of e, which
// in tests is another than that of the process.
func (e Env) abs(path string) bool {
	if e.OS != "windows" {
		return strings.HasPrefix(path, "/")
	}
	drive := len(path) > 2 && path[1] == ':' && (path[2] == '\\' || path[2] == '/')
	return drive || strings.HasPrefix(path, `\\`)
}

// join is a path, written with slashes, under a directory; "" under none.
func (e Env) join(dir, path string) string {
	switch {
	case dir == "" || path == "":
		return dir
	case e.OS == "windows":
		return strings.TrimRight(dir, `\/`) + `\` + strings.ReplaceAll(path, "/", `\`)
	}
	return strings.TrimRight(dir, "/") + "/" + path
}

// AtLeast reports whether a program says that its version is not older than
// the wanted one. What is not there or cannot be read is older.
func (e Env) AtLeast(program, wanted string) bool {
	return e.Version != nil && AtLeast(e.Version(program), wanted)
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

package install

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/internal/config"
)

// NoRepositoryError says that a directory is none to write a repository's files
// into.
type NoRepositoryError struct{ Dir, Why string }

func (e *NoRepositoryError) Error() string { return e.Dir + " " + e.Why }

// Root is the root of the repository that holds dir: the directory with .git
// that is nearest upwards, or dir itself where there is none. The home
// directory and the root of the file system are no repositories to write to:
// what is there is this user's, or everybody's. Errors: [NoRepositoryError],
// and that there is no such directory.
func Root(dir, home string) (string, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return "", err
	}
	if !info.IsDir() {
		return "", &NoRepositoryError{dir, "is not a directory"}
	}
	root := dir
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			root = at
			break
		} else if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		if isBare(at) {
			return "", &NoRepositoryError{at, "is a bare repository, which has no files of its own; run this in one of its work trees"}
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real // one repository has one name in the receipt
	}
	switch {
	case root == filepath.Dir(root):
		return "", &NoRepositoryError{root, "is the root of the file system, not a repository"}
	case home != "" && sameFile(root, home):
		return "", &NoRepositoryError{root, "is the home directory, whose files gortex install writes"}
	}
	return root, nil
}

// isBare reports whether a directory has what git keeps, by the signs that git
// itself goes by.
func isBare(dir string) bool {
	for _, name := range []string{"HEAD", "objects", "refs"} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.IsDir() == (name == "HEAD") {
			return false
		}
	}
	return filepath.Base(dir) != ".git"
}

func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// Ready says why nothing can be written at all for a scope, nil if it can. It is
// to be asked before a plan is made. removal is for one that takes gortex out.
func (e *Engine) Ready(scope host.Scope, removal bool) error {
	switch info, err := os.Stat(e.Env.Home); {
	case scope != host.User:
	case e.Env.Home == "":
		return problem(Unreadable, "there is no home directory, as HOME is not set to an absolute path; set it and run the command again")
	case err != nil:
		return problem(Unreadable, "the home directory cannot be looked at: %v; set HOME to one that is there and run the command again", err)
	case !info.IsDir():
		return problem(Unreadable, "the home %s is not a directory; set HOME to one and run the command again", e.Env.Home)
	}
	if !removal && !host.IsGortex(e.Env.Command) {
		// Entries are known as ours by the name of the program.
		return problem(Conflict, "this program is called %s, by which its entries could not be told from others'; rename it to %s and run the command again", filepath.Base(e.Env.Command), host.Name)
	}
	return nil
}

// Machine is the environment of this process as rows see it. executable is the
// path of the program that runs.
func Machine(env config.Env, executable string) host.Env {
	m := host.Env{OS: env.OS, Home: env.Home, Get: env.Get, Command: executable, Same: sameFile}
	// The path by which a shell finds the program outlives an update that puts
	// the new one into another directory.
	if found := lookPath(env.Get, env.OS, host.Name); found != "" && sameFile(found, executable) {
		m.Command, m.Bare = found, true
	}
	return m
}

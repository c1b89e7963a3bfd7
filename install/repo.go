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

func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
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

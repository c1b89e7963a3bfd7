package bench

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// scratch is a temporary directory for indexes and copies of trees.
type scratch struct {
	dir  string
	made int
}

// state is where one gortex keeps its index: nowhere near the user's.
type state struct {
	dir string
	env []string
}

func newScratch() (*scratch, error) {
	dir, err := os.MkdirTemp("", "gortex-bench-")
	if err != nil {
		return nil, err
	}
	// A link on the way would give one tree two names.
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	return &scratch{dir: dir}, nil
}

func (s *scratch) remove() { _ = os.RemoveAll(s.dir) } // in the temporary directory: nothing is lost if it stays

func (s *scratch) fresh(kind string) string {
	s.made++
	return filepath.Join(s.dir, kind+strconv.Itoa(s.made))
}

// state makes an empty one.
func (s *scratch) state() (*state, error) {
	st := &state{dir: s.fresh("state")}
	for _, v := range []struct{ name, sub string }{
		{"XDG_CACHE_HOME", "cache"}, {"XDG_DATA_HOME", "data"}, {"XDG_STATE_HOME", "state"},
		{"XDG_CONFIG_HOME", "config"}, {"XDG_RUNTIME_DIR", "run"},
	} {
		dir := filepath.Join(st.dir, v.sub)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
		st.env = append(st.env, v.name+"="+dir)
	}
	// The Go settings of the user are part of the task, not of our state.
	if dir, err := os.UserConfigDir(); err == nil {
		if file := filepath.Join(dir, "go", "env"); exists(file) {
			st.env = append(st.env, "GOENV="+file)
		}
	}
	return st, nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// copyTree copies a tree and keeps modes and times: content is copied, never
// linked, so that a change of the copy cannot reach the original.
func copyTree(from, to string) error {
	type times struct {
		path string
		info fs.FileInfo
	}
	var dirs []times // set last: filling a directory changes its time
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		info, err := d.Info()
		if err != nil {
			return err
		}
		switch {
		case d.IsDir():
			dirs = append(dirs, times{target, info})
			return os.MkdirAll(target, info.Mode().Perm()|0o700)
		case d.Type()&fs.ModeSymlink != 0:
			link, err := os.Readlink(path)
			if err != nil {
				return err
			}
			return os.Symlink(link, target)
		case d.Type().IsRegular():
			return copyFile(path, target, info)
		}
		return nil // sockets and the like are not part of a repository
	})
	for _, d := range dirs {
		err = errors.Join(err, os.Chtimes(d.path, d.info.ModTime(), d.info.ModTime()))
	}
	return err
}

func copyFile(from, to string, info fs.FileInfo) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, info.Mode().Perm()|0o200)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		return errors.Join(err, out.Close())
	}
	if err := out.Close(); err != nil {
		return err
	}
	return os.Chtimes(to, info.ModTime(), info.ModTime())
}

// size adds up the files at and below path, in bytes; links count nothing.
func size(path string) (total int64, err error) {
	err = filepath.WalkDir(path, func(_ string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		if d.Type().IsRegular() {
			info, err := d.Info()
			if err != nil {
				return err
			}
			total += info.Size()
		}
		return nil
	})
	return total, err
}

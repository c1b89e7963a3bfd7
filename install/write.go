package install

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gortexhq/gortex/hostadapters/host"
)

// errStale says that a file is not what the plan was made for.
var errStale = errors.New("the file changed meanwhile")

// tempName is the name of the file in which the new text is made: beside the
// one that it replaces, and like no other.
func tempName(target string) string {
	var b [6]byte
	_, _ = rand.Read(b[:]) // never fails
	return filepath.Join(filepath.Dir(target), "."+filepath.Base(target)+".gortex-"+hex.EncodeToString(b[:]))
}

// write makes the file of a group what is planned. At every moment the file is
// the old one or the new one. Errors: [errStale] if it is not the old one.
func (e *Engine) write(g *group, temp string) (err error) {
	if g.after == nil {
		if err := e.unchanged(g); err != nil {
			return err
		}
		e.step("remove")
		if err := os.Remove(g.target); err != nil {
			return err
		}
		e.step("removed")
		removeEmpty(g.leftDirs())
		return nil
	}
	dirMode, mode := fs.FileMode(0o755), fs.FileMode(0o666) // less the umask
	if g.scope == host.User {
		dirMode, mode = 0o700, 0o600 // such files may hold keys
	}
	made := len(g.found.Missing) > 0
	e.step("directories")
	if err := os.MkdirAll(filepath.Dir(g.target), dirMode); err != nil {
		return err
	}
	e.step("temporary file")
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = f.Close()
			_ = os.Remove(temp)
			if made {
				removeEmpty(g.found.Missing)
			}
		}
	}()
	if err = e.fillTemp(f, g); err != nil {
		return err
	}
	if err = e.unchanged(g); err != nil {
		return err
	}
	e.step("rename")
	if err = os.Rename(temp, g.target); err != nil {
		return err
	}
	e.step("renamed")
	if !e.hasty {
		syncDir(filepath.Dir(g.target))
	}
	return nil
}

// fillTemp writes the text with the mode and owner of the old file.
func (e *Engine) fillTemp(f *os.File, g *group) error {
	half := len(g.after) / 2
	if _, err := f.Write(g.after[:half]); err != nil {
		return err
	}
	e.step("half")
	if _, err := f.Write(g.after[half:]); err != nil {
		return err
	}
	if g.found.Text != nil {
		old, err := os.Stat(g.target)
		if err != nil {
			return errStale
		}
		if err := keepOwner(f, old); err != nil {
			return err
		}
		if err := f.Chmod(old.Mode() & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky)); err != nil {
			return err
		}
	}
	if !e.hasty {
		if err := f.Sync(); err != nil {
			return err
		}
	}
	e.step("written")
	return f.Close()
}

// unchanged compares the file with what the plan was made for.
func (e *Engine) unchanged(g *group) error {
	found, err := e.disk().Read(g.path)
	if err != nil {
		return err
	}
	if found.Target != g.target || sum(found.Text) != sum(g.found.Text) {
		return errStale
	}
	return nil
}

// removeEmpty removes directories that are empty, the innermost first.
func removeEmpty(dirs []string) {
	for i := len(dirs) - 1; i >= 0; i-- {
		if err := os.Remove(dirs[i]); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return // it is not empty, or not ours to remove
		}
	}
}

// syncDir makes a rename last; not all file systems can.
func syncDir(dir string) {
	if f, err := os.Open(dir); err == nil {
		_ = f.Sync()
		_ = f.Close()
	}
}

func (e *Engine) step(name string) {
	if e.at != nil {
		e.at(name)
	}
}

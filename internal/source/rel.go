package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// PathError says why a path that a user gave names nothing inside a repository.
type PathError struct {
	Path   string // as it was given
	Root   string // the repository's root
	Reason string // one of the Path constants
}

// The reasons of a PathError.
const (
	PathInvalid = "invalid path"                      // empty, holds a NUL byte, or is refused by the system
	PathOutside = "outside the repository"            // its words lead out of the root
	PathSymlink = "leads out through a symbolic link" // a link on the way has its target elsewhere, or none
)

// Error names the path, its beginning if it is long, and the reason.
func (e *PathError) Error() string {
	const most = 200
	shown := e.Path
	if len(shown) > most {
		shown = strings.ToValidUTF8(shown[:most], "") + "…"
	}
	return fmt.Sprintf("path %q: %s", shown, e.Reason)
}

// Rel turns a path given by a user into the slash-separated path relative to root. A relative p
// is taken from root; an absolute one must lie under it, as it is written or after symbolic links
// are followed. root itself is ".". The file need not exist, but the part that does must not
// leave root through a symbolic link. root is an absolute path.
//
// The errors are *PathError, or an *fs.PathError when root cannot be resolved.
func Rel(root, p string) (string, error) {
	if p == "" || strings.IndexByte(p, 0) >= 0 {
		return "", &PathError{p, root, PathInvalid}
	}
	root = filepath.Clean(root)
	abs := filepath.FromSlash(p)
	if !filepath.IsAbs(abs) {
		abs = filepath.Join(root, abs)
	}
	abs = filepath.Clean(abs)
	realRoot, err := filepath.EvalSymlinks(root)
	if err != nil {
		return "", err
	}
	real, reason := resolve(abs)
	followed, inside := under(realRoot, real)
	rel, written := under(root, abs)
	switch {
	case !written && (!filepath.IsAbs(filepath.FromSlash(p)) || reason != "" || !inside):
		return "", &PathError{p, root, PathOutside}
	case reason != "":
		return "", &PathError{p, root, reason}
	case !inside:
		return "", &PathError{p, root, PathSymlink}
	case written:
		return rel, nil
	}
	return followed, nil
}

// resolve follows the symbolic links of the part of abs that exists. It fails on a link that
// leads nowhere: a file made through it would appear at an unknown place.
func resolve(abs string) (real, reason string) {
	rest := ""
	for at := abs; ; at = filepath.Dir(at) {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(real, rest), ""
		}
		switch _, err := os.Lstat(at); {
		case err == nil:
			return "", PathSymlink
		case !absent(err) || at == filepath.Dir(at):
			return "", PathInvalid
		}
		rest = filepath.Join(filepath.Base(at), rest)
	}
}

// absent tells a name that does not exist from one that cannot be looked at. A name below a
// regular file does not exist either, whatever the system calls that.
func absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

func under(root, abs string) (string, bool) {
	rel, err := filepath.Rel(root, abs)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

package install

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"unicode/utf8"
)

// mostBytes is how large a file may be that is edited. The largest
// configuration of a host that was met has 5 MB.
const mostBytes = 20 << 20

// mostLinks is how many symbolic links are followed one after the other.
const mostLinks = 40

// Disk reads files.
type Disk interface {
	// Read reads the file that a path leads to, through symbolic links. A file
	// that is not there is no error. Errors are a [*Problem].
	Read(path string) (Found, error)
}

// Found is a file as it is now.
type Found struct {
	// Target is the path of the file itself, behind the symbolic links.
	Target string
	// Text is nil when there is no file.
	Text []byte
	// Mode are its permissions, of a file that is there.
	Mode fs.FileMode
	// Locked says why it cannot be written, and what to do, "" when it can.
	Locked string
	// Missing are the directories that must be made for it, the outermost first.
	Missing []string
}

// Problem is why a file, or a part of it, was left as it was.
type Problem struct {
	// Code is one of the codes below.
	Code string `json:"error_code"`
	// Message says what is wrong and what to do.
	Message string `json:"message"`
	// Line and Col count from 1, Col in bytes; 0 where there is no place.
	Line int `json:"line,omitempty"`
	Col  int `json:"col,omitempty"`
}

// The codes of problems.
const (
	// Unreadable: there is something at the path that is no file to edit.
	Unreadable = "unreadable"
	// ReadOnly: the file or its directory may not be written.
	ReadOnly = "read_only"
	// Malformed: the file is not of its format, or not of the shape needed.
	Malformed = "malformed"
	// Conflict: something of the same name is there that is not ours.
	Conflict = "conflict"
	// Stale: the file changed while it was being written, twice.
	Stale = "stale_write"
	// Outside: the path leads out of the repository.
	Outside = "path_outside_root"
	// DiskFull: there was no room.
	DiskFull = "disk_full"
	// Failed: the system refused for another reason.
	Failed = "failed"
)

func (p *Problem) Error() string { return p.Message }

func problem(code, format string, a ...any) *Problem {
	return &Problem{Code: code, Message: fmt.Sprintf(format, a...)}
}

// asProblem turns an error of the system into what to do about it.
func asProblem(err error) *Problem {
	var p *Problem
	switch {
	case err == nil:
		return nil
	case errors.As(err, &p):
		return p
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return problem(DiskFull, "%v; make room and run the command again", err)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return problem(ReadOnly, "%v; allow yourself to write there and run the command again", err)
	}
	return problem(Failed, "%v", err)
}

// machine is the Disk of this machine.
type machine struct{}

// Read implements Disk.
func (machine) Read(path string) (Found, error) {
	found := Found{Target: filepath.Clean(path)}
	info, err := follow(&found)
	switch {
	case !utf8.ValidString(found.Target):
		// The receipt is JSON: it could not bring back a file of this name.
		return found, problem(Unreadable, "the path %q is not UTF-8; put the entry in by hand", found.Target)
	case errors.Is(err, fs.ErrNotExist):
		return missing(found)
	case errors.Is(err, syscall.ENOTDIR):
		return missing(found)
	case err != nil:
		return found, unreadable(err)
	case info.IsDir():
		return found, problem(Unreadable, "%s is a directory where a file is expected; move it away", found.Target)
	case !info.Mode().IsRegular():
		return found, problem(Unreadable, "%s is not a regular file; move it away", found.Target)
	case info.Size() > mostBytes:
		return found, tooLarge(found.Target, info.Size())
	}
	f, err := os.Open(found.Target)
	if err != nil {
		return found, unreadable(err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostBytes+1))
	switch {
	case err != nil:
		return found, unreadable(err)
	case len(text) > mostBytes:
		return found, tooLarge(found.Target, int64(len(text)))
	}
	if text == nil {
		text = []byte{}
	}
	found.Text, found.Mode = text, info.Mode().Perm()
	dir := filepath.Dir(found.Target)
	switch {
	case !writable(found.Target):
		found.Locked = fmt.Sprintf("%s is read-only; make it writable, or put the change into what generates it", found.Target)
	case !writable(dir):
		found.Locked = fmt.Sprintf("the directory %s is read-only, and a file is replaced whole there; make it writable", dir)
	}
	return found, nil
}

// follow goes through symbolic links to the file itself. With an error of
// fs.ErrNotExist the target is where the file would be.
func follow(found *Found) (fs.FileInfo, error) {
	for range mostLinks {
		// The directory is named as the system names it, so that two ways to a
		// file are one file.
		found.Target = filepath.Join(resolved(filepath.Dir(found.Target)), filepath.Base(found.Target))
		info, err := os.Lstat(found.Target)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return info, err
		}
		link := found.Target
		to, err := os.Readlink(link)
		if err != nil {
			return nil, err
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(link), to)
		}
		if _, err := os.Stat(link); errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
			return nil, problem(Unreadable, "%s is a symbolic link to %s, which is not there; make that file or remove the link", link, to)
		}
		found.Target = to
	}
	return nil, problem(Unreadable, "%s is a symbolic link that leads to itself; remove it", found.Target)
}

// resolved is a directory without symbolic links. Of one that is not there yet
// those above it are resolved, so that its name is the same once it is made.
func resolved(dir string) string {
	for above, below := dir, ""; ; {
		real, err := filepath.EvalSymlinks(above)
		if err == nil {
			return filepath.Join(real, below)
		}
		up := filepath.Dir(above)
		if !errors.Is(err, fs.ErrNotExist) || up == above {
			return dir
		}
		above, below = up, filepath.Join(filepath.Base(above), below)
	}
}

// missing says what it takes to make a file that is not there.
func missing(found Found) (Found, error) {
	dir := filepath.Dir(found.Target)
	for {
		info, err := os.Stat(dir)
		switch {
		case err == nil && !info.IsDir():
			return found, problem(Unreadable, "%s is a file where a directory is expected; move it away", dir)
		case err == nil:
			if !writable(dir) {
				found.Locked = fmt.Sprintf("the directory %s is read-only; make it writable", dir)
			}
			return found, nil
		case errors.Is(err, syscall.ENOTDIR):
		case !errors.Is(err, fs.ErrNotExist):
			return found, unreadable(err)
		default:
			if _, err := os.Lstat(dir); err == nil {
				return found, problem(Unreadable, "%s is a symbolic link to a directory that is not there; make the directory or remove the link", dir)
			}
		}
		found.Missing = append([]string{dir}, found.Missing...)
		up := filepath.Dir(dir)
		if up == dir {
			return found, nil
		}
		dir = up
	}
}

func unreadable(err error) error {
	var p *Problem
	if errors.As(err, &p) {
		return p
	}
	if errors.Is(err, syscall.ELOOP) {
		return problem(Unreadable, "%v: symbolic links lead in a circle; remove one of them", err)
	}
	return problem(Unreadable, "%v; make the file readable", err)
}

func tooLarge(path string, size int64) error {
	return problem(Unreadable, "%s has %d bytes, over the %d that are edited; put the entry in by hand", path, size, mostBytes)
}

func sum(text []byte) string {
	if text == nil {
		return ""
	}
	h := sha256.Sum256(text)
	return hex.EncodeToString(h[:])
}

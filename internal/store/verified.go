package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// The bodies of a base are summed once, not on every opening: a base never
// changes, so as long as the file is the one that was summed (size, times and
// inode as before) its sums still hold. What writes into the file changes its
// times, and the next opening sums again.
const verifiedName = "VERIFIED"

func verifiedStamp(seq uint64, info fs.FileInfo) string {
	return fmt.Sprintf("%d %d %d %s\n", seq, info.Size(), info.ModTime().UnixNano(), changeStamp(info))
}

// vouched reports whether the base that info describes was summed before.
func vouched(dir string, seq uint64, info fs.FileInfo) bool {
	b, err := readRegular(filepath.Join(dir, verifiedName), 1<<10)
	return err == nil && string(b) == verifiedStamp(seq, info)
}

// vouch notes that a base was summed. Failing to costs only time later.
func vouch(dir string, seq uint64, info fs.FileInfo) {
	f, err := os.CreateTemp(dir, verifiedName+"-*"+tempSuffix)
	if err != nil {
		return
	}
	_, err = f.WriteString(verifiedStamp(seq, info))
	if closeErr := f.Close(); err == nil && closeErr == nil {
		err = os.Rename(f.Name(), filepath.Join(dir, verifiedName))
	}
	if err != nil {
		os.Remove(f.Name())
	}
}

// errIrregular says that something else stands where a file should.
var errIrregular = errors.New("not a regular file")

// openRegular opens a file for reading and nothing that could block or never
// end: a pipe, a device, a directory.
func openRegular(path string) (*os.File, fs.FileInfo, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|nonblocking, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &CorruptError{filepath.Base(path), errIrregular.Error()}
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// readRegular reads a small file whole.
func readRegular(path string, most int64) ([]byte, error) {
	f, info, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info.Size() > most {
		return nil, &CorruptError{filepath.Base(path), "too long"}
	}
	return io.ReadAll(io.LimitReader(f, most))
}

package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Writer changes the index of one directory. There is one at a time, across
// processes. It is not safe for concurrent use.
type Writer struct {
	dir  string
	lock *os.File
}

// Lock waits for the right to write to a directory, which is made if needed,
// until ctx ends. Errors: *LockedError, or of the file system.
func Lock(ctx context.Context, dir string) (*Writer, error) {
	f, err := openLock(dir)
	if err != nil {
		return nil, err
	}
	for {
		got, err := tryLock(f)
		if err != nil {
			f.Close()
			return nil, err
		}
		if got && stillThere(f) {
			break
		}
		if got {
			// The directory was deleted while this waited: the lock that
			// counts now is another file.
			f.Close()
			if f, err = openLock(dir); err != nil {
				return nil, err
			}
			continue
		}
		select {
		case <-ctx.Done():
			pid := readPID(f)
			f.Close()
			return nil, &LockedError{PID: pid, Err: context.Cause(ctx)}
		case <-time.After(5 * time.Millisecond):
		}
	}
	// Who holds the lock is a courtesy; the lock itself is what counts.
	if err := f.Truncate(0); err == nil {
		f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	}
	return &Writer{dir: dir, lock: f}, nil
}

func openLock(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	return os.OpenFile(filepath.Join(dir, lockName), os.O_CREATE|os.O_RDWR, 0o644)
}

// stillThere reports whether an open file is the one its name leads to.
func stillThere(f *os.File) bool {
	open, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(f.Name())
	return err == nil && os.SameFile(open, named)
}

// Holder returns the process that is writing to a directory, 0 if none is.
func Holder(dir string) int {
	f, err := os.Open(filepath.Join(dir, lockName))
	if err != nil {
		return 0
	}
	defer f.Close()
	if free, err := tryLock(f); free || err != nil {
		return 0
	}
	return readPID(f)
}

func readPID(f *os.File) int {
	var b [20]byte
	n, _ := f.ReadAt(b[:], 0)
	pid, _ := strconv.Atoi(strings.TrimSpace(string(b[:n])))
	return pid
}

// Close gives the lock back.
func (w *Writer) Close() error {
	if w.lock == nil {
		return nil
	}
	w.lock.Truncate(0)
	err := w.lock.Close()
	w.lock = nil
	return err
}

// Open is Open of the directory.
func (w *Writer) Open() (*Reader, error) { return Open(w.dir) }

// Publish makes a new generation of what the Builder holds and makes it
// current. Readers of the old one keep it. On error the old one stays. An index
// of a newer format is left alone: *VersionError.
func (w *Writer) Publish(b *Builder) error {
	_, err := readManifest(w.dir)
	var version *VersionError
	if errors.As(err, &version) && version.Newer() {
		return version
	}
	cols, err := b.base()
	if err != nil {
		return err
	}
	seqs, err := sequences(w.dir)
	if err != nil {
		return err
	}
	seq := uint64(1)
	for _, s := range seqs {
		seq = max(seq, s+1)
	}
	return w.install(cols, seq)
}

// install writes a base and, last of all, the manifest that names it.
func (w *Writer) install(cols *columns, seq uint64) error {
	err := writeFile(w.dir, baseName(seq), func(f *os.File) error { return cols.write(f) })
	if err != nil {
		return err
	}
	err = writeFile(w.dir, manifestName, func(f *os.File) error {
		_, err := f.Write(encodeManifest(seq))
		return err
	})
	if err != nil {
		os.Remove(filepath.Join(w.dir, baseName(seq)))
		return err
	}
	if info, err := os.Stat(filepath.Join(w.dir, baseName(seq))); err == nil {
		vouch(w.dir, seq, info) // just written, from memory
	}
	sweep(w.dir, seq)
	return nil
}

// write writes the image to a file.
func (cols *columns) write(f *os.File) error {
	header, _ := cols.encodeHeader()
	if _, err := f.Write(header); err != nil {
		return err
	}
	var pad [8]byte
	for _, body := range cols {
		if _, err := f.Write(body); err != nil {
			return err
		}
		if n := -len(body) & 7; n > 0 {
			if _, err := f.Write(pad[:n]); err != nil {
				return err
			}
		}
	}
	return nil
}

// Update appends a change to the current generation: files replaced, added and
// removed, and whatever else the Builder sets. Nodes whose qualified name and
// ordinal in their file are still there keep their numbers. The caller gives
// again every file whose facts change because of the change; edges from others
// to what went away become unresolved, and come back when it does.
func (w *Writer) Update(b *Builder) error {
	r, err := w.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	cols, err := b.segment(r)
	if err != nil {
		return err
	}
	return appendRecord(filepath.Join(w.dir, logName(r.seq)), r.log, cols)
}

// Limits of the log: beyond them reading slows down, and a new base is due.
const (
	maxSegments = 300
	maxLogBytes = 10 << 20
)

// NeedsCompaction reports whether the log has grown so long that the next
// writer should call Compact.
func (r *Reader) NeedsCompaction() bool {
	return r.log.records > maxSegments || r.log.size > max(maxLogBytes, int64(len(r.image))/4)
}

// TextSource makes a new trigram index for a Reader's content, for SetText.
type TextSource func(r *Reader) (section []byte, docs []string, err error)

// Compact writes the current generation, segments laid over, as a new base. No
// file of the tree is read, except by text, which may be nil: then the trigram
// index stays as it is and the files changed since stay pending.
func (w *Writer) Compact(text TextSource) error {
	r, err := w.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	if err := r.Verify(); err != nil {
		return err
	}
	b := r.builder()
	if text != nil {
		section, docs, err := text(r)
		if err != nil {
			return err
		}
		b.SetText(section, docs)
	}
	return w.Publish(b)
}

package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/gortexhq/gortex/internal/graph"
)

// Open maps the current generation of a directory for reading. It takes no
// lock. Errors: ErrNoIndex, *CorruptError, *VersionError, or of the file system.
func Open(dir string) (*Reader, error) { return openAs(dir, true) }

// Peek is Open for those who cannot wait and must not write: a base that was
// not summed before is taken as it is. Damage there makes answers wrong or
// less, never a panic.
func Peek(dir string) (*Reader, error) { return openAs(dir, false) }

func openAs(dir string, sum bool) (*Reader, error) {
	seq, err := readManifest(dir)
	for err == nil {
		r, openErr := openGeneration(dir, seq, sum)
		if openErr == nil && r.log.size > 0 {
			return r, nil
		}
		// A writer may have published and swept in between: a base, or a log,
		// that is not there says something only while the manifest stays.
		var now uint64
		if now, err = readManifest(dir); err == nil && now == seq {
			if errors.Is(openErr, fs.ErrNotExist) {
				openErr = &CorruptError{baseName(seq), "the manifest names it and it is not there"}
			}
			return r, openErr
		}
		if openErr == nil {
			r.Close()
		}
		seq = now
	}
	return nil, err
}

func openGeneration(dir string, seq uint64, sum bool) (*Reader, error) {
	base, info, err := mapFile(filepath.Join(dir, baseName(seq)))
	if err != nil {
		return nil, err
	}
	log, _, err := mapFile(filepath.Join(dir, logName(seq)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, errors.Join(err, base.close())
	}
	r, err := newReader(base, log)
	if err != nil {
		base.close()
		log.close()
		var version *VersionError
		if errors.As(err, &version) {
			return nil, version
		}
		return nil, &CorruptError{baseName(seq), err.Error()}
	}
	r.maps, r.seq = []mapping{base, log}, seq
	if sum && !vouched(dir, seq, info) {
		if err := r.Verify(); err != nil {
			return nil, errors.Join(err, r.Close())
		}
		vouch(dir, seq, info)
	}
	return r, nil
}

// newReader lays the segments of a log over a base.
func newReader(base, log []byte) (*Reader, error) {
	cols, err := decodeImage(base)
	if err != nil {
		return nil, err
	}
	p, err := newPart(cols, true)
	if err != nil {
		return nil, err
	}
	segments, state, err := decodeLog(log, imageChecksum(base))
	if err != nil {
		return nil, fmt.Errorf("segment %d: %w", state.records, err)
	}
	r := &Reader{parts: append([]*part{p}, segments...), log: state, image: base}
	for i, s := range segments {
		before := r.parts[i].counts
		if s.counts.Nodes < before.Nodes || s.counts.Nodes-before.Nodes > uint64(len(s.kind)) ||
			s.counts.Files < before.Files || s.counts.Files-before.Files > uint64(len(s.fileID)) {
			return nil, fmt.Errorf("segment %d: %w", i, corrupt("counts do not follow the part before"))
		}
	}
	r.overlay()
	return r, nil
}

// imageChecksum is the checksum of an image's header, which covers those of
// the sections.
func imageChecksum(b []byte) uint32 {
	return binary.LittleEndian.Uint32(b[imageHeader+sectionSize*int(numSections):])
}

// Verify reads the whole base and compares its checksums. Open does so only for
// a file that was not verified before; it checks headers, sizes and, in the
// log, everything. What was read for this only
// does not stay in memory.
func (r *Reader) Verify() error {
	defer func() {
		for _, m := range r.maps {
			m.drop()
		}
	}()
	if err := verifyImage(r.image, r.parts[0].cols); err != nil {
		return &CorruptError{baseName(r.seq), err.Error()}
	}
	return nil
}

// Close unmaps the generation. Nothing obtained from the Reader is used later.
func (r *Reader) Close() error {
	var errs []error
	for _, m := range r.maps {
		errs = append(errs, m.close())
	}
	r.maps, r.parts = nil, nil
	return errors.Join(errs...)
}

// Size is what the generation takes on disk, in bytes.
func (r *Reader) Size() int64 { return int64(len(r.image)) + r.log.size }

// Stats are figures of a generation.
type Stats struct {
	Files, Symbols, Edges int
	Segments              int
	BaseBytes, LogBytes   int64
}

// Stats counts what is in force now. Symbols are declarations without files.
func (r *Reader) Stats() Stats {
	s := Stats{Segments: len(r.parts) - 1, BaseBytes: int64(len(r.image)), LogBytes: r.log.size}
	for id := range r.NumFiles() {
		at, ok := r.fileAt(graph.FileID(id))
		if !ok {
			continue
		}
		p := r.parts[at.part]
		lo, hi := p.fileRange(int(at.local))
		s.Files++
		s.Symbols += max(hi-lo-1, 0)
		if hi > lo {
			from, _ := between(p.outOff, lo, len(p.outDst))
			_, to := between(p.outOff, hi-1, len(p.outDst))
			s.Edges += max(to-from, 0)
		}
	}
	for _, d := range r.derived {
		s.Edges += d.hi - d.lo
	}
	return s
}

package golang

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/pack"
)

// shared is export data that repositories share: a directory of bundles, each
// written whole by rename and never changed. One run writes one bundle, because
// hundreds of small files cost as much as checking the packages they describe.
// Any bundle may vanish or be damaged at any time; what is in it is then made
// anew.
type shared struct {
	dir string // "" if there is none

	once    sync.Once
	mu      sync.Mutex
	entries map[[16]byte]entry
	bundles []bundle
	pending map[[16]byte][]byte // of this run
}

type bundle struct {
	name  string
	file  *os.File
	count int
}

// entry is where a value stands in a bundle.
type entry struct {
	bundle   int
	off, len int64
}

const (
	bundleMagic  = "gxbundle2\n"
	bundleHeader = len(bundleMagic) + 4
	bundleEntry  = 16 + 8 + 8
	// bundlesKept is how many bundles there are before they are made one.
	bundlesKept = 8
	// maxEntries bounds what a damaged header makes us read.
	maxEntries = 1 << 16
)

func sharedKey(key string) [16]byte {
	sum := sha256.Sum256([]byte(key))
	return [16]byte(sum[:16])
}

// open reads the headers of all bundles.
func (s *shared) open() {
	s.entries = map[[16]byte]entry{}
	s.pending = map[[16]byte][]byte{}
	if s.dir == "" {
		return
	}
	names, _ := filepath.Glob(filepath.Join(s.dir, "*.bundle"))
	sort.Strings(names)
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			continue
		}
		if n, ok := s.readHeader(f, len(s.bundles)); ok {
			s.bundles = append(s.bundles, bundle{name, f, n})
		} else {
			f.Close()
		}
	}
}

func (s *shared) readHeader(f *os.File, number int) (count int, ok bool) {
	head := make([]byte, bundleHeader)
	info, err := f.Stat()
	if err != nil {
		return 0, false
	}
	if _, err := io.ReadFull(f, head); err != nil || string(head[:len(bundleMagic)]) != bundleMagic {
		return 0, false
	}
	n := int(binary.LittleEndian.Uint32(head[len(bundleMagic):]))
	if n > maxEntries || int64(bundleHeader+n*bundleEntry) > info.Size() {
		return 0, false
	}
	table := make([]byte, n*bundleEntry)
	if _, err := io.ReadFull(f, table); err != nil {
		return 0, false
	}
	for ; len(table) > 0; table = table[bundleEntry:] {
		e := entry{number, int64(binary.LittleEndian.Uint64(table[16:])), int64(binary.LittleEndian.Uint64(table[24:]))}
		if e.off >= 0 && e.len >= 0 && e.off <= info.Size()-e.len {
			s.entries[[16]byte(table)] = e
		}
	}
	return n, true
}

func (s *shared) has(key string) bool {
	s.once.Do(s.open)
	k := sharedKey(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	_, stored := s.entries[k]
	return stored || s.pending[k] != nil
}

// get returns a value, nil if there is none. Whoever reads it checks its sum.
func (s *shared) get(key string) []byte {
	s.once.Do(s.open)
	k := sharedKey(key)
	s.mu.Lock()
	v, e, ok := s.pending[k], entry{}, false
	if v == nil {
		e, ok = s.entries[k]
	}
	s.mu.Unlock()
	if ok {
		v = s.read(e)
	}
	return pack.Unpack(v)
}

func (s *shared) read(e entry) []byte {
	b := make([]byte, e.len)
	if _, err := s.bundles[e.bundle].file.ReadAt(b, e.off); err != nil {
		return nil
	}
	return b
}

func (s *shared) put(key string, value []byte) {
	s.once.Do(s.open)
	packed := pack.Pack(value)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending[sharedKey(key)] = packed
}

// close writes what this run found, as one bundle. A failure only costs time
// later. When there are many bundles they are made one.
func (s *shared) close() {
	s.once.Do(s.open)
	defer func() {
		for _, b := range s.bundles {
			b.file.Close()
		}
	}()
	if s.dir == "" || len(s.pending) == 0 {
		return
	}
	values := s.pending
	old := s.bundles
	merge := len(old) >= bundlesKept
	if merge {
		for k, e := range s.entries {
			if values[k] == nil {
				if v := s.read(e); v != nil {
					values[k] = v
				}
			}
		}
	}
	if writeBundle(s.dir, values) && merge {
		for _, b := range old {
			os.Remove(b.name)
		}
	}
}

func writeBundle(dir string, values map[[16]byte][]byte) bool {
	keys := make([][16]byte, 0, len(values))
	for k := range values {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b [16]byte) int { return strings.Compare(string(a[:]), string(b[:])) })
	b := append([]byte(bundleMagic), 0, 0, 0, 0)
	binary.LittleEndian.PutUint32(b[len(bundleMagic):], uint32(len(keys)))
	at := uint64(bundleHeader + len(keys)*bundleEntry)
	for _, k := range keys {
		b = append(b, k[:]...)
		b = binary.LittleEndian.AppendUint64(b, at)
		b = binary.LittleEndian.AppendUint64(b, uint64(len(values[k])))
		at += uint64(len(values[k]))
	}
	for _, k := range keys {
		b = append(b, values[k]...)
	}
	sum := sha256.Sum256(b)
	return writeShared(filepath.Join(dir, hex.EncodeToString(sum[:12])+".bundle"), b)
}

// writeShared writes a file by rename.
func writeShared(name string, value []byte) bool {
	dir := filepath.Dir(name)
	if os.MkdirAll(dir, 0o755) != nil {
		return false
	}
	f, err := os.CreateTemp(dir, "tmp-*")
	if err != nil {
		return false
	}
	_, err = f.Write(value)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err == nil
}

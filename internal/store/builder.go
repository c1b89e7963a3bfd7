package store

import (
	"fmt"
	"sync"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/pack"
)

// Builder gathers what a generation, or a change to one, is made of. Facts are
// packed as they come and may be reused by the caller afterwards. AddFile,
// RemoveFile, SetDerived, PutBlob and DeleteBlob may be called concurrently.
type Builder struct {
	strs *interner

	mu      sync.Mutex
	records map[string]*record
	removed map[string]bool
	derived map[string][]lang.DerivedEdge
	blobs   map[string][]byte // packed, see package pack; nil: deleted

	census  []byte // nil: unchanged
	notes   []string
	skipped []Skipped
	text    []byte
	docs    []string

	setNotes, setSkipped, setText bool

	digests map[string]digest // of derived edges taken from a generation
}

// Skipped is a file that was seen and left out.
type Skipped struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// NewBuilder returns an empty Builder.
func NewBuilder() *Builder {
	return &Builder{
		strs:    newInterner(),
		records: map[string]*record{},
		removed: map[string]bool{},
		derived: map[string][]lang.DerivedEdge{},
		blobs:   map[string][]byte{},
	}
}

// AddFile adds a file, or replaces it when the Builder is used for an update.
// Its ID and Node are ignored. facts is nil for a file of which only the text
// is indexed; its Path is not looked at. Adding a path twice is an error.
func (b *Builder) AddFile(f graph.File, facts *lang.Facts) error {
	if f.Path == "" {
		return fmt.Errorf("add file: empty path")
	}
	r := newRecord(b.strs, f, facts)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.records[f.Path] != nil {
		return fmt.Errorf("add file: %s was added before", f.Path)
	}
	b.records[b.strs.str(r.path)] = r
	return nil
}

// Has reports whether a file was added.
func (b *Builder) Has(path string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.records[path] != nil
}

// RemoveFile takes a file away in an update. A path that is also added stays.
func (b *Builder) RemoveFile(path string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.removed[path] = true
}

// SetDerived replaces all derived edges of an analyzer. An edge of which an end
// is not there is left out.
func (b *Builder) SetDerived(analyzer string, edges []lang.DerivedEdge) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.derived[analyzer] = edges
}

// PutBlob keeps bytes under a key. The caller may use them again.
func (b *Builder) PutBlob(key string, value []byte) {
	packed := pack.Pack(value)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.blobs[key] = packed
}

// DeleteBlob forgets a key in an update.
func (b *Builder) DeleteBlob(key string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.blobs[key] = nil
}

// SetCensus keeps what the walk of the tree saw, in the caller's own encoding.
func (b *Builder) SetCensus(census []byte) {
	if census == nil {
		census = []byte{}
	}
	b.census = census
}

// SetNotes replaces the notes a reader of answers should know.
func (b *Builder) SetNotes(notes []string) { b.notes, b.setNotes = notes, true }

// SetSkipped replaces the list of files left out.
func (b *Builder) SetSkipped(skipped []Skipped) { b.skipped, b.setSkipped = skipped, true }

// SetText gives a base its text index: the section made by package textindex
// and the path of each of its documents, "" for one that is void. Files in no
// document are searched without an index; so are those that updates bring.
func (b *Builder) SetText(section []byte, docs []string) {
	b.text, b.docs, b.setText = section, docs, true
}

package store

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"slices"
	"sort"
	"strings"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/pack"
)

// newest returns a section of the newest part that sets it.
func (r *Reader) newest(has uint64, s sectionID) []byte {
	for k := len(r.parts) - 1; k >= 0; k-- {
		if r.parts[k].counts.Has&has != 0 {
			return r.parts[k].cols[s]
		}
	}
	return nil
}

// Census returns what SetCensus kept, nil if nothing. Its encoding is the
// caller's; so is finding out whether it is whole.
func (r *Reader) Census() []byte { return r.newest(hasCensus, secCensus) }

// Notes returns what SetNotes kept.
func (r *Reader) Notes() []string {
	var notes []string
	if json.Unmarshal(r.newest(hasNotes, secNotes), &notes) != nil {
		return nil
	}
	return notes
}

// Skipped returns what SetSkipped kept.
func (r *Reader) Skipped() []Skipped {
	var skipped []Skipped
	if json.Unmarshal(r.newest(hasSkipped, secSkipped), &skipped) != nil {
		return nil
	}
	return skipped
}

// Blob returns the bytes kept under a key, nil if there are none or they are
// damaged. They are not to be changed, and are gone with the Reader.
func (r *Reader) Blob(key string) []byte { return pack.Unpack(r.packed(key)) }

// packed returns a blob as it is kept, nil if it is not there or damaged.
func (r *Reader) packed(key string) []byte {
	for k := len(r.parts) - 1; k >= 0; k-- {
		p := r.parts[k]
		n := len(p.blobKey)
		i := sort.Search(n, func(i int) bool { return p.str(p.blobKey[i]) >= key })
		if i < n && p.str(p.blobKey[i]) == key {
			return p.blob(i)
		}
	}
	return nil
}

func (p *part) blob(i int) []byte {
	body := p.cols[secBlobBytes]
	size, off := uint64(p.blobLen[i]), uint64(p.blobOff[i])*8
	if p.blobLen[i] == none || off > uint64(len(body)) || size > uint64(len(body))-off {
		return nil
	}
	b := body[off : off+size : off+size]
	if crc32.Checksum(b, castagnoli) != p.blobCRC[i] {
		return nil
	}
	return b
}

// BlobKeys calls yield for each key with the prefix, sorted.
func (r *Reader) BlobKeys(prefix string, yield func(key string) bool) {
	live := map[string]bool{}
	for k := len(r.parts) - 1; k >= 0; k-- {
		p := r.parts[k]
		i := sort.Search(len(p.blobKey), func(i int) bool { return p.str(p.blobKey[i]) >= prefix })
		for ; i < len(p.blobKey) && strings.HasPrefix(p.str(p.blobKey[i]), prefix); i++ {
			key := p.str(p.blobKey[i])
			if _, seen := live[key]; !seen {
				live[key] = p.blobLen[i] != none
			}
		}
	}
	keys := make([]string, 0, len(live))
	for key, ok := range live {
		if ok {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		if !yield(key) {
			return
		}
	}
}

// Text returns the trigram index and the file of each of its documents, NoFile
// for those that changed since. TextPending has the files it says nothing of.
func (r *Reader) Text() (section []byte, docs []graph.FileID) {
	p := r.parts[0]
	ids := view[uint32](p.cols[secTextDocs])
	docs = make([]graph.FileID, len(ids))
	for i, id := range ids {
		docs[i] = graph.NoFile
		if r.owns(0, id) && (r.owner == nil || int(id) < len(r.owner)) {
			docs[i] = graph.FileID(id)
		}
	}
	return p.cols[secText], docs
}

// TextPending returns the files that are in no document of the trigram index,
// in order of their numbers. They are always candidates.
func (r *Reader) TextPending() []graph.FileID { return r.pending }

func (r *Reader) pendingText() []graph.FileID {
	var pending []graph.FileID
	for _, id := range view[uint32](r.parts[0].cols[secTextPending]) {
		if r.owns(0, id) {
			pending = append(pending, graph.FileID(id))
		}
	}
	for id, at := range r.owner {
		if at != nowhere && at.part > 0 {
			pending = append(pending, graph.FileID(id))
		}
	}
	slices.Sort(pending)
	return pending
}

// generation names what the parts add up to.
func (r *Reader) generation() string {
	d := r.last.counts.Digest
	d.mix(FormatVersion)
	for _, a := range r.derived {
		if a.digest != (digest{}) {
			d.string(a.analyzer)
			d.mix(a.digest[0])
			d.mix(a.digest[1])
		}
	}
	for _, n := range r.Notes() {
		d.string(n)
	}
	d.mix(0)
	return fmt.Sprintf("%016x", d[0])
}

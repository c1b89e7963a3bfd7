package walk

import (
	"bytes"
	"encoding/binary"
	"errors"
	"sort"
	"strings"
)

// tracked is what a git index lists: the paths that are in the repository whatever the ignore
// rules say. The nil pointer tracks nothing.
type tracked struct {
	paths []string // in the index's order, which is by bytes
	links []string // the gitlinks among them: submodules
}

var errIndex = errors.New("not a git index that can be read here")

// parseIndex reads the index formats 2, 3 and 4 of gitformat-index. hashSize is 20, or 32 in a
// SHA-256 repository. A split index, which keeps its entries in a second file, is refused.
func parseIndex(raw []byte, hashSize int) (*tracked, error) {
	if len(raw) < 12+hashSize || string(raw[:4]) != "DIRC" {
		return nil, errIndex
	}
	version, count := binary.BigEndian.Uint32(raw[4:]), int(binary.BigEndian.Uint32(raw[8:]))
	fixed := 40 + hashSize + 2
	body := raw[:len(raw)-hashSize]
	if version < 2 || version > 4 || count > len(body)/(fixed+1) {
		return nil, errIndex
	}
	r := indexReader{body: body, fixed: fixed, version: version, at: 12}
	if version < 4 {
		r.text = string(body)
	}
	t := &tracked{paths: make([]string, 0, count)}
	prev := ""
	for range count {
		mode, path, ok := r.next(prev)
		if !ok || path < prev || path == "" {
			return nil, errIndex
		}
		prev = path
		switch mode >> 12 {
		case 0o4: // the directory entry of a sparse index: its files are not in the working tree
			continue
		case 0o16:
			t.links = append(t.links, path)
		}
		t.paths = append(t.paths, path)
	}
	if hasExtension(body[r.at:], "link") {
		return nil, errIndex
	}
	return t, nil
}

type indexReader struct {
	body    []byte
	text    string // body as a string, so that paths need no copy
	fixed   int    // bytes of an entry before its extended flags and path
	version uint32
	at      int
}

// next reads one entry. The path of format 4 is given as a change to the one before.
func (r *indexReader) next(prev string) (mode uint32, path string, ok bool) {
	start := r.at
	if len(r.body)-start < r.fixed {
		return 0, "", false
	}
	mode = binary.BigEndian.Uint32(r.body[start+24:])
	at, kept := start+r.fixed, 0
	if r.version >= 3 && r.body[at-2]&0x40 != 0 {
		at += 2
	}
	if r.version == 4 {
		cut, used := offsetVarint(r.body[min(at, len(r.body)):])
		if used == 0 || cut > len(prev) {
			return 0, "", false
		}
		kept, at = len(prev)-cut, at+used
	}
	if at > len(r.body) {
		return 0, "", false
	}
	n := bytes.IndexByte(r.body[at:], 0)
	if n < 0 {
		return 0, "", false
	}
	// The flags repeat the length of the path; 0xfff is "that much or more". It differs when the
	// hashes have another size than was assumed.
	stated := int(binary.BigEndian.Uint16(r.body[start+r.fixed-2:]) & 0xfff)
	if stated != min(kept+n, 0xfff) {
		return 0, "", false
	}
	if r.version == 4 {
		r.at = at + n + 1
		return mode, prev[:kept] + string(r.body[at:at+n]), true
	}
	// One to eight NULs make the entry a multiple of eight bytes long.
	r.at = start + (at+n-start+8)&^7
	if r.at > len(r.body) {
		return 0, "", false
	}
	return mode, r.text[at : at+n], true
}

// offsetVarint is the encoding of pack offsets: used is 0 when the bytes end too early.
func offsetVarint(b []byte) (n, used int) {
	for i, c := range b {
		if i > 4 {
			return 0, 0
		}
		if i > 0 {
			n++
		}
		n = n<<7 | int(c&0x7f)
		if c&0x80 == 0 {
			return n, i + 1
		}
	}
	return 0, 0
}

func hasExtension(b []byte, name string) bool {
	for len(b) >= 8 {
		size := int(binary.BigEndian.Uint32(b[4:]))
		if string(b[:4]) == name {
			return true
		}
		if size > len(b)-8 {
			return false
		}
		b = b[8+size:]
	}
	return false
}

// parseTrackedList reads the output of `git ls-files --stage -z`.
func parseTrackedList(raw []byte) *tracked {
	t := &tracked{}
	for _, line := range strings.Split(string(raw), "\x00") {
		meta, path, ok := strings.Cut(line, "\t")
		if !ok {
			continue
		}
		if strings.HasPrefix(meta, "160000 ") {
			t.links = append(t.links, path)
		}
		t.paths = append(t.paths, path)
	}
	return t
}

// has reports whether path itself is tracked.
func (t *tracked) has(path string) bool {
	if t == nil {
		return false
	}
	i := sort.SearchStrings(t.paths, path)
	return i < len(t.paths) && t.paths[i] == path
}

// under reports whether dir holds a tracked path or is a gitlink.
func (t *tracked) under(dir string) bool {
	if t == nil {
		return false
	}
	i := sort.SearchStrings(t.paths, dir+"/")
	return i < len(t.paths) && strings.HasPrefix(t.paths[i], dir+"/") || t.gitlink(dir)
}

// gitlink reports whether dir is tracked as a submodule.
func (t *tracked) gitlink(dir string) bool {
	if t == nil {
		return false
	}
	i := sort.SearchStrings(t.links, dir)
	return i < len(t.links) && t.links[i] == dir
}

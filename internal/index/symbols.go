package index

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"slices"
	"strconv"
	"strings"

	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/store"
)

// symbolsKey is where the sums of a file's symbols are, 4 bytes each in the
// order of its symbols: by them an update tells which of them it changed.
const symbolsKey = "index:symbols:"

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// lineSums are the checksums of the lines of a file.
func lineSums(raw []byte, n uint32) []uint32 {
	sums := make([]uint32, 0, n)
	for line := range bytes.Lines(raw) {
		sums = append(sums, crc32.Checksum(line, castagnoli))
	}
	return sums
}

// symbolSums are the checksums of the symbols of a file: of all the lines of
// each but those of symbols inside it, so that a changed method does not change
// its class. Where a line stands is no part of them.
func symbolSums(symbols []lang.Symbol, lines []uint32) []uint32 {
	inside := make([][]int, len(symbols))
	for i := range symbols {
		if o := symbols[i].Owner; o >= 0 && int(o) < len(symbols) {
			inside[o] = append(inside[o], i)
		}
	}
	sums := make([]uint32, len(symbols))
	for i := range symbols {
		sum := uint64(14695981039346656037) // FNV-1a, over the sums of lines
		mix := func(from, to uint32) {
			for line := max(from, 1); line < to && int(line) <= len(lines); line++ {
				sum = (sum ^ uint64(lines[line-1])) * 1099511628211
			}
		}
		span := symbols[i].Span
		next := span.StartLine
		for _, j := range inside[i] {
			in := symbols[j].Span
			if in.StartLine == span.StartLine || in.EndLine == span.EndLine && in.StartLine == in.EndLine {
				continue // on a line of its owner: that line belongs to both
			}
			mix(next, in.StartLine)
			next = max(next, in.EndLine+1)
		}
		mix(next, span.EndLine+1)
		sums[i] = uint32(sum) ^ uint32(sum>>32)
	}
	return sums
}

// summed is a symbol by name, with its checksum.
type summed struct {
	name string
	sum  uint32
}

// summedOf names the symbols of facts as ids do.
func summedOf(symbols []lang.Symbol, sums []uint32) []summed {
	seen := map[string]int{}
	out := make([]summed, len(symbols))
	for i, s := range symbols {
		out[i] = summed{numbered(s.Qual, seen[s.Qual]), sums[i]}
		seen[s.Qual]++
	}
	return out
}

// storedSums reads what is stored of a file; known is false if the sums are not
// those of its symbols.
func storedSums(r *store.Reader, path string) (list []summed, known bool) {
	id, ok := r.FileByPath(path)
	if !ok {
		return nil, true
	}
	raw := r.Blob(symbolsKey + path)
	for node := range r.FileNodes(id) {
		n := r.Node(node)
		list = append(list, summed{numbered(strings.Clone(n.Qual), int(n.Dup)), 0})
	}
	if len(raw) != 4*len(list) {
		return list, false
	}
	for i := range list {
		list[i].sum = binary.LittleEndian.Uint32(raw[4*i:])
	}
	return list, true
}

func numbered(qual string, dup int) string {
	if dup == 0 {
		return qual
	}
	return qual + "#" + strconv.Itoa(dup+1)
}

func packSums(sums []uint32) []byte {
	out := make([]byte, 0, 4*len(sums))
	for _, s := range sums {
		out = binary.LittleEndian.AppendUint32(out, s)
	}
	return out
}

// compareSymbols tells what became of the symbols of a file.
func compareSymbols(before, now []summed) (added, modified, removed []string) {
	old := make(map[string]uint32, len(before))
	for _, s := range before {
		old[s.name] = s.sum
	}
	for _, s := range now {
		sum, had := old[s.name]
		switch {
		case !had:
			added = append(added, s.name)
		case sum != s.sum:
			modified = append(modified, s.name)
		}
		delete(old, s.name)
	}
	for _, s := range before {
		if _, gone := old[s.name]; gone {
			removed = append(removed, s.name)
		}
	}
	return added, modified, removed
}

// changes compares what an update found with what was stored.
func (s *sink) changes(d delta) []Change {
	if len(d.changed)+len(d.removed) > journalFiles {
		return []Change{{Unknown: true}}
	}
	var out []Change
	for _, path := range slices.Concat(d.changed, d.removed) {
		c := Change{Path: path}
		before, known := storedSums(s.old, path)
		c.Added, c.Modified, c.Removed = compareSymbols(before, s.symbols[path])
		if n := len(c.Added) + len(c.Modified) + len(c.Removed); !known || n > journalSymbols {
			c = Change{Path: path, Unknown: true}
		}
		out = append(out, c)
	}
	return out
}

package artifact

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/query"
)

// Hit is an artifact that has some of the words looked for.
type Hit struct {
	Artifact
	Matched []string // the words it has, in the order asked
	Line    int      // 1-based, where its text first has one of them; 0: only its name or path has
	score   float64
}

// How much a word says by where it stands. A word in the text counts a little
// more the more often it is there.
const (
	inName        = 8
	inPath        = 4
	inDescription = 4
	inText        = 2
	inTextAsPart  = 1 // within a longer word
	perOccurrence = 0.1
	mostCounted   = 10
)

// The most that one search reads. Beyond it only names and paths are looked at.
const (
	mostFiles = 3000
	mostBytes = 64 << 20
)

// Search ranks artifacts by how many of the words of a text they have in name,
// path, description or content, then by where these stand, then by path.
// Without words all are hits. complete is false when not all contents were
// read.
func (s Set) Search(ctx context.Context, v engine.View, text string) (hits []Hit, complete bool, err error) {
	complete = true
	words := query.Keywords(text)
	if len(words) == 0 {
		for _, a := range s.List {
			hits = append(hits, Hit{Artifact: a})
		}
		return hits, true, nil
	}
	read := 0
	for i, a := range s.List {
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		var content []byte
		if i < mostFiles && read+a.Size <= mostBytes {
			c, err := v.ReadFile(ctx, a.Path)
			if err != nil {
				return nil, false, err
			}
			content = c.Bytes
			read += len(content)
		} else {
			complete = false
		}
		if h := match(a, content, words); len(h.Matched) > 0 {
			hits = append(hits, h)
		}
	}
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(len(b.Matched), len(a.Matched)), cmp.Compare(b.score, a.score), cmp.Compare(a.Path, b.Path))
	})
	return hits, complete, nil
}

func match(a Artifact, content []byte, words []string) Hit {
	h := Hit{Artifact: a}
	name, place, about := query.Words(a.Name), query.Words(a.Path), query.Words(a.Description)
	low := lowered(content)
	first := len(content)
	for _, word := range words {
		score, at := 0.0, -1
		for i, form := range append([]string{word}, query.Variants(word)...) {
			if i > 0 && score > 0 {
				break // the word itself is there
			}
			score += inName*among(name, form) + inPath*among(place, form) + inDescription*among(about, form)
			found, here := occurrences(content, low, form, i == 0)
			if score += found; found > 0 {
				at = here
			}
		}
		if score == 0 {
			continue
		}
		h.Matched = append(h.Matched, word)
		h.score += score
		if at >= 0 {
			first = min(first, at)
		}
	}
	if first < len(content) {
		h.Line = 1 + bytes.Count(content[:first], []byte("\n"))
	}
	return h
}

// among is 1 for a word that is one of several, a half for one that one of them
// begins with, else 0.
func among(words []string, want string) (share float64) {
	for _, w := range words {
		if w == want {
			return 1
		}
		if len(want) > 2 && strings.HasPrefix(w, want) {
			share = 0.5
		}
	}
	return share
}

// occurrences weighs how often a text has a word, and says where it first
// stands: as a word if it does anywhere, else within one where parts count.
func occurrences(text, low []byte, word string, parts bool) (score float64, first int) {
	n, within, want := 0, -1, []byte(word)
	first = -1
	for at := 0; n < mostCounted; {
		i := bytes.Index(low[at:], want)
		if i < 0 {
			break
		}
		i += at
		at = i + len(want)
		if !bounded(text, i, at) {
			if within < 0 {
				within = i
			}
			continue
		}
		if n++; n == 1 {
			first = i
		}
	}
	switch {
	case n > 0:
		return inText + perOccurrence*float64(n-1), first
	case within >= 0 && parts && len(word) > 2:
		return inTextAsPart, within
	}
	return 0, -1
}

// bounded reports whether text[from:to] is a word, alone or in an identifier.
func bounded(text []byte, from, to int) bool {
	before := from == 0 || !letter(text[from-1]) || upper(text[from]) && !upper(text[from-1])
	after := to == len(text) || !letter(text[to]) || upper(text[to]) && !upper(text[to-1])
	return before && after
}

func upper(c byte) bool { return 'A' <= c && c <= 'Z' }

func letter(c byte) bool { return upper(c) || 'a' <= c && c <= 'z' || c >= 0x80 }

// lowered is a text in lower case with each byte where it was. What is no ASCII
// is folded only where that keeps its length.
func lowered(text []byte) []byte {
	low := bytes.Clone(text)
	other := false
	for i, c := range low {
		if upper(c) {
			low[i] = c | 0x20
		}
		other = other || c >= 0x80
	}
	if other {
		if folded := strings.ToLower(string(text)); len(folded) == len(text) {
			return []byte(folded)
		}
	}
	return low
}

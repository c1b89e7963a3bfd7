package op

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// How much an answer says of the state of the index: all of it is in
// workspace.index.
const (
	caveatsShown = 3
	caveatBytes  = 160
)

// notes are the caveats of the index that concern the answer, cut to what fits
// beside one, and the bytes they take. Reading a file needs no other file, so
// only what concerns the index as a whole is said there.
func (f *fitting) notes() (notes []string, size int) {
	for _, c := range f.caveats {
		if f.op.Facade == "read" && !strings.HasPrefix(c, "index_") {
			continue
		}
		if len(notes) == caveatsShown {
			notes[caveatsShown-1] = fmt.Sprintf("and %d more: workspace.index lists them", len(f.caveats)-caveatsShown+1)
			break
		}
		notes = append(notes, clipped(c, caveatBytes))
	}
	if notes == nil {
		return nil, 0
	}
	text, err := json.Marshal(notes)
	if err != nil {
		return nil, 0
	}
	return notes, len(text) + len(`,"index_caveats":`)
}

// clipped is s, or its beginning with a mark, in at most n bytes.
func clipped(s string, n int) string {
	if len(s) <= n {
		return s
	}
	n -= len("…")
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

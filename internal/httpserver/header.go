package httpserver

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"unicode/utf8"

	"github.com/gortexhq/gortex/facade/op"
)

// mostHeader bounds, in bytes, what a header says of ignored fields: clients
// refuse an answer whose headers are longer than 16 KiB or so.
const mostHeader = 2048

// setHeader writes a value as JSON in ASCII, since nothing else is sure to
// arrive in a header as it was sent.
func setHeader(w http.ResponseWriter, name string, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		return
	}
	var out []byte
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		switch {
		case r < utf8.RuneSelf:
			out = append(out, byte(r))
		case r > 0xffff:
			r -= 0x10000
			out = fmt.Appendf(out, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		text = text[n:]
	}
	w.Header().Set(name, string(out))
}

// brief is what of an answer's meta a header has room for. How many ignored
// fields are left out is a warning.
func brief(m op.Meta) op.Meta {
	room, kept := mostHeader, []string{}
	meant := map[string]string{}
	for _, path := range m.Ignored {
		if n := len(path) + len(m.DidYouMean[path]); n <= room {
			room -= n
			kept = append(kept, path)
			if near, ok := m.DidYouMean[path]; ok {
				meant[path] = near
			}
		}
	}
	if left := len(m.Ignored) - len(kept); left > 0 {
		m.Ignored, m.DidYouMean = kept, meant
		m.Warnings = append(slices.Clip(m.Warnings), fmt.Sprintf("%d more fields were not read", left))
	}
	return m
}

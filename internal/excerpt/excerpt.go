// Package excerpt cuts what a caller wants to see out of the bytes of a file:
// a signature, a doc comment, a declaration, a window of lines, shortened and
// without secrets.
package excerpt

import (
	"bytes"
	"context"
	"strings"
	"unicode/utf8"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
)

// Texts keeps the files read in one call.
type Texts struct {
	view  engine.View
	files map[string]entry
}

type entry struct {
	content engine.Content
	err     error
}

// NewTexts reads through a view.
func NewTexts(v engine.View) *Texts { return &Texts{view: v, files: map[string]entry{}} }

// Get returns the bytes of a file.
func (t *Texts) Get(ctx context.Context, path string) ([]byte, error) {
	e, ok := t.files[path]
	if !ok {
		e.content, e.err = t.view.ReadFile(ctx, path)
		t.files[path] = e
	}
	return e.content.Bytes, e.err
}

// longest is the most bytes of a sentence or a line.
const longest = 240

// clip cuts a line at a character's edge.
func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	end := most - len("…")
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "…"
}

// Doc is the doc comment of a declaration without comment marks: the one that
// stands before it, or a string that its body begins with.
func Doc(text []byte, s graph.Span) string {
	if int(s.End) > len(text) {
		return ""
	}
	var raw string
	if s.Doc < s.Start {
		raw = shown(text[s.Doc:s.Start])
	} else if s.Body > s.Start {
		raw = docstring(shown(text[s.Body:min(int(s.End), int(s.Body)+2000)]))
	}
	var out []string
	for line := range strings.SplitSeq(raw, "\n") {
		line = strings.TrimSpace(line)
		for _, mark := range []string{"/**", "/*", "///", "//", "*/", "*", "##", "#"} {
			if cut, ok := strings.CutPrefix(line, mark); ok {
				line = strings.TrimSpace(cut)
				break
			}
		}
		line = strings.TrimSpace(strings.TrimSuffix(line, "*/"))
		out = append(out, line)
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}

func docstring(body string) string {
	body = strings.TrimLeft(body, " \t\r\n:")
	body = strings.TrimLeft(body, "rRuUbB")
	for _, quote := range []string{`"""`, `'''`} {
		if rest, ok := strings.CutPrefix(body, quote); ok {
			doc, _, _ := strings.Cut(rest, quote)
			return doc
		}
	}
	return ""
}

// Sentence is the first sentence of a doc comment, on one line.
func Sentence(doc string) string {
	doc, _, _ = strings.Cut(doc, "\n\n")
	doc = strings.Join(strings.Fields(doc), " ")
	if i := strings.Index(doc, ". "); i > 0 {
		doc = doc[:i+1]
	}
	return clip(doc, longest)
}

// Shown turns bytes into text. Bytes that are no UTF-8 are shown as the
// Latin-1 characters of the same number; encoding then says so, as it does for
// a byte order mark, which is left out.
func Shown(b []byte) (text, encoding string) {
	if rest, ok := bytes.CutPrefix(b, []byte("\xef\xbb\xbf")); ok {
		b, encoding = rest, "utf-8 with byte order mark"
	}
	if utf8.Valid(b) {
		return string(b), encoding
	}
	return shown(b), "8-bit; bytes that are not UTF-8 are shown as Latin-1"
}

func shown(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	var s strings.Builder
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			r = rune(b[0])
		}
		s.WriteRune(r)
		b = b[n:]
	}
	return s.String()
}

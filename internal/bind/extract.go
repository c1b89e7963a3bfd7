package bind

import (
	"fmt"
	"path"
	"strings"
	"unsafe"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/treesitter"
)

// parseBudget is how long the parse of one file may take, in milliseconds.
const parseBudget = 10_000

// extractor parses files and makes their units. It belongs to one goroutine.
type extractor struct {
	parsers map[unsafe.Pointer]*treesitter.Parser
	enc     encoder
}

func newExtractor() *extractor {
	return &extractor{parsers: map[unsafe.Pointer]*treesitter.Parser{}}
}

func (x *extractor) close() {
	for _, p := range x.parsers {
		p.Close()
	}
}

// blob parses src and returns its stored unit, and what went wrong if the
// file's declarations are lost.
func (x *extractor) blob(f *file, src []byte) (blob []byte, note string) {
	u, note := x.unit(f, src)
	if err := Check(u); err != nil {
		note = fmt.Sprintf("%s: %s: %v", f.lang.Name, f.path, err)
		u = &lang.Unit{}
	}
	u.Path, u.Language = f.path, f.lang.Name
	return x.enc.encode(u, f.hash), note
}

// unit parses and extracts. A panic in a language's extractor costs that file
// only.
func (x *extractor) unit(f *file, src []byte) (u *lang.Unit, note string) {
	u = &lang.Unit{}
	defer func() {
		if p := recover(); p != nil {
			u, note = &lang.Unit{}, fmt.Sprintf("%s: %s: cannot be extracted: %v", f.lang.Name, f.path, p)
		}
	}()
	text := src
	if f.lang.Patch != nil {
		if text = f.lang.Patch(src); len(text) != len(src) {
			text = src
		}
	}
	plain := letters(text)
	older := len(plain) > 0 && &plain[0] != &text[0]
	text = plain
	test := matches(f.lang.TestFiles, f.path)
	recs, bad, grammar, status := x.parse(f, src, text)
	if status == treesitter.OutOfTime {
		note = fmt.Sprintf("%s: %s: the parse took more than %d s", f.lang.Name, f.path, parseBudget/1000)
	}
	if len(recs) > 0 {
		u = f.lang.Extract(&Source{Path: f.path, Text: src, Recs: recs, Grammar: grammar, Test: test})
	}
	if older {
		legible(u)
	}
	u.ErrorBytes = bad
	if bad > 0 || status != treesitter.Parsed {
		u.Flags |= graph.FileParseErrors
	}
	if test {
		u.Flags |= graph.FileTest
		for i := range u.Symbols {
			u.Symbols[i].Flags |= graph.FlagTest
		}
	}
	return u, note
}

// parse uses the chosen grammar, and the one that loses least if that loses
// bytes.
func (x *extractor) parse(f *file, src, text []byte) (recs []treesitter.Rec, bad uint32, grammar int, status treesitter.Status) {
	if f.lang.Choose != nil {
		grammar = min(max(f.lang.Choose(f.path, src), 0), len(f.lang.Grammars)-1)
	}
	recs, bad, status = x.run(f.lang.Grammars[grammar](), text)
	if bad == 0 && status == treesitter.Parsed || len(f.lang.Grammars) == 1 {
		return recs, bad, grammar, status
	}
	// Each grammar has a parser and a buffer of its own, so the records of the
	// first stay valid while others are tried.
	for i, g := range f.lang.Grammars {
		if i == grammar {
			continue
		}
		if r, b, s := x.run(g(), text); b < bad && s <= status {
			recs, bad, grammar, status = r, b, i, s
		}
	}
	return recs, bad, grammar, status
}

func (x *extractor) run(g unsafe.Pointer, text []byte) ([]treesitter.Rec, uint32, treesitter.Status) {
	p := x.parsers[g]
	if p == nil {
		p = treesitter.NewParser(g)
		x.parsers[g] = p
	}
	return p.Parse(text, parseBudget)
}

// matches reports whether a path matches one of the patterns of TestFiles.
func matches(patterns []string, file string) bool {
	for _, p := range patterns {
		if dir, ok := strings.CutSuffix(p, "/"); ok {
			if strings.HasPrefix(file, p) || strings.Contains(file, "/"+dir+"/") {
				return true
			}
			continue
		}
		name := path.Base(file)
		if rest, ok := strings.CutPrefix(p, "**/"); ok {
			for at := file; ; {
				if ok, _ := path.Match(rest, at); ok {
					return true
				}
				i := strings.IndexByte(at, '/')
				if i < 0 {
					break
				}
				at = at[i+1:]
			}
			continue
		}
		if strings.Contains(p, "/") {
			name = file
		}
		if ok, _ := path.Match(p, name); ok {
			return true
		}
	}
	return false
}

// Package briefing gathers what a reader new to a repository wants to know
// first: what it is, what lies where, where it starts, what is used most and
// how it is tested. It takes the words of the repository itself and makes up
// none.
package briefing

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/excerpt"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/query"
)

// Survey is one look at all files of a repository.
type Survey struct {
	view   engine.View
	prefix string // of the repository's paths
	texts  *excerpt.Texts

	Files, Lines, Symbols, TestFiles int
	Languages                        []Share  // by lines, most first
	Entries                          []Symbol // where it starts
	Hotspots                         []Symbol // what most sites use, most first
	dirs                             map[string]*Directory
	tests                            map[string]int // test files by directory
	goByDir                          map[string][]string
}

// Share is how much of the repository is in one language.
type Share struct {
	Language     string
	Files, Lines int
}

// Symbol is a symbol worth naming.
type Symbol struct {
	ID   string
	Kind string
	Uses int
	node graph.NodeID
}

// mostHotspots is how many of the most used symbols are kept.
const mostHotspots = 100

// Look surveys the repository a view stands in. Code of others and what tests
// work on counts, but is no hotspot and no entry.
func Look(v engine.View) *Survey {
	s := &Survey{
		view: v, prefix: v.Repository().Prefix, texts: excerpt.NewTexts(v),
		dirs: map[string]*Directory{}, tests: map[string]int{},
	}
	r := v.Graph()
	languages := map[string]*Share{}
	var mains, others []Symbol
	for id := range graph.FileID(r.NumFiles()) {
		f := r.File(id)
		rel, ok := strings.CutPrefix(f.Path, s.prefix)
		if !ok || f.Path == "" {
			continue
		}
		s.count(f, rel, languages)
		test := f.Flags&graph.FileTest != 0
		aside := test || aside(rel)
		for node := range r.FileNodes(id) {
			n := r.Node(node)
			s.Symbols++
			if aside {
				continue
			}
			if n.Flags&graph.FlagEntry != 0 {
				entry := Symbol{ID: graph.ID(r, n), Kind: n.Kind.String(), node: node}
				if strings.EqualFold(n.Name, "main") {
					mains = append(mains, entry)
				} else {
					others = append(others, entry)
				}
			}
			if n.Kind.IsCallable() || n.Kind.IsType() {
				s.rank(r, node)
			}
		}
	}
	if s.Entries = mains; len(mains) == 0 {
		s.Entries = others
	}
	slices.SortFunc(s.Entries, func(a, b Symbol) int { return cmp.Compare(a.ID, b.ID) })
	for i := range s.Hotspots {
		n := r.Node(s.Hotspots[i].node)
		s.Hotspots[i].ID, s.Hotspots[i].Kind = graph.ID(r, n), n.Kind.String()
	}
	for _, l := range languages {
		s.Languages = append(s.Languages, *l)
	}
	slices.SortFunc(s.Languages, func(a, b Share) int {
		return cmp.Or(cmp.Compare(b.Lines, a.Lines), cmp.Compare(a.Language, b.Language))
	})
	return s
}

func (s *Survey) count(f graph.File, rel string, languages map[string]*Share) {
	s.Files++
	s.Lines += int(f.Lines)
	if f.Language != "" {
		l := languages[f.Language]
		if l == nil {
			l = &Share{Language: f.Language}
			languages[f.Language] = l
		}
		l.Files++
		l.Lines += int(f.Lines)
	}
	test := f.Flags&graph.FileTest != 0
	if test {
		s.TestFiles++
	}
	for dir := parent(rel); dir != "."; dir = parent(dir) {
		d := s.dirs[dir]
		if d == nil {
			d = &Directory{Path: dir}
			s.dirs[dir] = d
		}
		d.Files++
		d.Lines += int(f.Lines)
		if test {
			s.tests[dir]++
		}
	}
}

// rank keeps the most used symbols; of equals the one that comes first in the
// index.
func (s *Survey) rank(r graph.Reader, id graph.NodeID) {
	uses := query.InDegree(r, id, 1<<30)
	full := len(s.Hotspots) == mostHotspots
	if uses == 0 || full && uses <= s.Hotspots[mostHotspots-1].Uses {
		return
	}
	i, _ := slices.BinarySearchFunc(s.Hotspots, uses, func(h Symbol, uses int) int {
		return cmp.Or(cmp.Compare(uses, h.Uses), -1)
	})
	s.Hotspots = slices.Insert(s.Hotspots, i, Symbol{Uses: uses, node: id})
	s.Hotspots = s.Hotspots[:min(len(s.Hotspots), mostHotspots)]
}

// Doc is the first sentence of a symbol's doc comment, "" without one.
func (s *Survey) Doc(ctx context.Context, x Symbol) string {
	n := s.view.Graph().Node(x.node)
	text, err := s.texts.Get(ctx, s.view.Graph().File(n.File).Path)
	if err != nil {
		return ""
	}
	return excerpt.Sentence(excerpt.Doc(text, n.Span))
}

// About says what the directory of a symbol is for, which for an entry point
// is what the program is for.
func (s *Survey) About(ctx context.Context, x Symbol) string {
	n := s.view.Graph().Node(x.node)
	dir := parent(strings.TrimPrefix(s.view.Graph().File(n.File).Path, s.prefix))
	return s.about(ctx, dir)
}

// read returns the text of a file below the root, nil if there is none.
func (s *Survey) read(ctx context.Context, rel string) []byte {
	if _, ok := s.view.Graph().FileByPath(s.prefix + rel); !ok {
		return nil
	}
	text, err := s.texts.Get(ctx, s.prefix+rel)
	if err != nil {
		return nil
	}
	return text
}

func parent(path string) string {
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		return path[:i]
	}
	return "."
}

// aside reports whether a file is code of others, or what tests work on.
func aside(path string) bool {
	for part := range strings.SplitSeq(parent(path), "/") {
		if slices.Contains([]string{"vendor", "node_modules", "third_party", "testdata", "fixtures", "__fixtures__", "examples"}, part) {
			return true
		}
	}
	return false
}

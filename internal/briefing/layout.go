package briefing

import (
	"cmp"
	"context"
	"encoding/json"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/excerpt"
	"github.com/gortexhq/gortex/internal/graph"
)

// Directory is one part of the tree, with all that lies below it.
type Directory struct {
	Path         string
	Files, Lines int
	About        string // in the repository's words, "" if it has none
	Holds        []string
}

// A directory that has this share of all lines is shown by what is in it, and
// so on for as many levels.
const (
	dominant  = 0.6
	mostDepth = 3
)

// Layout lists the top of the tree in order of path, at most most of the
// largest directories. total counts all.
func (s *Survey) Layout(ctx context.Context, most int) (dirs []Directory, total int) {
	for _, d := range s.below(".") {
		dirs = append(dirs, s.opened(d, mostDepth)...)
	}
	total = len(dirs)
	slices.SortFunc(dirs, bySize)
	dirs = dirs[:min(len(dirs), most)]
	slices.SortFunc(dirs, func(a, b Directory) int { return cmp.Compare(a.Path, b.Path) })
	for i := range dirs {
		if dirs[i].About = s.about(ctx, dirs[i].Path); dirs[i].About == "" {
			dirs[i].Holds = s.largest(dirs[i].Path)
		}
	}
	return dirs, total
}

// opened is a directory, or what it holds if it is most of the repository.
func (s *Survey) opened(d Directory, depth int) []Directory {
	inner := s.below(d.Path)
	if depth == 0 || len(inner) < 2 || float64(d.Lines) < dominant*float64(s.Lines) {
		return []Directory{d}
	}
	var list []Directory
	for _, i := range inner {
		list = append(list, s.opened(i, depth-1)...)
	}
	return list
}

func bySize(a, b Directory) int {
	return cmp.Or(cmp.Compare(b.Lines, a.Lines), cmp.Compare(a.Path, b.Path))
}

// below lists the directories right in one, largest first.
func (s *Survey) below(dir string) (list []Directory) {
	for p, d := range s.dirs {
		if parent(p) == dir {
			list = append(list, *d)
		}
	}
	slices.SortFunc(list, bySize)
	return list
}

// largest names the largest directories in one.
func (s *Survey) largest(dir string) (names []string) {
	const most = 5
	all := s.below(dir)
	for _, d := range all[:min(len(all), most)] {
		names = append(names, path.Base(d.Path))
	}
	if len(all) > most {
		names = append(names, "…")
	}
	return names
}

// about is what a directory says it is: its README, the package comment of its
// Go files, the description of its package.json, the docstring of its Python
// package.
func (s *Survey) about(ctx context.Context, dir string) string {
	for _, name := range readmes {
		if text := Prose(s.read(ctx, path.Join(dir, name))); text != "" {
			return text
		}
	}
	if text := s.packageComment(ctx, dir); text != "" {
		return text
	}
	var manifest struct{ Description string }
	if json.Unmarshal(s.read(ctx, path.Join(dir, "package.json")), &manifest) == nil && manifest.Description != "" {
		return excerpt.Sentence(manifest.Description)
	}
	return docstring(string(s.read(ctx, path.Join(dir, "__init__.py"))))
}

// mostTried is how many Go files are read for a package comment, those of the
// usual names first.
const mostTried = 6

func (s *Survey) packageComment(ctx context.Context, dir string) string {
	var files []string
	r := s.view.Graph()
	for _, name := range []string{"doc.go", path.Base(dir) + ".go", "main.go"} {
		if _, ok := r.FileByPath(s.prefix + path.Join(dir, name)); ok {
			files = append(files, path.Join(dir, name))
		}
	}
	for _, f := range s.goFiles()[dir] {
		if !slices.Contains(files, f) {
			files = append(files, f)
		}
	}
	for _, f := range files[:min(len(files), mostTried)] {
		parsed, _ := parser.ParseFile(token.NewFileSet(), "", s.read(ctx, f), parser.PackageClauseOnly|parser.ParseComments)
		if parsed == nil || parsed.Doc == nil {
			continue
		}
		if text := excerpt.Sentence(parsed.Doc.Text()); text != "" {
			return text
		}
	}
	return ""
}

// goFiles are the Go files that are no tests, sorted, by directory.
func (s *Survey) goFiles() map[string][]string {
	if s.goByDir != nil {
		return s.goByDir
	}
	s.goByDir = map[string][]string{}
	r := s.view.Graph()
	for id := range graph.FileID(r.NumFiles()) {
		f := r.File(id)
		if rel, ok := strings.CutPrefix(f.Path, s.prefix); ok && f.Language == "go" && f.Flags&graph.FileTest == 0 {
			s.goByDir[parent(rel)] = append(s.goByDir[parent(rel)], rel)
		}
	}
	for _, files := range s.goByDir {
		slices.Sort(files)
	}
	return s.goByDir
}

// docstring is the first sentence of the string a Python file begins with.
func docstring(text string) string {
	text = strings.TrimSpace(text)
	for _, quote := range []string{`"""`, `'''`} {
		if rest, ok := strings.CutPrefix(text, quote); ok {
			doc, _, _ := strings.Cut(rest, quote)
			return excerpt.Sentence(strings.TrimSpace(doc))
		}
	}
	return ""
}

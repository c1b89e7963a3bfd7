package explore

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/locate"
	"github.com/gortexhq/gortex/internal/query"
)

var outline = op.Read(op.Spec{
	Name: "outline", Summary: "A repository, or a part of it, at a glance: languages, directories, entry points and the most used symbols.",
	Legacy: []op.Legacy{{Name: "get_repo_outline"}},
	Examples: []op.Example{
		{Text: "The whole repository", Request: `{"operation":"outline"}`},
		{Text: "One folder", Request: `{"operation":"outline","path":"internal"}`},
	},
}, runOutline)

// OutlineRequest asks about the repository, or the part of it under some paths.
type OutlineRequest struct {
	Path    string         `json:"path,omitempty" doc:"only under these paths or globs, comma-separated"`
	Options OutlineOptions `json:"options,omitzero"`
}

// OutlineOptions bound the lists.
type OutlineOptions struct {
	Top int `json:"top,omitempty" default:"12" min:"1" max:"200" doc:"entries of each list"`
	op.Scope
}

// LanguageCount is the share of one language.
type LanguageCount struct {
	Language string `json:"language"`
	Files    int    `json:"files"`
	Lines    int    `json:"lines"`
}

// DirectoryCount is what lies directly in one directory.
type DirectoryCount struct {
	Path    string `json:"path"`
	Files   int    `json:"files"`
	Lines   int    `json:"lines"`
	Symbols int    `json:"symbols"`
}

// Central is a symbol that many sites use.
type Central struct {
	locate.Described
	Uses int `json:"uses"`
}

// OutlineResult is the repository in numbers and names.
type OutlineResult struct {
	Name      string           `json:"name"`
	Root      string           `json:"root"`
	Paths     []string         `json:"paths,omitempty"` // the part that was asked about
	Primary   string           `json:"primary_language,omitempty"`
	Files     int              `json:"files"`
	Lines     int              `json:"lines"`
	Bytes     int64            `json:"bytes"`
	Symbols   int              `json:"symbols"`
	TestFiles int              `json:"test_files"`
	Generated int              `json:"generated_files,omitempty"`
	Skipped   int              `json:"skipped_files,omitempty"`
	Languages []LanguageCount  `json:"languages"`
	DirN      int              `json:"directories_total"`
	Dirs      []DirectoryCount `json:"directories"`
	EntryN    int              `json:"entry_points_total"`
	Entries   []string         `json:"entry_points"`
	MostUsed  []Central        `json:"most_used"`
}

func runOutline(ctx context.Context, v engine.View, req OutlineRequest) (OutlineResult, error) {
	r, top := v.Graph(), req.Options.Top
	paths, err := locate.ParsePaths(v, req.Path)
	if err != nil {
		return OutlineResult{}, err
	}
	repo := v.Repository()
	res := OutlineResult{Name: repo.Name, Root: repo.Root, Paths: paths}
	for _, s := range v.Skipped() {
		if paths.Match(s.Path) {
			res.Skipped++
		}
	}
	languages, dirs := map[string]*LanguageCount{}, map[string]*DirectoryCount{}
	var entries []graph.NodeID
	var used []Central
	for id := range graph.FileID(r.NumFiles()) {
		f := r.File(id)
		if f.Path == "" || !paths.Match(f.Path) {
			continue
		}
		res.count(f, languages, dirs)
		test := f.Flags&graph.FileTest != 0
		for node := range r.FileNodes(id) {
			n := r.Node(node)
			res.Symbols++
			dirs[dirOf(f.Path)].Symbols++
			if n.Flags&graph.FlagEntry != 0 && !test {
				entries = append(entries, node)
			}
			if test || !n.Kind.IsCallable() && !n.Kind.IsType() {
				continue
			}
			if uses := query.InDegree(r, node, 1<<30); uses > 0 {
				used = insert(used, Central{locate.Described{Line: uint32(node)}, uses}, top)
			}
		}
	}
	for i := range used {
		used[i].Described = locate.Brief(r, graph.NodeID(used[i].Line))
	}
	res.MostUsed = append([]Central{}, used...)
	res.Languages, res.Dirs = ranked(languages, top), rankedDirs(dirs, top)
	res.DirN, res.EntryN = len(dirs), len(entries)
	res.Entries = []string{}
	for _, id := range entries[:min(len(entries), top)] {
		res.Entries = append(res.Entries, graph.ID(r, r.Node(id)))
	}
	for _, l := range res.Languages {
		if l.Language != "text" {
			res.Primary = l.Language
			break
		}
	}
	return res, nil
}

func (res *OutlineResult) count(f graph.File, languages map[string]*LanguageCount, dirs map[string]*DirectoryCount) {
	res.Files++
	res.Lines += int(f.Lines)
	res.Bytes += int64(f.Size)
	if f.Flags&graph.FileTest != 0 {
		res.TestFiles++
	}
	if f.Flags&graph.FileGenerated != 0 {
		res.Generated++
	}
	language := cmp.Or(f.Language, "text")
	l := languages[language]
	if l == nil {
		l = &LanguageCount{Language: language}
		languages[language] = l
	}
	l.Files++
	l.Lines += int(f.Lines)
	dir := dirOf(f.Path)
	d := dirs[dir]
	if d == nil {
		d = &DirectoryCount{Path: dir}
		dirs[dir] = d
	}
	d.Files++
	d.Lines += int(f.Lines)
}

func dirOf(path string) string {
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		return path[:i]
	}
	return "."
}

// insert keeps the most used, most first.
func insert(list []Central, c Central, most int) []Central {
	i, _ := slices.BinarySearchFunc(list, c, func(a, b Central) int {
		return cmp.Or(cmp.Compare(b.Uses, a.Uses), -1)
	})
	if i >= most {
		return list
	}
	list = slices.Insert(list, i, c)
	return list[:min(len(list), most)]
}

func ranked(m map[string]*LanguageCount, top int) []LanguageCount {
	list := []LanguageCount{}
	for _, l := range m {
		list = append(list, *l)
	}
	slices.SortFunc(list, func(a, b LanguageCount) int {
		return cmp.Or(cmp.Compare(b.Lines, a.Lines), cmp.Compare(a.Language, b.Language))
	})
	return list[:min(len(list), top)]
}

func rankedDirs(m map[string]*DirectoryCount, top int) []DirectoryCount {
	list := []DirectoryCount{}
	for _, d := range m {
		list = append(list, *d)
	}
	slices.SortFunc(list, func(a, b DirectoryCount) int {
		return cmp.Or(cmp.Compare(b.Symbols, a.Symbols), cmp.Compare(a.Path, b.Path))
	})
	return list[:min(len(list), top)]
}

package search

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/locate"
)

var files = op.Read(op.Spec{
	Name: "files", Summary: "Files by name, part of a path, or glob.",
	Legacy: []op.Legacy{{Name: "find_files"}},
	Examples: []op.Example{
		{Text: "By a part of the name", Request: `{"operation":"files","query":"server"}`},
		{Text: "By glob", Request: `{"operation":"files","options":{"glob":"internal/**/*_test.go"}}`},
	},
}, runFiles)

// FilesRequest asks for files by a query, a glob, or both.
type FilesRequest struct {
	Query   string       `json:"query,omitempty" doc:"a name, or a part of a path"`
	Options FilesOptions `json:"options,omitzero"`
}

// FilesOptions narrow the list.
type FilesOptions struct {
	Glob  string `json:"glob,omitempty" doc:"* within a segment, ** across; one without a slash is matched against names"`
	Fuzzy bool   `json:"fuzzy,omitempty" doc:"the letters of the query in their order are enough"`
	Path  string `json:"path,omitempty" doc:"only under these paths or globs, comma-separated"`
	Limit int    `json:"limit,omitempty" default:"50" min:"1" max:"100000" doc:"most rows"`
	op.Scope
}

// FileRow is one file.
type FileRow struct {
	Path     string `json:"path"`
	Language string `json:"language,omitempty"`
	Lines    uint32 `json:"lines,omitempty"`
	Test     bool   `json:"test,omitempty"`
	rank     int
}

// FilesResult lists files: those whose name is the query first, then those
// whose name begins with it, has it, and whose path has it.
type FilesResult struct {
	Files []FileRow `json:"files" op:"rows"`
	op.Page
	DidYouMean []string `json:"did_you_mean,omitempty"` // paths that are near, when no path agrees
}

func runFiles(ctx context.Context, v engine.View, req FilesRequest) (FilesResult, error) {
	o := req.Options
	if req.Query == "" && o.Glob == "" && o.Path == "" {
		return FilesResult{}, op.Invalid("query: want a name, a part of a path or options.glob, got nothing").With("field", "query")
	}
	if o.Glob != "" && !doublestar.ValidatePattern(o.Glob) {
		return FilesResult{}, op.Invalid("options.glob: %q is no glob", o.Glob).With("field", "options.glob")
	}
	paths, err := locate.ParsePaths(v, o.Path)
	if err != nil {
		return FilesResult{}, err
	}
	r := v.Graph()
	var res FilesResult
	want := strings.ToLower(strings.TrimPrefix(req.Query, "./"))
	for id := range graph.FileID(r.NumFiles()) {
		f := r.File(id)
		if f.Path == "" || !paths.Match(f.Path) || o.Glob != "" && !globs(o.Glob, f.Path) {
			continue
		}
		if rank := agree(strings.ToLower(f.Path), want, o.Fuzzy); rank >= 0 {
			res.Files = append(res.Files, FileRow{f.Path, f.Language, f.Lines, f.Flags&graph.FileTest != 0, rank})
		}
	}
	slices.SortFunc(res.Files, func(a, b FileRow) int {
		byLength := 0
		if want != "" {
			byLength = cmp.Compare(len(a.Path), len(b.Path))
		}
		return cmp.Or(cmp.Compare(a.rank, b.rank), byLength, cmp.Compare(a.Path, b.Path))
	})
	if len(res.Files) == 0 && req.Query != "" && o.Glob == "" {
		for _, p := range locate.Nearest(r, strings.TrimPrefix(req.Query, "./"), false) {
			if paths.Match(p) {
				res.DidYouMean = append(res.DidYouMean, p)
			}
		}
	}
	return res, nil
}

func globs(pattern, p string) bool {
	if !strings.Contains(pattern, "/") {
		p = path.Base(p)
	}
	return doublestar.MatchUnvalidated(pattern, p)
}

// agree ranks how a lower-cased path agrees with what was typed; -1 not at all.
func agree(p, want string, fuzzy bool) int {
	base := path.Base(p)
	stem := strings.TrimSuffix(base, path.Ext(base))
	switch {
	case want == "" || p == want:
		return 0
	case base == want || stem == want:
		return 1
	case strings.HasPrefix(base, want):
		return 2
	case strings.Contains(base, want):
		return 3
	case strings.Contains(p, want):
		return 4
	case fuzzy && subsequence(base, want):
		return 5
	case fuzzy && subsequence(p, want):
		return 6
	}
	return -1
}

// subsequence reports whether the letters of want stand in s in their order.
func subsequence(s, want string) bool {
	for _, c := range want {
		i := strings.IndexRune(s, c)
		if i < 0 {
			return false
		}
		s = s[i+len(string(c)):]
	}
	return true
}

// Package artifact finds the files that describe a repository beside its code:
// schemas of databases, descriptions of interfaces, infrastructure and
// documents. A repository registers its own in .gortex.yaml; of one that
// registers none, files in conventional places are taken.
package artifact

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/locate"
	"github.com/gortexhq/gortex/internal/repoconfig"
	"github.com/gortexhq/gortex/internal/source"
)

// Artifact is one file.
type Artifact struct {
	Path        string
	Name        string // as registered, else that of the file; need not be unique
	Kind        string // one of repoconfig.Kinds
	Description string
	Size        int // bytes
	Hash        source.Hash
	Discovered  bool // found in a conventional place, not registered
}

// Prefix is what ids of artifacts begin with; the path follows.
const Prefix = "artifact::"

// ID is the artifact's public name.
func (a Artifact) ID() string { return Prefix + a.Path }

// Set is what a view has of artifacts.
type Set struct {
	List    []Artifact // in order of path
	Caveats []string   // what the settings name and is not there, or not known
	has     map[string]bool
}

// Of lists the artifacts of a view. Errors: invalid_argument for a .gortex.yaml
// that cannot be read, with data.file, line and column.
func Of(ctx context.Context, v engine.View) (Set, error) {
	set := Set{has: map[string]bool{}}
	for _, prefix := range prefixes(v) {
		cfg, warnings, err := settings(ctx, v, prefix)
		if err != nil {
			return Set{}, err
		}
		set.Caveats = append(set.Caveats, warnings...)
		if len(cfg.Artifacts) == 0 {
			set.discover(v.Graph(), prefix)
			continue
		}
		for _, entry := range cfg.Artifacts {
			if err := set.register(ctx, v, prefix, entry); err != nil {
				return Set{}, err
			}
		}
	}
	slices.SortFunc(set.List, func(a, b Artifact) int { return cmp.Compare(a.Path, b.Path) })
	return set, nil
}

// prefixes are what the paths of each repository of a view begin with: "" for
// a single one.
func prefixes(v engine.View) []string {
	all := []string{v.Repository().Prefix}
	for _, repo := range v.Repositories() {
		if p := repo.Prefix; p != "" && !slices.Contains(all, p) && holds(v.Graph(), p) {
			all = append(all, p)
		}
	}
	return all
}

func holds(r graph.Reader, prefix string) bool {
	for id := range graph.FileID(r.NumFiles()) {
		if strings.HasPrefix(r.File(id).Path, prefix) {
			return true
		}
	}
	return false
}

// settings reads the .gortex.yaml of one repository; none is like an empty one.
func settings(ctx context.Context, v engine.View, prefix string) (repoconfig.Config, []string, error) {
	file := prefix + repoconfig.Name
	c, err := v.ReadFile(ctx, file)
	var failure *engine.Failure
	if errors.As(err, &failure) && failure.Code == "file_not_found" {
		return repoconfig.Config{}, nil, nil
	}
	if err != nil {
		return repoconfig.Config{}, nil, err
	}
	cfg, warnings, err := repoconfig.Parse(file, c.Bytes)
	if bad := (*repoconfig.Error)(nil); errors.As(err, &bad) {
		f := &engine.Failure{Code: "invalid_argument", Message: bad.Error(), Data: map[string]any{"file": bad.File}}
		if bad.Line > 0 {
			f.Data["line"] = bad.Line
		}
		if bad.Column > 0 {
			f.Data["column"] = bad.Column
		}
		if bad.Valid != nil {
			f.Data["valid_values"] = bad.Valid
		}
		return cfg, nil, f
	}
	return cfg, warnings, err
}

// register adds the files of one entry. A file belongs to the first that has it.
func (s *Set) register(ctx context.Context, v engine.View, prefix string, entry repoconfig.Artifact) error {
	files, err := s.files(ctx, v, prefix, entry)
	if err != nil {
		return err
	}
	for _, a := range files {
		if s.has[a.Path] {
			continue
		}
		s.has[a.Path] = true
		base := path.Base(a.Path)
		a.Name, a.Description = cmp.Or(entry.Name, base), entry.Description
		if len(files) > 1 && entry.Name != "" {
			a.Name = entry.Name + "/" + base
		}
		a.Kind = cmp.Or(entry.Kind, conventional(strings.TrimPrefix(a.Path, prefix)), "doc")
		s.List = append(s.List, a)
	}
	return nil
}

// files are those an entry means. One that is named outright may be kept from
// the index by an ignore rule: it was asked for all the same.
func (s *Set) files(ctx context.Context, v engine.View, prefix string, entry repoconfig.Artifact) (list []Artifact, err error) {
	r := v.Graph()
	if id, ok := r.FileByPath(prefix + entry.Path); ok {
		return []Artifact{ofFile(r.File(id))}, nil
	}
	wanted := locate.Paths{entry.Path}
	if entry.Path == "." {
		wanted = nil
	}
	for id := range graph.FileID(r.NumFiles()) {
		f := r.File(id)
		if rel, ok := strings.CutPrefix(f.Path, prefix); ok && f.Path != "" && wanted.Match(rel) {
			list = append(list, ofFile(f))
		}
	}
	skipped := 0
	for _, k := range v.Skipped() {
		if rel, ok := strings.CutPrefix(k.Path, prefix); ok && wanted.Match(rel) {
			if skipped++; skipped <= mostSkipped {
				s.Caveats = append(s.Caveats, fmt.Sprintf("artifact %s is left out: it is not indexed: %s", k.Path, k.Reason))
			}
		}
	}
	if len(list)+skipped > 0 {
		return list, nil
	}
	c, err := v.ReadFile(ctx, prefix+entry.Path)
	if err == nil {
		return []Artifact{{Path: c.Path, Size: len(c.Bytes), Hash: c.Hash}}, nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	s.Caveats = append(s.Caveats, fmt.Sprintf("%s%s:%d: no file is at or matches %q", prefix, repoconfig.Name, entry.Line, entry.Path))
	return nil, nil
}

// mostSkipped is how many files that are no part of the index one entry names.
const mostSkipped = 3

func ofFile(f graph.File) Artifact {
	return Artifact{Path: f.Path, Size: int(f.Size), Hash: f.Hash}
}

// discover adds the files in conventional places.
func (s *Set) discover(r graph.Reader, prefix string) {
	for id := range graph.FileID(r.NumFiles()) {
		f := r.File(id)
		rel, ok := strings.CutPrefix(f.Path, prefix)
		if !ok || f.Path == "" {
			continue
		}
		if kind := conventional(rel); kind != "" && !borrowed(rel) {
			a := ofFile(f)
			a.Name, a.Kind, a.Discovered = path.Base(rel), kind, true
			s.List = append(s.List, a)
		}
	}
}

// Discovered reports whether nothing is registered: all there is was found in
// conventional places.
func (s Set) Discovered() bool {
	return len(s.List) > 0 && !slices.ContainsFunc(s.List, func(a Artifact) bool { return !a.Discovered })
}

// OfKind is the artifacts of one kind, all for "".
func (s Set) OfKind(kind string) Set {
	if kind == "" {
		return s
	}
	of := Set{Caveats: s.Caveats}
	for _, a := range s.List {
		if a.Kind == kind {
			of.List = append(of.List, a)
		}
	}
	return of
}

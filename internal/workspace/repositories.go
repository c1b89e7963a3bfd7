package workspace

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/store"
)

// Repositories implements engine.View.
func (v *view) Repositories() []engine.Repository {
	var out []engine.Repository
	seen := map[string]bool{}
	all, _ := v.w.tracked() // what cannot be read was reported when the view was made
	for _, r := range all {
		seen[r.root] = true
		if i := slices.IndexFunc(v.parts, func(p viewPart) bool { return p.root == r.root }); i >= 0 {
			out = append(out, v.parts[i].describe())
			continue
		}
		out = append(out, v.w.describe(r))
	}
	for i := range v.parts {
		if !seen[v.parts[i].root] {
			out = append(out, v.parts[i].describe())
		}
	}
	return out
}

// catalog implements engine.Catalog.
type catalog []engine.Repository

func (c catalog) Repositories() []engine.Repository { return c }

// Catalog implements engine.Engine.
func (w *Workspace) Catalog(context.Context, engine.Scope) (engine.Catalog, error) {
	all, err := w.tracked()
	if err != nil {
		return nil, err
	}
	here, err := w.around(all, w.cfg.Dir)
	stands := err == nil
	if stands && !here.tracked {
		all = append(all, here)
	}
	list := make(catalog, len(all))
	for i, r := range all {
		list[i] = w.describe(r)
		list[i].Current = stands && r.root == here.root
	}
	return list, nil
}

// describe tells of a repository what can be known without refreshing it.
func (w *Workspace) describe(r repo) engine.Repository {
	d := engine.Repository{Name: r.name, Root: r.root, Prefix: r.prefix, Tracked: r.tracked}
	if _, err := os.Stat(r.root); err != nil {
		d.State = "missing"
		return d
	}
	d.Branch, d.Head = head(r.root)
	dir := w.cfg.Dirs.Index(r.root)
	d.Indexed = indexedAt(dir)
	d.Index = dir
	ix, err := store.Open(dir)
	if err != nil {
		d.State = "not_indexed"
		return d
	}
	defer ix.Close()
	s := ix.Stats()
	d.State, d.Files, d.Symbols, d.Bytes = "indexed", s.Files, s.Symbols, ix.Size()
	return d
}

// head reads the branch and the commit of a working tree from git's own files.
func head(root string) (branch, commit string) {
	gitDir := filepath.Join(root, ".git")
	if raw, err := os.ReadFile(gitDir); err == nil { // a linked worktree or a submodule
		if rest, ok := strings.CutPrefix(string(raw), "gitdir: "); ok {
			gitDir = abs(root, strings.TrimSpace(rest))
		}
	}
	raw, err := os.ReadFile(filepath.Join(gitDir, "HEAD"))
	if err != nil {
		return "", ""
	}
	text := strings.TrimSpace(string(raw))
	ref, ok := strings.CutPrefix(text, "ref: ")
	if !ok {
		return "", text
	}
	branch = strings.TrimPrefix(ref, "refs/heads/")
	common := gitDir
	if raw, err := os.ReadFile(filepath.Join(gitDir, "commondir")); err == nil {
		common = abs(gitDir, strings.TrimSpace(string(raw)))
	}
	if raw, err := os.ReadFile(filepath.Join(common, filepath.FromSlash(ref))); err == nil {
		return branch, strings.TrimSpace(string(raw))
	}
	packed, _ := os.ReadFile(filepath.Join(common, "packed-refs"))
	for line := range strings.Lines(string(packed)) {
		if sha, name, ok := strings.Cut(strings.TrimSpace(line), " "); ok && name == ref {
			return branch, sha
		}
	}
	return branch, ""
}

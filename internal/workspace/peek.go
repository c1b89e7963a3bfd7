package workspace

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/query"
	"github.com/gortexhq/gortex/internal/store"
)

// CompleteSymbol lists what someone who has typed the beginning of a symbol may
// mean, at most most of it. It reads the stored indexes as they are: it looks
// at no tree, waits for nobody and writes nothing. Without an index there is
// nothing to list.
func (w *Workspace) CompleteSymbol(s engine.Scope, typed string, most int) []query.Word {
	return w.peek(s, typed, most, func(r *store.Reader, _ repo, typed string, most int) []query.Word {
		return query.Complete(r, typed, most)
	})
}

// CompleteFile lists the indexed files, and directories of such, whose path
// goes on from what was typed: as answers write it, or as someone would who
// stands where the caller does. It reads what CompleteSymbol reads.
func (w *Workspace) CompleteFile(s engine.Scope, typed string, most int) []query.Word {
	return w.peek(s, typed, most, func(r *store.Reader, in repo, typed string, most int) []query.Word {
		slashed := filepath.ToSlash(typed)
		if first, _, _ := strings.Cut(slashed, "/"); first != "." && first != ".." && !filepath.IsAbs(typed) {
			if words := query.CompleteFile(r, slashed, most); len(words) > 0 {
				return words
			}
		}
		return w.fromHere(r, in, slashed, most)
	})
}

// CompleteRepository lists what is tracked, by name.
func (w *Workspace) CompleteRepository() []query.Word {
	all, err := w.tracked()
	if err != nil {
		return nil
	}
	words := make([]query.Word, len(all))
	for i, r := range all {
		words[i] = query.Word{Text: r.name, About: r.root}
	}
	return words
}

// fromHere completes a path that is absolute, or relative to where the caller
// stands.
func (w *Workspace) fromHere(r graph.Reader, in repo, typed string, most int) []query.Word {
	dir, name := path.Split(typed)
	here, err := filepath.EvalSymlinks(abs(w.cfg.Dir, filepath.FromSlash(dir)))
	if err != nil || !within(in.root, here) {
		return nil
	}
	rel, err := filepath.Rel(in.root, here)
	if err != nil {
		return nil
	}
	before := ""
	if rel != "." {
		before = filepath.ToSlash(rel) + "/"
	}
	words := query.CompleteFile(r, before+name, most)
	for i := range words {
		words[i].Text = dir + strings.TrimPrefix(words[i].Text, before)
	}
	return words
}

// peek asks the stored index of each repository that a scope means. Paths carry
// the name of the repository where answers would, if they were begun with it.
func (w *Workspace) peek(s engine.Scope, typed string, most int, ask func(*store.Reader, repo, string, int) []query.Word) (words []query.Word) {
	repos, err := w.meant(s)
	if err != nil {
		return nil
	}
	for _, r := range repos {
		ix, err := store.Peek(w.cfg.Dirs.Index(r.root))
		if err != nil {
			continue
		}
		begun, prefix := strings.CutPrefix(typed, r.prefix)
		if !prefix {
			begun = typed
		}
		for _, word := range ask(ix, r, begun, most-len(words)) {
			if prefix {
				word.Text = r.prefix + word.Text
			}
			word.Text, word.About = strings.Clone(word.Text), strings.Clone(word.About) // the generation goes away
			words = append(words, word)
		}
		_ = ix.Close() // nothing was written
		if r.prefix != "" && typed != "" && !prefix && strings.HasPrefix(r.prefix, typed) {
			words = append(words, query.Word{Text: r.prefix, About: "repository", Open: true})
		}
	}
	return slices.CompactFunc(words, func(a, b query.Word) bool { return a.Text == b.Text })
}

// meant are the repositories of a scope.
func (w *Workspace) meant(s engine.Scope) ([]repo, error) {
	if s.Repo == everything {
		return w.tracked()
	}
	r, err := w.locate(s)
	return []repo{r}, err
}

package read

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/locate"
)

var history = op.Read(op.Spec{
	Name: "history", Summary: "How often symbols were changed in this session.",
	Legacy: []op.Legacy{{Name: "get_symbol_history", Args: op.Renames{"id": "target.symbol"}}},
	Unseen: true,
	Examples: []op.Example{
		{Text: "All that were changed", Request: `{"operation":"history"}`},
		{Text: "One symbol", Request: `{"operation":"history","target":{"symbol":"Server.Start"}}`},
	},
}, runHistory)

// HistoryRequest asks about one symbol, or all that were changed.
type HistoryRequest struct {
	Target  op.Target      `json:"target,omitzero" selectors:"symbol"`
	Options HistoryOptions `json:"options,omitzero"`
}

// HistoryOptions shape the answer.
type HistoryOptions struct {
	Compact bool `json:"compact,omitempty" doc:"only id and count of each row"`
	op.Scope
}

// churning is how many changes of a symbol are many.
const churning = 3

// Changed is a symbol that was changed since the session first looked at the
// repository. Its lines count, not those of symbols inside it, nor a comment
// before it; that it moved is no change.
type Changed struct {
	ID       string `json:"id"`
	Count    int    `json:"count"`               // of calls that found it changed: changes between two calls are one
	Churning bool   `json:"churning,omitempty"`  // three times or more
	Last     string `json:"last,omitempty"`      // what happened last: added, modified, removed
	At       string `json:"last_at,omitempty"`   // when that was found, RFC 3339
	First    string `json:"first_at,omitempty"`  // when the first change was found, if there were several
	Line     uint32 `json:"line,omitempty"`      // where it is now
	Removed  bool   `json:"not_found,omitempty"` // it is not there any more
}

// HistoryResult lists what was changed, the most often first.
type HistoryResult struct {
	Session string    `json:"session_id"`
	Began   time.Time `json:"session_began"`
	Changes []Changed `json:"changes" op:"rows"`
	op.Page
	Churning int `json:"churning"` // symbols changed three times or more
	// Files changed in which it is not known which symbols did: too many at
	// once, or what they were before is not known.
	Unknown []string `json:"files_without_symbols,omitempty"`
	Caveat  string   `json:"caveat,omitempty"`
}

func runHistory(ctx context.Context, v engine.View, req HistoryRequest) (HistoryResult, error) {
	in := v.Session()
	if in.ID() == "" {
		return HistoryResult{}, engine.Sessionless()
	}
	changes, whole, err := v.Changes()
	if err != nil {
		return HistoryResult{}, err
	}
	res := HistoryResult{Session: engine.SessionName(in.ID()), Began: in.State().Began.UTC().Truncate(time.Second), Changes: []Changed{}}
	if !whole {
		res.Caveat = "some changes are not kept any more: counts may be too low"
	}
	byID := res.count(changes)
	if name := req.Target.Symbol; name != "" {
		// One that was removed is known by its id alone.
		if byID[name] == nil {
			found, err := locate.Symbol(ctx, v, name)
			if err != nil {
				return HistoryResult{}, err
			}
			name = graph.ID(v.Graph(), v.Graph().Node(found.Node))
		}
		one := byID[name]
		if clear(byID); one != nil {
			byID[name] = one
		}
		res.Churning = 0
		if one != nil && one.Churning {
			res.Churning = 1
		}
	}
	at := where(v.Graph())
	for _, c := range byID {
		line, there := at(c.ID)
		c.Line, c.Removed = line, !there
		if req.Options.Compact {
			c = &Changed{ID: c.ID, Count: c.Count}
		}
		res.Changes = append(res.Changes, *c)
	}
	slices.SortFunc(res.Changes, func(a, b Changed) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(b.At, a.At), cmp.Compare(a.ID, b.ID))
	})
	return res, nil
}

// count adds up changes by symbol.
func (res *HistoryResult) count(changes []engine.FileChange) map[string]*Changed {
	byID := map[string]*Changed{}
	for _, c := range changes {
		switch {
		case c.Unknown && c.Path == "":
			res.Caveat = "very many files changed at once, or the index was made anew: which symbols that changed is not known"
		case c.Unknown && !slices.Contains(res.Unknown, c.Path):
			res.Unknown = append(res.Unknown, c.Path)
		}
		at := c.At.UTC().Format(time.RFC3339)
		for _, kind := range []struct {
			what string
			ids  []string
		}{{"added", c.Added}, {"modified", c.Modified}, {"removed", c.Removed}} {
			for _, id := range kind.ids {
				row := byID[id]
				if row == nil {
					row = &Changed{ID: id}
					byID[id] = row
				} else if row.First == "" {
					row.First = row.At
				}
				row.Count++
				row.Last, row.At = kind.what, at
				if row.Count == churning {
					row.Churning = true
					res.Churning++
				}
			}
		}
	}
	return byID
}

// where finds symbols by id.
func where(r graph.Reader) func(id string) (line uint32, ok bool) {
	files := map[graph.FileID]map[string]uint32{}
	return func(id string) (uint32, bool) {
		for i := 0; i+1 < len(id); i++ {
			if id[i:i+2] != "::" {
				continue
			}
			file, ok := r.FileByPath(id[:i])
			if !ok {
				continue
			}
			if files[file] == nil {
				files[file] = map[string]uint32{}
				for node := range r.FileNodes(file) {
					n := r.Node(node)
					files[file][graph.ID(r, n)] = n.Span.NameLine
				}
			}
			line, ok := files[file][id]
			return line, ok
		}
		return 0, false
	}
}

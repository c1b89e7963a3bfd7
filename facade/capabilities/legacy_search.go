package capabilities

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/facade/surface"
)

func legacySearch(catalog func() *surface.Catalog) op.ReadOp {
	return op.Described(op.Spec{
		Name: "legacy_search", Summary: "Find flat tools that are not shown, with their schemas, and show them.",
		Hidden: true,
		Legacy: []op.Legacy{{Name: "tools_search"}},
	}, func(ctx context.Context, req SearchRequest) (SearchResult, error) {
		s := surface.FromContext(ctx)
		c := catalog()
		if s != nil {
			c = s.Catalog()
		}
		return runLegacySearch(c, s, req), nil
	})
}

// SearchRequest says which tools are wanted.
type SearchRequest struct {
	Query      string `json:"query,omitempty" doc:"words, of which +word must occur; or select:name,name; left out: the names of all that are not shown"`
	MaxResults int    `json:"max_results,omitempty" default:"10" min:"1" max:"200" doc:"most tools to find by words"`
	Promote    bool   `json:"promote,omitempty" default:"true" doc:"show what is found in tools/list from now on"`
}

// SearchResult holds what was found of the tools that are not shown.
type SearchResult struct {
	Total     int         `json:"total"` // how many were found, returned or not
	Tools     []FoundTool `json:"tools"`
	Functions string      `json:"functions,omitempty"` // the found tools as a <functions> block
	Promoted  []string    `json:"promoted"`            // shown by this call
	Shown     []string    `json:"already_shown,omitempty"`
	Blocked   []string    `json:"blocked,omitempty"` // found, but not to be called on this surface
	Unknown   []string    `json:"unknown,omitempty"` // selected, and there is none
}

// FoundTool is one of the found tools.
type FoundTool struct {
	Name        string         `json:"name"`
	Description string         `json:"description,omitempty"` // left out where names are listed
	Status      surface.Status `json:"status"`                // before this call
}

// function is a tool as models are shown functions.
type function struct {
	Name        string     `json:"name"`
	Description string     `json:"description"`
	Parameters  *op.Schema `json:"parameters"`
}

func runLegacySearch(c *surface.Catalog, s *surface.Surface, req SearchRequest) SearchResult {
	res := SearchResult{Tools: []FoundTool{}, Promoted: []string{}}
	query := strings.TrimSpace(req.Query)
	selected, chosen := strings.CutPrefix(query, "select:")
	var names []string
	switch {
	case query == "":
		names = c.FlatNames()
	case chosen:
		names = res.chosen(c, selected)
	default:
		names = c.Find(query)
	}
	status := map[string]surface.Status{}
	for state, list := range c.Statuses(s) {
		for _, name := range list {
			status[name] = surface.Status(state)
		}
	}
	var functions strings.Builder
	var found []string
	for _, name := range names {
		switch state := status[name]; {
		case s == nil, state == surface.Deferred, state == surface.Live && chosen:
			res.Total++
			if query == "" {
				res.Tools = append(res.Tools, FoundTool{Name: name, Status: state})
			} else if chosen || len(res.Tools) < req.MaxResults {
				found = append(found, name)
				tool, _ := c.Flat(name)
				res.Tools = append(res.Tools, FoundTool{name, tool.Description, state})
				functions.WriteString(describeFunction(tool) + "\n")
			}
		case state == surface.Live && query != "":
			res.Shown = append(res.Shown, name)
		case state == surface.Blocked && query != "":
			res.Blocked = append(res.Blocked, name)
		}
	}
	if functions.Len() > 0 {
		res.Functions = "<functions>\n" + functions.String() + "</functions>"
	}
	if s != nil && req.Promote {
		res.Promoted = append(res.Promoted, s.Promote(found)...)
	}
	return res
}

// chosen are the tools selected by name.
func (res *SearchResult) chosen(c *surface.Catalog, list string) (names []string) {
	for name := range strings.SplitSeq(list, ",") {
		if name = op.Normalise(name); name == "" || slices.Contains(names, name) {
			continue
		}
		if _, ok := c.Flat(name); ok {
			names = append(names, name)
		} else {
			res.Unknown = append(res.Unknown, name)
		}
	}
	return names
}

func describeFunction(t surface.Tool) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(function{t.Name, t.Description, t.InputSchema}) // strings and numbers
	return strings.TrimSpace(b.String())
}

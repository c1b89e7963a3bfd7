package capabilities

import (
	"context"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/facade/surface"
)

func legacyProfile(catalog func() *surface.Catalog) op.ReadOp {
	return op.Described(op.Spec{
		Name: "legacy_profile", Summary: "Which flat tools this connection is shown, can find and may not call.",
		Hidden: true,
		Legacy: []op.Legacy{{Name: "tool_profile"}},
	}, func(ctx context.Context, req ProfileRequest) (any, error) {
		s := surface.FromContext(ctx)
		c := catalog()
		if s != nil {
			c = s.Catalog()
		}
		if req.Tool != "" {
			return c.Profile(s, req.Tool)
		}
		return profile(c, s), nil
	})
}

// ProfileRequest may ask about one tool.
type ProfileRequest struct {
	Tool string `json:"tool,omitempty" doc:"say whether this one can be called; left out: all of them"`
}

// ProfileResult is the surface of a connection. Without a connection, as on the
// command line, it is the whole catalogue, all of which can be called.
type ProfileResult struct {
	SurfaceVersion string         `json:"surface_version"`
	Preset         string         `json:"preset,omitempty"`
	Mode           surface.Mode   `json:"preset_mode,omitempty"`
	Source         string         `json:"source"` // who decided: forwarded, operator, profile, client or server; none without a connection
	Counts         map[string]int `json:"counts"`
	Live           []string       `json:"live"`     // in tools/list
	Deferred       []string       `json:"deferred"` // found by tools_search, callable
	Blocked        []string       `json:"blocked"`  // not callable
	Categories     surface.Groups `json:"categories"`
	Effects        surface.Groups `json:"effects"` // a tool of several operations may be in several
}

func profile(c *surface.Catalog, s *surface.Surface) ProfileResult {
	res := ProfileResult{SurfaceVersion: op.SurfaceVersion, Source: "none", Counts: map[string]int{}, Categories: c.Families(), Effects: c.Effects()}
	by := c.Statuses(s)
	res.Live, res.Deferred, res.Blocked = list(by[string(surface.Live)]), list(by[string(surface.Deferred)]), list(by[string(surface.Blocked)])
	if s != nil {
		res.Preset, res.Mode, res.Source = s.Preset, s.Mode, s.Source
		res.Live = list(s.Live()) // which may hold public tools too
	}
	res.Counts["live"], res.Counts["deferred"], res.Counts["blocked"] = len(res.Live), len(res.Deferred), len(res.Blocked)
	return res
}

// list is a list of names that is never null.
func list(names []string) []string { return append([]string{}, names...) }

package surface

import (
	"strings"

	"github.com/gortexhq/gortex/facade/op"
)

// families are the functional groups of the flat tools, by the public tool that
// does their work.
var families = map[string]string{
	"explore": "nav", "search": "nav", "relations": "nav", "trace": "nav", "response": "nav",
	"read": "read", "edit": "edit", "refactor": "edit",
	"analyze": "analysis", "ask": "analysis", "change": "analysis",
	"review": "review", "publish_review": "review", "pr": "pr",
	"recall": "memory", "remember": "memory", "overlay": "overlay",
	"workspace": "workspace", "workspace_admin": "admin", "session": "admin", "capabilities": "admin",
}

// family is the functional group of a flat tool.
func (e *entry) family() string {
	o := e.base()
	switch {
	case strings.HasSuffix(o.Name, "subscribe"):
		return "subscription"
	case strings.HasPrefix(o.Name, "enrich_"):
		return "enrich"
	case o.Facade == "change" && (strings.Contains(o.Name, "overlay") || o.Name == "compare_branches"):
		return "overlay"
	}
	return families[o.Facade]
}

// Profile says what there is to say of one tool on a surface.
type Profile struct {
	Tool     string      `json:"tool"`
	Status   Status      `json:"status"`
	Enabled  bool        `json:"enabled"` // it can be called
	Category string      `json:"category,omitempty"`
	Effects  []op.Effect `json:"effects"`
	Instead  []string    `json:"instead,omitempty"` // of a flat tool: the public operations behind it
	About    string      `json:"description"`
}

// Profile describes a tool, flat or public; the flat one where both have the
// name. The error for a name that there is not says which is near.
func (c *Catalog) Profile(s *Surface, tool string) (Profile, error) {
	name := op.Normalise(tool)
	if !c.has(name) {
		e := op.UnknownTool(tool, c.FlatNames(), c.public).With("field", "tool")
		delete(e.Data, "valid_tools") // the same tool lists them when asked about none
		return Profile{}, e
	}
	p := Profile{Tool: name, Status: Live}
	if s != nil {
		p.Status = s.status(name)
	}
	if e := c.byName[name]; e != nil {
		p.Category, p.Effects, p.Instead, p.About = e.family(), e.effects(), e.instead(), e.description()
	} else {
		f := c.facades[name]
		p.Category, p.Effects, p.About = families[name], []op.Effect{f.Effect}, f.Description()
		if p.Status == Deferred { // of the other kind, and found nowhere
			p.Status = Blocked
		}
	}
	p.Enabled = p.Status != Blocked
	return p, nil
}

// Groups are names by what they have in common.
type Groups map[string][]string

// Statuses groups the flat tools by what a connection can do with them; without
// a connection everything can be called.
func (c *Catalog) Statuses(s *Surface) Groups {
	return c.group(func(e *entry) []string {
		if s == nil {
			return []string{string(Live)}
		}
		return []string{string(s.status(e.name))}
	})
}

// Families groups the flat tools by function.
func (c *Catalog) Families() Groups {
	return c.group(func(e *entry) []string { return []string{e.family()} })
}

// Effects groups the flat tools by the effects that calls may have.
func (c *Catalog) Effects() Groups {
	return c.group(func(e *entry) (list []string) {
		for _, effect := range e.effects() {
			list = append(list, string(effect))
		}
		return list
	})
}

func (c *Catalog) group(by func(*entry) []string) Groups {
	g := Groups{}
	for _, e := range c.flat {
		for _, key := range by(e) {
			g[key] = append(g[key], e.name)
		}
	}
	return g
}

package surface

import (
	"bytes"
	"encoding/json"
	"slices"
	"sync"

	"github.com/gortexhq/gortex/facade/op"
)

// Tool is one entry of tools/list. Its JSON is what an MCP client is sent.
type Tool struct {
	Name        string      `json:"name"`
	Description string      `json:"description"`
	InputSchema *op.Schema  `json:"inputSchema"`
	Annotations Annotations `json:"annotations"`
}

// Annotations are the hints of MCP about what a tool does.
type Annotations struct {
	ReadOnly    bool `json:"readOnlyHint"`
	Destructive bool `json:"destructiveHint"`
	OpenWorld   bool `json:"openWorldHint"`
}

// Catalog holds the public tools and the flat ones, as they are advertised. It
// is made of the declarations and does not change. A tool is put together when
// it is first asked for.
type Catalog struct {
	public []string
	flat   []*entry // in the order of the declarations
	byName map[string]*entry

	facades map[string]*op.Facade
	shown   map[string]func() Tool
}

// NewCatalog makes the catalog of a set of facades.
func NewCatalog(facades []*op.Facade) *Catalog {
	c := &Catalog{byName: map[string]*entry{}, facades: map[string]*op.Facade{}, shown: map[string]func() Tool{}}
	for _, f := range facades {
		c.public = append(c.public, f.Name)
		c.facades[f.Name] = f
		c.shown[f.Name] = sync.OnceValue(func() Tool {
			return Tool{f.Name, f.Description(), f.Advertised(), hints(f.Effect, f.OpenWorld)}
		})
		for _, o := range f.Ops {
			for _, l := range o.Legacy {
				c.stand(o, l)
			}
		}
	}
	return c
}

// stand notes that an operation stands behind a flat name.
func (c *Catalog) stand(o *op.Op, l op.Legacy) {
	e := c.byName[l.Name]
	if e == nil {
		e = &entry{name: l.Name}
		e.tool = sync.OnceValue(e.whole)
		e.brief = sync.OnceValue(func() Tool { return brief(e.tool()) })
		c.byName[l.Name] = e
		c.flat = append(c.flat, e)
	}
	e.behind = append(e.behind, standing{o, l})
}

// Public lists the public tools in their order.
func (c *Catalog) Public() []Tool {
	list := make([]Tool, len(c.public))
	for i, name := range c.public {
		list[i] = c.shown[name]()
	}
	return list
}

// Flat returns a flat tool, with all that its schema has to say.
func (c *Catalog) Flat(name string) (Tool, bool) {
	e := c.byName[name]
	if e == nil {
		return Tool{}, false
	}
	return e.tool(), true
}

// FlatNames lists the flat tools in the order of the declarations.
func (c *Catalog) FlatNames() []string {
	names := make([]string, len(c.flat))
	for i, e := range c.flat {
		names[i] = e.name
	}
	return names
}

// hints are those of an effect.
func hints(effect op.Effect, openWorld bool) Annotations {
	return Annotations{
		ReadOnly: effect == op.EffectRead,
		// What a session holds is gone with it; all other writes last.
		Destructive: effect != op.EffectRead && effect != op.EffectSessionWrite,
		OpenWorld:   openWorld,
	}
}

// list gives the named tools as a surface shows them: public tells what a name
// means that both kinds have.
func (c *Catalog) list(names []string, public, short bool) []Tool {
	tools := make([]Tool, 0, len(names))
	for _, n := range names {
		e := c.byName[n]
		switch {
		case e == nil || public && slices.Contains(c.public, n):
			tools = append(tools, c.shown[n]())
		case short:
			tools = append(tools, e.brief())
		default:
			tools = append(tools, e.tool())
		}
	}
	return tools
}

// ToolsJSON is a JSON array of tools, the same bytes for the same tools.
func ToolsJSON(list []Tool) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(list); err != nil {
		panic(err) // schemas are made of strings and numbers
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

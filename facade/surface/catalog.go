package surface

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

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
// is made of the declarations and does not change.
type Catalog struct {
	facades []*op.Facade
	public  []string
	tools   map[string]Tool // public
}

// NewCatalog makes the catalog of a set of facades.
func NewCatalog(facades []*op.Facade) *Catalog {
	c := &Catalog{facades: facades, tools: map[string]Tool{}}
	for _, f := range facades {
		c.public = append(c.public, f.Name)
		c.tools[f.Name] = Tool{f.Name, f.Description(), f.Advertised(), hints(f)}
	}
	return c
}

func hints(f *op.Facade) Annotations {
	return Annotations{
		ReadOnly: f.Effect == op.EffectRead,
		// What a session holds is gone with it; all other writes last.
		Destructive: f.Effect != op.EffectRead && f.Effect != op.EffectSessionWrite,
		OpenWorld:   f.OpenWorld,
	}
}

// Resolve chooses the surface of a connection. The warnings are sentences about
// wishes that were not understood.
func (c *Catalog) Resolve(wishes Choices) (*Surface, []string) {
	return &Surface{Preset: op.SurfaceVersion, Mode: Hide, Source: "client", catalog: c, public: true, live: slices.Clone(c.public)}, nil
}

// Check refuses a tool that the connection may not call; the error says what
// it may.
func (s *Surface) Check(tool string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if slices.Contains(s.live, tool) {
		return nil
	}
	return fmt.Errorf("no tool %q", tool)
}

func (c *Catalog) toolsJSON(names []string) json.RawMessage {
	list := make([]Tool, 0, len(names))
	for _, n := range names {
		list = append(list, c.tools[n])
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(list); err != nil {
		panic(err) // schemas are made of strings and numbers
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

package facade

import (
	"encoding/json"

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

// ToolsList is what tools/list answers: the public tools, in order.
func ToolsList(r *Registry) []Tool {
	tools := make([]Tool, len(r.facades))
	for i, f := range r.facades {
		tools[i] = Tool{
			Name:        f.Name,
			Description: f.Description(),
			InputSchema: f.Advertised(),
			Annotations: Annotations{
				ReadOnly: f.Effect == op.EffectRead,
				// What a session holds is gone with it; all other writes last.
				Destructive: f.Effect != op.EffectRead && f.Effect != op.EffectSessionWrite,
				OpenWorld:   f.OpenWorld,
			},
		}
	}
	return tools
}

// ToolsJSON is the JSON array of ToolsList, the same bytes every time.
func ToolsJSON(r *Registry) json.RawMessage { return encode(ToolsList(r)) }

package facade

import (
	"encoding/json"

	"github.com/gortexhq/gortex/facade/surface"
)

// Tool is one entry of tools/list.
type Tool = surface.Tool

// ToolsList is what tools/list answers on the compact surface: the public
// tools, in order.
func ToolsList(r *Registry) []Tool { return surface.NewCatalog(r.facades).Public() }

// ToolsJSON is the JSON array of ToolsList, the same bytes every time.
func ToolsJSON(r *Registry) json.RawMessage { return surface.ToolsJSON(ToolsList(r)) }

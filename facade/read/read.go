// Package read reads files and symbols.
package read

import "github.com/gortexhq/gortex/facade/op"

// Facade is the read tool.
var Facade = op.ReadFacade(
	op.Tool{
		Name:     "read",
		Summary:  "Read a file, the source of a symbol, or several symbols. The selector chooses the operation.",
		Common:   []string{"file", "source", "symbols", "summary", "editing_context"},
		Budget:   2000,
		Envelope: envelope{},
	},
	artifactOp, editingContext, file, history, sourceOp, summary, symbolMetadataCompat, symbols,
)

// envelope is what tools/list shows of a request.
type envelope struct {
	Target  op.Target `json:"target,omitzero" selectors:"file,symbol,symbols,artifact" doc:"exactly one selector; a symbol is an id (path::Type.Method) or a unique name"`
	Context op.Open   `json:"context,omitempty" doc:"start_line, end_line, context_lines, compress_bodies"`
	Options op.Open   `json:"options,omitempty" doc:"offset, limit, if_none_match, repo"`
	Output  op.Open   `json:"output,omitempty"`
}

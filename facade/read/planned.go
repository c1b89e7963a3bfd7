package read

import "github.com/gortexhq/gortex/facade/op"

// What the operations that are not built yet will take.

// HistoryRequest asks about one symbol, or all that were changed.
type HistoryRequest struct {
	Target  op.Target      `json:"target,omitzero" selectors:"symbol"`
	Options HistoryOptions `json:"options,omitzero"`
}

// HistoryOptions shape the answer.
type HistoryOptions struct {
	Compact bool `json:"compact,omitempty" doc:"only id and count of each row"`
}

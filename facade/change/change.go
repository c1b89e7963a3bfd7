// Package change says what a change touches, before and after it is made.
package change

import (
	"slices"

	"github.com/gortexhq/gortex/facade/op"
)

// Facade is the change tool.
var Facade = op.ReadFacade(
	op.Tool{
		Name:     "change",
		Summary:  "What a change affects and must satisfy. Detect after every edit.",
		Common:   []string{"impact", "detect", "verify", "tests", "guards", "contract"},
		Budget:   2000,
		Envelope: envelope{},
	},
).Planned(slices.Concat(ofSymbols, ofChanges, ofEdits, ofServers, ofOverlays)...)

// envelope is what tools/list shows of a request.
type envelope struct {
	Target  op.Target `json:"target,omitzero" selectors:"symbol,symbols,file"`
	Source  op.Open   `json:"source,omitempty" doc:"scope, base, changes, workspace_edit"`
	Options op.Open   `json:"options,omitempty" doc:"depth, repo"`
	Output  op.Open   `json:"output,omitempty"`
}

package change

import "github.com/gortexhq/gortex/facade/op"

// ofChanges are the operations asked about changes that were made, and about
// what they must satisfy.
var ofChanges = []op.Spec{
	op.Takes[ContractRequest](op.Spec{
		Name: "contract", Summary: "What a change must satisfy: its impact, tests, guards and risk.",
		Nearest: []string{"relations.dependents"},
		Default: true,
		Fixed:   op.Args{"options.ack": false},
		Legacy:  []op.Legacy{{Name: "change_contract", Args: op.Renames{"path": "target.file"}}},
	},
		op.Example{Text: "Before one symbol is changed", Request: `{"operation":"contract","target":{"symbol":"Server.addTool"}}`},
		op.Example{Text: "Of what is staged", Request: `{"operation":"contract","source":{"source":"diff","scope":"staged"}}`}),
	op.Takes[DetectRequest](op.Spec{
		Name: "detect", Summary: "Symbols touched by the changes of the working tree or of a branch.",
		Legacy: []op.Legacy{{Name: "detect_changes", Args: op.Renames{"base_ref": "source.base"}}},
	},
		op.Example{Text: "Since the last commit", Request: `{"operation":"detect","source":{"base":"HEAD"}}`},
		op.Example{Text: "Of a branch", Request: `{"operation":"detect","source":{"scope":"compare","base":"main"}}`}),
	op.Takes[RangesRequest](op.Spec{
		Name: "ranges", Summary: "The symbols that cover ranges of lines.",
		Legacy: []op.Legacy{{Name: "symbols_for_ranges", Args: op.Renames{"path": "target.file"}}},
	}.Near("read.summary"),
		op.Example{Text: "Two files", Request: `{"operation":"ranges","source":{"ranges":[{"file":"a.go","start_line":10,"end_line":20},{"file":"b.go","start_line":5,"end_line":5}]}}`},
		op.Example{Text: "One range of one file", Request: `{"operation":"ranges","target":{"file":"a.go"},"source":{"start_line":10,"end_line":20}}`}),
	op.Takes[ReceiptRequest](op.Spec{
		Name: "receipt", Summary: "The record of an earlier mutation.",
		Legacy: []op.Legacy{{Name: "mutation_status", Args: op.Renames{"path": "target.file"}}},
	},
		op.Example{Text: "Was the last edit of this file written?", Request: `{"operation":"receipt","target":{"file":"a.go"}}`},
		op.Example{Text: "By the caller's own key", Request: `{"operation":"receipt","options":{"mutation_id":"edit-7"}}`}),
}

// ContractRequest says what the change is: symbols, a file, or its source.
type ContractRequest struct {
	Target  op.Target       `json:"target,omitzero" selectors:"symbol,symbols,file"`
	Source  ContractSource  `json:"source,omitzero"`
	Options ContractOptions `json:"options,omitzero"`
}

// ContractSource says where the change is to be found.
type ContractSource struct {
	Source        string  `json:"source,omitempty" enum:"auto,edit,diff,symbols,ranges" doc:"what the change is read from; auto: from what is given"`
	WorkspaceEdit op.Open `json:"workspace_edit,omitempty" doc:"an LSP WorkspaceEdit that is going to be applied"`
	RangesSource
	Scope string `json:"scope,omitempty" enum:"unstaged,staged,all,compare" doc:"which changes of the working tree; compare: those since base"`
	Base  string `json:"base,omitempty" doc:"branch, tag or commit to compare with"`
}

// ContractOptions say from which side to look, and how strictly.
type ContractOptions struct {
	Lens     string `json:"lens,omitempty" enum:"api" doc:"api: what the change does to what others may import"`
	RiskGate bool   `json:"risk_gate,omitempty" doc:"refuse symbols that much depends on until their risk was acknowledged"`
	Ack      bool   `json:"ack,omitempty" doc:"acknowledge the risk"`
	op.OneRepo
}

// DetectRequest says which changes to look at.
type DetectRequest struct {
	Source  DetectSource  `json:"source,omitzero"`
	Options DetectOptions `json:"options,omitzero"`
}

// DetectSource is a part of what git sees as changed.
type DetectSource struct {
	Scope string `json:"scope,omitempty" enum:"unstaged,staged,all,compare" doc:"which changes; compare: those since base"`
	Base  string `json:"base,omitempty" doc:"branch, tag or commit to compare with"`
}

// DetectOptions choose how much is listed.
type DetectOptions struct {
	SummaryOnly bool `json:"summary_only,omitempty" doc:"numbers only, no symbols"`
	Offset      int  `json:"offset,omitempty" min:"0" doc:"rows to leave out at the beginning"`
	Limit       int  `json:"limit,omitempty" min:"1" max:"10000" doc:"most rows"`
	op.OneRepo
}

// Range is a range of lines of a file.
type Range struct {
	File  string `json:"file" doc:"path of the file"`
	Start int    `json:"start_line" min:"1" doc:"first line, from 1"`
	End   int    `json:"end_line,omitempty" min:"1" doc:"last line; the first when left out"`
}

// RangesRequest holds ranges of several files, or one range of the target.
type RangesRequest struct {
	Target op.Target    `json:"target,omitzero" selectors:"file"`
	Source RangesSource `json:"source,omitzero"`
}

// RangesSource lists ranges of lines.
type RangesSource struct {
	Ranges []Range `json:"ranges,omitempty" doc:"ranges of lines, each with its file"`
	Start  int     `json:"start_line,omitempty" min:"1" doc:"first line of the target, from 1"`
	End    int     `json:"end_line,omitempty" min:"1" doc:"last line of the target; the first when left out"`
}

// ReceiptRequest says which mutation is meant; one of the three is needed.
type ReceiptRequest struct {
	Target  op.Target      `json:"target,omitzero" selectors:"file"`
	Options ReceiptOptions `json:"options,omitzero"`
}

// ReceiptOptions are names of a mutation.
type ReceiptOptions struct {
	Receipt    string `json:"receipt,omitempty" doc:"the receipt that the mutation answered with"`
	MutationID string `json:"mutation_id,omitempty" doc:"the key that the caller gave to the mutation"`
}

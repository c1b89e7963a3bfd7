package remember

import "github.com/gortexhq/gortex/facade/op"

// ofJudgements are the operations that store what someone decided about a
// change or a finding.
var ofJudgements = []op.Spec{
	op.Takes[RiskAckRequest](op.Spec{
		Name: "risk_ack", Summary: "Acknowledge the risk of a change.",
		Fixed:  op.Args{"arguments.ack": true},
		Legacy: []op.Legacy{{Name: "change_contract", When: op.Args{"ack": true}}},
	},
		op.Example{Text: "Of one symbol", Request: `{"operation":"risk_ack","arguments":{"source":"symbols","symbols":["internal/mcp/server.go::Server.addTool"]}}`}),
	op.Takes[SuppressFindingRequest](op.Later("suppress_finding", "Suppress, restore or list findings.", "suppress_finding"),
		op.Example{Text: "A rule in one file", Request: `{"operation":"suppress_finding","arguments":{"action":"add","rule":"sql-string-concat","file":"internal/store/query.go","reason":"the text is a constant"}}`},
		op.Example{Text: "What is suppressed", Request: `{"operation":"suppress_finding","arguments":{"action":"list"}}`}),
}

// RiskAckRequest says which change is acknowledged, as change.contract is told
// it.
type RiskAckRequest struct {
	Arguments RiskAckArguments `json:"arguments,omitzero"`
}

// RiskAckArguments say where the change is to be found.
type RiskAckArguments struct {
	Source        string   `json:"source,omitempty" enum:"auto,edit,diff,symbols,ranges" doc:"what the change is read from; auto: from what is given"`
	Symbols       []string `json:"symbols,omitempty" doc:"symbols that are going to change"`
	WorkspaceEdit op.Open  `json:"workspace_edit,omitempty" doc:"an LSP WorkspaceEdit that is going to be applied"`
	Ranges        []Range  `json:"ranges,omitempty" doc:"ranges of lines that are going to change"`
	Path          string   `json:"path,omitempty" doc:"file of the one range that start_line and end_line give"`
	StartLine     int      `json:"start_line,omitempty" min:"1" doc:"first line, from 1"`
	EndLine       int      `json:"end_line,omitempty" min:"1" doc:"last line; the first when left out"`
	Scope         string   `json:"scope,omitempty" enum:"unstaged,staged,all,compare" doc:"which changes of the working tree; compare: those since base"`
	Base          string   `json:"base,omitempty" doc:"branch, tag or commit to compare with"`
	Lens          string   `json:"lens,omitempty" enum:"api" doc:"api: what the change does to what others may import"`
	RiskGate      bool     `json:"risk_gate,omitempty" doc:"refuse symbols that much depends on until their risk was acknowledged"`
	Ack           bool     `json:"ack,omitempty" doc:"acknowledge the risk"`
	op.OneRepo
}

// Range is a range of lines of a file.
type Range struct {
	File  string `json:"file" doc:"path of the file"`
	Start int    `json:"start_line" min:"1" doc:"first line, from 1"`
	End   int    `json:"end_line,omitempty" min:"1" doc:"last line; the first when left out"`
}

// SuppressFindingRequest says which findings are meant, and what to do.
type SuppressFindingRequest struct {
	Arguments SuppressFindingArguments `json:"arguments"`
}

// SuppressFindingArguments describe a finding by its key, or by what it is about.
type SuppressFindingArguments struct {
	Action      string `json:"action" enum:"add,list,remove" doc:"suppress it, list what is suppressed, or let it be found again"`
	IdentityKey string `json:"identity_key,omitempty" doc:"key of the finding, which stays the same when lines move"`
	Rule        string `json:"rule,omitempty" doc:"rule that finds it"`
	Category    string `json:"category,omitempty" doc:"category of the rule"`
	SymbolID    string `json:"symbol_id,omitempty" doc:"symbol in which it is found"`
	File        string `json:"file,omitempty" doc:"file in which it is found"`
	Line        int    `json:"line,omitempty" min:"1" doc:"line at which it was seen; only for the record"`
	SourceLine  string `json:"source_line,omitempty" doc:"text of the line; a part of the key"`
	Reason      string `json:"reason,omitempty" doc:"why it is none"`
	Author      string `json:"author,omitempty" doc:"who says so"`
}

package recall

import "github.com/gortexhq/gortex/facade/op"

// ofNotebooks are the operations on notes of a session and entries of the
// notebook.
var ofNotebooks = []op.Spec{
	op.Takes[DistillRequest](op.Later("distill", "What a session was about.", "distill_session"),
		op.Example{Text: "This session", Request: `{"operation":"distill"}`}),
	op.Takes[NotebookFindRequest](op.Later("notebook_find", "Notebook entries by text.", "notebook_find"),
		op.Example{Text: "About deadlocks", Request: `{"operation":"notebook_find","arguments":{"query":"deadlock"}}`}),
	op.Takes[NotebookListRequest](op.Later("notebook_list", "All notebook entries.", "notebook_list"),
		op.Example{Text: "The latest ten", Request: `{"operation":"notebook_list","arguments":{"limit":10}}`}),
	op.Takes[NotebookShowRequest](op.Later("notebook_show", "One notebook entry.", "notebook_show"),
		op.Example{Text: "By its id", Request: `{"operation":"notebook_show","arguments":{"id":"nb_12"}}`}),
	op.Takes[NotesRequest](op.Later("notes", "Notes by symbol, file, tag or text.", "query_notes"),
		op.Example{Text: "Of all sessions, about one symbol", Request: `{"operation":"notes","arguments":{"symbol_id":"a.go::Open","session_id":"all"}}`}),
}

// DistillRequest names a session.
type DistillRequest struct {
	Arguments DistillArguments `json:"arguments,omitzero"`
}

// DistillArguments bound each part of the answer.
type DistillArguments struct {
	SessionID    string `json:"session_id,omitempty" doc:"the session, or all; this one when left out"`
	MaxSymbols   int    `json:"max_symbols,omitempty" default:"10" min:"0" doc:"most symbols"`
	MaxFiles     int    `json:"max_files,omitempty" default:"10" min:"0" doc:"most files"`
	MaxTags      int    `json:"max_tags,omitempty" default:"10" min:"0" doc:"most tags"`
	MaxRecent    int    `json:"max_recent,omitempty" default:"8" min:"0" doc:"most of the latest notes"`
	ExcerptChars int    `json:"excerpt_chars,omitempty" min:"0" doc:"most characters of each note"`
}

// NotebookFindRequest asks for entries by text.
type NotebookFindRequest struct {
	Arguments NotebookFindArguments `json:"arguments"`
}

// NotebookFindArguments are the words and how many entries.
type NotebookFindArguments struct {
	Query string `json:"query" doc:"words that the entry has"`
	Limit int    `json:"limit,omitempty" min:"1" max:"1000" doc:"most entries"`
}

// NotebookListRequest asks for all entries.
type NotebookListRequest struct {
	Arguments NotebookListArguments `json:"arguments,omitzero"`
}

// NotebookListArguments say how many.
type NotebookListArguments struct {
	Limit int `json:"limit,omitempty" min:"1" max:"1000" doc:"most entries"`
}

// NotebookShowRequest names one entry.
type NotebookShowRequest struct {
	Arguments NotebookShowArguments `json:"arguments"`
}

// NotebookShowArguments say which.
type NotebookShowArguments struct {
	ID string `json:"id" doc:"id of the entry"`
}

// NotesRequest narrows the notes; without anything it is about those of this
// session.
type NotesRequest struct {
	Arguments NotesArguments `json:"arguments,omitzero"`
}

// NotesArguments have to hold for each note listed.
type NotesArguments struct {
	SymbolID   string `json:"symbol_id,omitempty" doc:"only of this symbol"`
	FilePath   string `json:"file_path,omitempty" doc:"only of this file"`
	Tag        string `json:"tag,omitempty" doc:"only with this tag"`
	Text       string `json:"text,omitempty" doc:"only with this text"`
	SessionID  string `json:"session_id,omitempty" doc:"only of this session, or all"`
	Since      string `json:"since,omitempty" doc:"only those written after this time (RFC 3339)"`
	Limit      int    `json:"limit,omitempty" min:"1" max:"1000" doc:"most notes"`
	PinnedOnly bool   `json:"pinned_only,omitempty" doc:"only those that are pinned"`
}

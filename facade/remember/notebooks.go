package remember

import "github.com/gortexhq/gortex/facade/op"

// ofNotebooks are the operations on notes of a session and entries of the
// notebook.
var ofNotebooks = []op.Spec{
	op.Takes[NoteRequest](op.Later("note", "Store a note.", "save_note"),
		op.Example{Text: "About a symbol", Request: `{"operation":"note","arguments":{"body":"the retry hides the first error","symbol_id":"a.go::Open"}}`}),
	op.Takes[NotebookRequest](op.Later("notebook", "Store a notebook entry.", "notebook_save"),
		op.Example{Text: "How something is done", Request: `{"operation":"notebook","arguments":{"title":"Release","body":"1. make the notes","tags":["release"]}}`}),
	op.Takes[NotebookUsedRequest](op.Later("notebook_used", "Record that a notebook entry was of use.", "notebook_used"),
		op.Example{Text: "By its id", Request: `{"operation":"notebook_used","arguments":{"id":"nb_12"}}`}),
}

// NoteRequest stores a note, or changes the one with this id.
type NoteRequest struct {
	Arguments NoteArguments `json:"arguments"`
}

// NoteArguments are what is stored. Of a note that exists, what is left out
// stays as it is.
type NoteArguments struct {
	Body       string   `json:"body,omitempty" doc:"the note; a new one needs it"`
	SymbolID   string   `json:"symbol_id,omitempty" doc:"symbol that it is about"`
	FilePath   string   `json:"file_path,omitempty" doc:"file that it is about"`
	Tags       []string `json:"tags,omitempty" doc:"labels to find it by"`
	Links      []string `json:"links,omitempty" doc:"ids of other notes"`
	Pinned     *bool    `json:"pinned,omitempty" doc:"never let it go for lack of room"`
	ID         string   `json:"id,omitempty" doc:"the note to change; a new one when left out"`
	NoAutolink bool     `json:"no_autolink,omitempty" doc:"do not look for symbols that the body names"`
}

// NotebookRequest stores an entry, or changes the one with this id.
type NotebookRequest struct {
	Arguments NotebookArguments `json:"arguments"`
}

// NotebookArguments are what is stored. Of an entry that exists, what is left
// out stays as it is.
type NotebookArguments struct {
	Body  string   `json:"body,omitempty" doc:"the entry, as Markdown; a new one needs it"`
	Title string   `json:"title,omitempty" doc:"the same in a line"`
	Tags  []string `json:"tags,omitempty" doc:"labels to find it by"`
	ID    string   `json:"id,omitempty" doc:"the entry to change; a new one when left out"`
}

// NotebookUsedRequest names an entry.
type NotebookUsedRequest struct {
	Arguments NotebookUsedArguments `json:"arguments"`
}

// NotebookUsedArguments say which.
type NotebookUsedArguments struct {
	ID string `json:"id" doc:"id of the entry"`
}

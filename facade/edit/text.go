package edit

import "github.com/gortexhq/gortex/facade/op"

// ofText are the operations that write what the caller wrote.
var ofText = []op.Spec{
	op.Takes[BatchRequest](op.Spec{
		Name: "batch", Summary: "Apply several edits, moves and deletions as one.",
		Selects: []string{"changes"},
		Legacy:  []op.Legacy{{Name: "batch_edit", Args: op.Renames{"edits": "changes"}}},
	},
		op.Example{Text: "Look at what moving one file and deleting another would do", Request: `{"operation":"batch","changes":[{"op":"move_file","source":"internal/mcp/old_name.go","destination":"internal/mcp/new_name.go"},{"op":"delete_file","path":"internal/mcp/obsolete.go"}],"dry_run":true}`},
		op.Example{Text: "An edit of a file and one of a symbol", Request: `{"changes":[{"op":"edit_file","path":"go.mod","match":"go 1.25","replacement":"go 1.26"},{"op":"edit_symbol","id":"a.go::Open","match":"nil","replacement":"err"}]}`},
		op.Example{Text: "What became of an earlier batch", Request: `{"operation":"batch","options":{"transaction_id":"batch-7","status_only":true}}`}),
	op.Takes[FileRequest](op.Spec{
		Name: "file", Summary: "Replace text in a file.",
		Default: true,
		Selects: []string{"file", "file+match", "file+match+content"},
		Legacy:  []op.Legacy{{Name: "edit_file", Args: op.Renames{"path": "target.file", "old_string": "match", "new_string": "replacement"}}},
	},
		op.Example{Text: "Look at it first, and only if the file is the one that was read", Request: `{"target":{"file":"internal/mcp/server.go"},"match":"old text","replacement":"new text","guard":{"base_sha":"observed-blob-sha"},"dry_run":true}`},
		op.Example{Text: "Every occurrence, if there are three", Request: `{"target":{"file":"README.md"},"match":"colour","replacement":"color","guard":{"expected_occurrences":3},"options":{"replace_all":true}}`}),
	op.Takes[SymbolRequest](op.Spec{
		Name: "symbol", Summary: "Replace text within the source of one symbol.",
		Selects: []string{"symbol"},
		Legacy:  []op.Legacy{{Name: "edit_symbol", Args: op.Renames{"id": "target.symbol", "old_source": "match", "new_source": "replacement"}}},
	},
		op.Example{Text: "A line of a method", Request: `{"target":{"symbol":"Server.addTool"},"match":"return nil","replacement":"return err"}`}),
	op.Takes[WriteRequest](op.Spec{
		Name: "write", Summary: "Create a file or replace all of it.",
		Selects: []string{"file+content"},
		Legacy:  []op.Legacy{{Name: "write_file", Args: op.Renames{"path": "target.file"}}},
	},
		op.Example{Text: "Look at what would be written", Request: `{"target":{"file":"docs/example.md"},"content":"# Example\n","dry_run":true}`}),
}

// FileRequest replaces text of a file.
type FileRequest struct {
	Target      op.Target   `json:"target" selectors:"file"`
	Match       string      `json:"match" doc:"the text to replace, exactly as it is in the file apart from line endings"`
	Replacement string      `json:"replacement" doc:"what takes its place"`
	DryRun      bool        `json:"dry_run,omitempty" doc:"show what would be written and write nothing"`
	Guard       FileGuard   `json:"guard,omitzero"`
	Options     FileOptions `json:"options,omitzero"`
}

// FileGuard says what has to hold for the file to be written.
type FileGuard struct {
	Guard
	Occurrences int `json:"expected_occurrences,omitempty" min:"1" doc:"refuse unless the text occurs this often"`
}

// FileOptions say how much is replaced.
type FileOptions struct {
	ReplaceAll bool `json:"replace_all,omitempty" doc:"replace every occurrence; otherwise there may be one only"`
	WriteOptions
}

// SymbolRequest replaces text within one declaration.
type SymbolRequest struct {
	Target      op.Target      `json:"target" selectors:"symbol"`
	Match       string         `json:"match" doc:"the part of the symbol's source to replace, exactly as it is apart from line endings"`
	Replacement string         `json:"replacement" doc:"what takes its place"`
	DryRun      bool           `json:"dry_run,omitempty" doc:"show what would be written and write nothing"`
	Guard       Guard          `json:"guard,omitzero"`
	Options     ReceiptOptions `json:"options,omitzero"`
}

// WriteRequest gives a file its whole content.
type WriteRequest struct {
	Target  op.Target    `json:"target" selectors:"file"`
	Content string       `json:"content" doc:"the whole new content"`
	DryRun  bool         `json:"dry_run,omitempty" doc:"show what would be written and write nothing"`
	Guard   Guard        `json:"guard,omitzero"`
	Options WriteOptions `json:"options,omitzero"`
}

// Guard says what has to hold for a file to be written.
type Guard struct {
	BaseSHA string `json:"base_sha,omitempty" doc:"refuse unless this is the git blob id of the file on disk, as an earlier answer gave it"`
}

// WriteOptions say what may be written.
type WriteOptions struct {
	AllowParseErrors bool `json:"allow_parse_errors,omitempty" doc:"write even if the file then has more parse errors than before"`
	ReceiptOptions
}

// ReceiptOptions say how the caller learns that it was written.
type ReceiptOptions struct {
	PhysicalEvidence bool   `json:"physical_evidence,omitempty" doc:"read the file again after writing it, and give the digest of what is there"`
	Digest           string `json:"digest,omitempty" default:"sha256" enum:"sha256" doc:"the digest"`
	MutationID       string `json:"mutation_id,omitempty" doc:"the caller's own key: the same one again is the same edit, which is made once"`
}

// BatchRequest lists changes that are made together or not at all.
type BatchRequest struct {
	Changes []Change     `json:"changes,omitempty" doc:"the changes in their order; none with status_only"`
	DryRun  bool         `json:"dry_run,omitempty" doc:"show what would be done and write nothing"`
	Options BatchOptions `json:"options,omitzero"`
}

// Change is one of a batch. Which fields it has depends on its op.
type Change struct {
	Op          string `json:"op" enum:"edit_file,edit_symbol,move_file,delete_file" doc:"what to do"`
	Path        string `json:"path,omitempty" doc:"of edit_file and delete_file: the file"`
	ID          string `json:"id,omitempty" doc:"of edit_symbol: the symbol"`
	Match       string `json:"match,omitempty" doc:"of an edit: the text to replace"`
	Replacement string `json:"replacement,omitempty" doc:"of an edit: what takes its place"`
	ReplaceAll  bool   `json:"replace_all,omitempty" doc:"of edit_file: replace every occurrence"`
	Source      string `json:"source,omitempty" doc:"of move_file: the file to move"`
	Destination string `json:"destination,omitempty" doc:"of move_file: where to; nothing may be there"`
	SHA256      string `json:"expected_sha256,omitempty" doc:"of move_file and delete_file: refuse unless this is the digest of the file"`
	OldString   string `json:"old_string,omitempty" doc:"another name of match, in edit_file"`
	NewString   string `json:"new_string,omitempty" doc:"another name of replacement, in edit_file"`
	OldSource   string `json:"old_source,omitempty" doc:"another name of match, in edit_symbol"`
	NewSource   string `json:"new_source,omitempty" doc:"another name of replacement, in edit_symbol"`
}

// BatchOptions name the batch, so that it can be asked about.
type BatchOptions struct {
	TransactionID string `json:"transaction_id,omitempty" doc:"the caller's own key: the same one again is the same batch, which is made once"`
	StatusOnly    bool   `json:"status_only,omitempty" doc:"make nothing, say what became of the batch with this transaction_id"`
	Compact       bool   `json:"compact,omitempty" doc:"only the status of each change"`
}

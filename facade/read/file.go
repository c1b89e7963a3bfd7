package read

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode/utf8"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/excerpt"
	"github.com/gortexhq/gortex/internal/source"
)

var file = op.Read(op.Spec{
	Name: "file", Summary: "The text of a file, or a window of its lines.",
	Selects: []string{"file"},
	Legacy:  []op.Legacy{{Name: "read_file", Args: op.Renames{"path": "target.file"}}},
	Examples: []op.Example{
		{Text: "Lines 100 to 180", Request: `{"operation":"file","target":{"file":"internal/server.go"},"context":{"start_line":100,"end_line":180}}`},
		{Text: "The whole file without the bodies of its functions", Request: `{"target":{"file":"internal/server.go"},"context":{"compress_bodies":true}}`},
	},
}, runFile)

// FileRequest asks for the text of one file.
type FileRequest struct {
	Target  op.Target   `json:"target" selectors:"file"`
	Context FileContext `json:"context,omitzero"`
	Options FileOptions `json:"options,omitzero"`
}

// FileContext says which part of the file, and how much of it.
type FileContext struct {
	StartLine int        `json:"start_line,omitempty" min:"1" doc:"first line"`
	EndLine   int        `json:"end_line,omitempty" min:"1" doc:"last line"`
	Start     int        `json:"start,omitempty" min:"1" doc:"the same as start_line"`
	End       int        `json:"end,omitempty" min:"1" doc:"the same as end_line"`
	Line      int        `json:"line,omitempty" min:"1" doc:"this line alone"`
	Window    FileWindow `json:"window,omitzero" doc:"the same as offset, limit and line"`
	MaxLines  int        `json:"max_lines,omitempty" min:"3" doc:"above this many lines keep only those that steer control"`
	Stub
}

// FileWindow is a stretch of lines.
type FileWindow struct {
	Offset int `json:"offset,omitempty" min:"1" doc:"first line"`
	Limit  int `json:"limit,omitempty" min:"1" doc:"how many lines"`
	Line   int `json:"line,omitempty" min:"1" doc:"this line alone"`
}

// FileOptions are the rest.
type FileOptions struct {
	Offset           int    `json:"offset,omitempty" min:"1" doc:"first line"`
	Limit            int    `json:"limit,omitempty" min:"1" doc:"how many lines"`
	MaxChars         int    `json:"max_chars,omitempty" min:"1" doc:"most bytes of text, cut between characters"`
	AllowSecrets     bool   `json:"allow_secrets,omitempty" doc:"show values that look like secrets"`
	PhysicalEvidence bool   `json:"physical_evidence,omitempty" doc:"add the size and hashes of the bytes on disk"`
	Digest           string `json:"digest,omitempty" enum:"sha256" doc:"add this digest of the whole file"`
	IfNoneMatch      string `json:"if_none_match,omitempty" doc:"etag of an earlier answer: the text is left out if it would be the same"`
	op.Scope
}

// FileResult is a window of a file. Lines count from 1.
type FileResult struct {
	Path        string    `json:"path"`
	Language    string    `json:"language,omitempty"`
	Etag        string    `json:"etag"`
	NotModified bool      `json:"not_modified,omitempty"`
	Bytes       int       `json:"bytes"` // of the whole file
	TotalLines  int       `json:"total_lines"`
	StartLine   int       `json:"start_line,omitempty"`
	EndLine     int       `json:"end_line,omitempty"`
	Encoding    string    `json:"encoding,omitempty"`
	Note        string    `json:"note,omitempty"`
	Content     string    `json:"content"`
	Truncated   bool      `json:"truncated,omitempty"`
	NextOffset  int       `json:"next_offset,omitempty"` // options.offset to go on with
	CharsCut    bool      `json:"content_truncated,omitempty"`
	Elided      int       `json:"bodies_elided,omitempty"`
	Kept        []string  `json:"kept_symbols,omitempty"`
	Skeleton    bool      `json:"salience_truncated,omitempty"`
	Redacted    int       `json:"secrets_redacted,omitempty"`
	Unindexed   bool      `json:"not_indexed,omitempty"`
	Digest      string    `json:"sha256,omitempty"`
	Evidence    *Evidence `json:"physical_evidence,omitempty"`
}

// Evidence is what the bytes on disk are.
type Evidence struct {
	SHA256  string `json:"sha256"`
	BlobSHA string `json:"base_sha"` // the name git gives it as a blob
	Bytes   int    `json:"bytes"`
	Matches bool   `json:"matches_index"`
}

// span is the window a request asks for: first line, and last (0: to the end).
func (q FileRequest) span() (first, last int, err error) {
	c, o := q.Context, q.Options
	line := max(c.Line, c.Window.Line)
	first = max(c.StartLine, c.Start, c.Window.Offset, o.Offset)
	last = max(c.EndLine, c.End)
	if limit := max(c.Window.Limit, o.Limit); limit > 0 && last == 0 {
		last = max(first, 1) + limit - 1
	}
	if line > 0 {
		first, last = line, line
	}
	if last > 0 && first > last {
		return 0, 0, op.Invalid("context.end_line: want at least start_line %d, got %d", first, last).With("field", "context.end_line")
	}
	return max(first, 1), last, nil
}

func runFile(ctx context.Context, v engine.View, req FileRequest) (FileResult, error) {
	first, last, err := req.span()
	if err != nil {
		return FileResult{}, err
	}
	c, err := content(ctx, v, req.Target.File)
	if err != nil {
		return FileResult{}, err
	}
	if last == 0 {
		last = 1 << 30
	}
	res := FileResult{Path: c.Path, Language: c.Language, Bytes: len(c.Bytes), TotalLines: excerpt.Count(c.Bytes), Unindexed: !c.Indexed}
	same := req
	same.Target.File, same.Options.IfNoneMatch = c.Path, ""
	res.Etag = etag(c.Bytes, same)
	if o := req.Options; o.Digest != "" || o.PhysicalEvidence {
		sum := sha256.Sum256(c.Bytes)
		digest := hex.EncodeToString(sum[:])
		if o.Digest != "" {
			res.Digest = digest
		}
		if o.PhysicalEvidence {
			res.Evidence = &Evidence{digest, source.BlobSHA1(c.Bytes), len(c.Bytes), c.Indexed && source.Hash(c.Hash) == source.Sum(c.Bytes)}
		}
	}
	if req.Options.IfNoneMatch == res.Etag {
		res.NotModified = true
		return res, nil
	}
	if text := source.Decode(c.Bytes); text.Skip != "" && text.Encoding != source.UTF8 {
		res.Encoding, res.Note = text.Encoding.String(), "not shown: "+string(text.Skip)
		return res, nil
	}
	if first > res.TotalLines && res.TotalLines > 0 {
		return res, op.Invalid("context.start_line: want at most %d, the last line of %s, got %d", res.TotalLines, c.Path, first).
			With("field", "context.start_line").With("total_lines", res.TotalLines)
	}
	err = res.show(ctx, v, req, c, first, last)
	return res, err
}

// show fills in the window's text.
func (res *FileResult) show(ctx context.Context, v engine.View, req FileRequest, c engine.Content, first, last int) error {
	level, err := req.Context.fidelity(c.Path)
	if err != nil {
		return err
	}
	part, from, to := excerpt.Lines(c.Bytes, first, last)
	res.StartLine, res.EndLine = from, to
	if level == omitted {
		res.Note = "left out by fidelity_globs"
		return nil
	}
	start := 0
	if from > 0 {
		start = excerpt.Starts(c.Bytes)[from-1]
	}
	if id, ok := v.Graph().FileByPath(c.Path); ok && level == compressed {
		bodies, kept := req.Context.bodies(v.Graph(), id)
		part, res.Elided = excerpt.Elide(c.Bytes, uint32(start), uint32(start+len(part)), bodies)
		res.Kept = kept
	}
	text, encoding := excerpt.Shown(part)
	res.Encoding = encoding
	if req.Context.MaxLines > 0 {
		text, res.Skeleton = excerpt.Skeleton(text, req.Context.MaxLines)
	}
	if !req.Options.AllowSecrets {
		text, res.Redacted = excerpt.Redact(text)
	}
	if most := req.Options.MaxChars; most > 0 && len(text) > most {
		for most > 0 && !utf8.RuneStart(text[most]) {
			most--
		}
		text, res.CharsCut = text[:most], true
	}
	res.Content = excerpt.Fit(text, roomFor(ctx, *res))
	res.Truncated = res.CharsCut || len(res.Content) < len(text)
	if !res.Truncated || res.Elided > 0 || res.Skeleton {
		return nil
	}
	// A line that is cut is not offered again: it would be cut again.
	res.EndLine = from + excerpt.Count([]byte(res.Content)) - 1
	res.CharsCut = !strings.HasSuffix(res.Content, "\n")
	if res.EndLine < res.TotalLines {
		res.NextOffset = res.EndLine + 1
	}
	return nil
}

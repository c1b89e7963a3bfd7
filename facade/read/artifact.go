package read

import (
	"context"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/artifact"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/excerpt"
	"github.com/gortexhq/gortex/internal/graph"
)

var artifactOp = op.Read(op.Spec{
	Name: "artifact", Summary: "One schema, interface description, infrastructure file or document, with the symbols it names.",
	Selects: []string{"artifact"},
	Legacy:  []op.Legacy{{Name: "get_artifact", Args: op.Renames{"id": "target.artifact", "path": "target.file"}}},
	Examples: []op.Example{
		{Text: "An interface description", Request: `{"target":{"artifact":"api/orders.yaml"}}`},
		{Text: "Of its content as much as fits", Request: `{"operation":"artifact","target":{"artifact":"artifact::docs/adr/0001-queues.md"},"output":{"max_tokens":600}}`},
	},
}, runArtifact, fewerReferences, withoutReferences)

// ArtifactRequest names one artifact by its id, its path, or its name where no
// other has it.
type ArtifactRequest struct {
	Target  op.Target       `json:"target" selectors:"artifact,file"`
	Options ArtifactOptions `json:"options,omitzero"`
}

// ArtifactOptions choose the repository.
type ArtifactOptions struct {
	op.Scope
}

// ArtifactReference is a symbol whose name stands in an artifact as a whole
// word. A name of one word counts only where it is a type's or callable's, no
// other symbol has it and, in a document, it stands in code marks; one of
// several words where at most three symbols have it.
type ArtifactReference struct {
	ID     string `json:"id"`
	Kind   string `json:"kind,omitempty"`
	Symbol uint32 `json:"symbol_line,omitempty"` // where the symbol is declared
	Line   int    `json:"line"`                  // of the artifact, where the name first stands
	Tier   string `json:"tier"`                  // text_matched: only the name agrees
}

// ArtifactResult is one artifact.
type ArtifactResult struct {
	ID          string              `json:"id"`
	Path        string              `json:"path"`
	Name        string              `json:"name"`
	Kind        string              `json:"kind"`
	Description string              `json:"description,omitempty"`
	Discovered  bool                `json:"discovered,omitempty"` // from a conventional place: nothing is registered
	Size        int                 `json:"size"`
	Hash        string              `json:"content_hash"`
	ReferenceN  int                 `json:"reference_count"`
	References  []ArtifactReference `json:"references"`
	Lines       int                 `json:"total_lines"`
	Encoding    string              `json:"encoding,omitempty"`
	Content     string              `json:"content"`
	Truncated   bool                `json:"content_truncated,omitempty"`
	NextOffset  int                 `json:"next_offset,omitempty"` // options.offset of read.file to go on with
	Redacted    int                 `json:"secrets_redacted,omitempty"`
	Caveats     []string            `json:"caveats,omitempty"`
}

// Most references an answer lists, and what it lists where room is short.
const (
	mostReferences = 50
	fewReferences  = 10
)

func runArtifact(ctx context.Context, v engine.View, req ArtifactRequest) (ArtifactResult, error) {
	set, err := artifact.Of(ctx, v)
	if err != nil {
		return ArtifactResult{}, err
	}
	a, err := oneArtifact(ctx, v, set, req.Target)
	if err != nil {
		return ArtifactResult{}, err
	}
	c, err := v.ReadFile(ctx, a.Path)
	if err != nil {
		return ArtifactResult{}, err
	}
	res := ArtifactResult{
		ID: a.ID(), Path: a.Path, Name: a.Name, Kind: a.Kind, Description: a.Description, Discovered: a.Discovered,
		Size: len(c.Bytes), Hash: a.Hash.String(), Lines: excerpt.Count(c.Bytes), Caveats: set.Caveats,
	}
	r := v.Graph()
	found := artifact.References(r, a, c.Bytes)
	res.ReferenceN, res.References = len(found), []ArtifactReference{}
	for _, ref := range found[:min(len(found), mostReferences)] {
		n := r.Node(ref.Node)
		res.References = append(res.References, ArtifactReference{
			ID: graph.ID(r, n), Kind: n.Kind.String(), Symbol: n.Span.NameLine, Line: ref.Line, Tier: graph.TierTextMatched.String(),
		})
	}
	text, encoding := excerpt.Shown(c.Bytes)
	res.Encoding = encoding
	text, res.Redacted = excerpt.Redact(text)
	res.show(ctx, text)
	return res, nil
}

// show gives as much of the text as fits. Where that is less than a third of
// the room, references make way.
func (res *ArtifactResult) show(ctx context.Context, text string) {
	room := roomFor(ctx, *res)
	for _, shorter := range []func(ArtifactResult) ArtifactResult{fewerReferences, withoutReferences} {
		if room >= op.Room(ctx)/3 || room >= excerpt.Encoded(text) {
			break
		}
		*res = shorter(*res)
		room = roomFor(ctx, *res)
	}
	res.Content = excerpt.Fit(text, room)
	if res.Truncated = len(res.Content) < len(text); res.Truncated {
		if next := 1 + excerpt.Count([]byte(res.Content)); next <= res.Lines {
			res.NextOffset = next
		}
	}
}

// fewerReferences is a shorter form: the first references, without what their
// ids say already.
func fewerReferences(res ArtifactResult) ArtifactResult {
	few := append([]ArtifactReference{}, res.References[:min(len(res.References), fewReferences)]...)
	for i := range few {
		few[i].Kind, few[i].Symbol = "", 0
	}
	res.References = few
	return res
}

// withoutReferences is the shortest form: their number alone.
func withoutReferences(res ArtifactResult) ArtifactResult {
	res.References = []ArtifactReference{}
	return res
}

// oneArtifact finds the artifact a target means.
func oneArtifact(ctx context.Context, v engine.View, set artifact.Set, t op.Target) (artifact.Artifact, error) {
	asked, field := t.Artifact, "target.artifact"
	if asked == "" {
		asked, field = t.File, "target.file"
	}
	found, near, err := set.Find(v, asked)
	switch {
	case err != nil:
		return artifact.Artifact{}, err
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return artifact.Artifact{}, op.Errorf(op.CodeAmbiguousSymbol, "several artifacts are called %q; name one by its id", asked).
			With("field", field).With("candidates", ids(found)).With("total", len(found))
	}
	if p, err := v.Rel(asked); err == nil {
		if _, err := v.ReadFile(ctx, p); err == nil {
			return artifact.Artifact{}, op.Invalid("%s: %s is a file but no artifact: register it in .gortex.yaml under artifacts, or use read.file", field, p).
				With("field", field).With("path", p).With("instead", []string{"read.file"})
		}
	}
	if len(near) == 0 {
		near = set.List
	}
	e := op.Errorf(op.CodeFileNotFound, "no artifact is called %q", asked).
		With("field", field).With("candidates", ids(near)).With("artifacts_total", len(set.List))
	if len(set.List) == 0 {
		e.Message += "; nothing is registered in .gortex.yaml, and no file is in a conventional place"
	}
	return artifact.Artifact{}, e
}

// mostCandidates is how many artifacts an error offers.
const mostCandidates = 10

func ids(list []artifact.Artifact) []string {
	all := []string{}
	for _, a := range list[:min(len(list), mostCandidates)] {
		all = append(all, a.ID())
	}
	return all
}

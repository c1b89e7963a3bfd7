package search

import (
	"context"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/artifact"
	"github.com/gortexhq/gortex/internal/engine"
)

var artifacts = op.Read(op.Spec{
	Name: "artifacts", Summary: "Schemas, interface descriptions, infrastructure files and documents by text.",
	Legacy: []op.Legacy{{Name: "search_artifacts"}},
	Examples: []op.Example{
		{Text: "Interface descriptions by words", Request: `{"operation":"artifacts","query":"orders","options":{"kind":"api"}}`},
		{Text: "All there are", Request: `{"operation":"artifacts"}`},
	},
}, runArtifacts)

// ArtifactsRequest asks for artifacts: files that are no code but say something
// about it. They are those registered in .gortex.yaml under artifacts, or, in a
// repository that registers none, those in conventional places.
type ArtifactsRequest struct {
	Query   string           `json:"query,omitempty" doc:"words of its name, path, description or content; all artifacts when left out"`
	Options ArtifactsOptions `json:"options,omitzero"`
}

// ArtifactsOptions narrow the list.
type ArtifactsOptions struct {
	Kind  string `json:"kind,omitempty" enum:"schema,api,infra,doc" doc:"only artifacts of this kind"`
	Limit int    `json:"limit,omitempty" default:"20" min:"1" max:"10000" doc:"most rows"`
	op.Scope
}

// ArtifactRow is one artifact.
type ArtifactRow struct {
	ID          string   `json:"id"` // artifact::<path>
	Path        string   `json:"path"`
	Name        string   `json:"name"`
	Kind        string   `json:"kind"` // schema, api, infra, doc
	Description string   `json:"description,omitempty"`
	Size        int      `json:"size"`            // bytes
	Hash        string   `json:"content_hash"`    // the first 16 bytes of the SHA-256
	References  int      `json:"reference_count"` // symbols it names; read.artifact lists them
	Matched     []string `json:"matched,omitempty"`
	Line        int      `json:"line,omitempty"` // where the text first has one of the words
	Discovered  bool     `json:"discovered,omitempty"`
}

// ArtifactsResult lists artifacts: those that have the most of the words first.
type ArtifactsResult struct {
	Artifacts []ArtifactRow `json:"artifacts" op:"rows"`
	op.Page
	Discovered bool     `json:"discovered"` // nothing is registered: all are from conventional places
	Caveats    []string `json:"caveats,omitempty"`
	Advice     string   `json:"advice,omitempty"`
}

func runArtifacts(ctx context.Context, v engine.View, req ArtifactsRequest) (ArtifactsResult, error) {
	set, err := artifact.Of(ctx, v)
	if err != nil {
		return ArtifactsResult{}, err
	}
	res := ArtifactsResult{Discovered: set.Discovered(), Caveats: set.Caveats}
	of := set.OfKind(req.Options.Kind)
	hits, complete, err := of.Search(ctx, v, req.Query)
	if err != nil {
		return res, err
	}
	if !complete {
		res.AtLeast = true
		res.Caveats = append(res.Caveats, "there are too many artifacts to read them all: of some only name and path were looked at")
	}
	res.Total = len(hits)
	if n := op.Rows(ctx); n > 0 {
		hits = hits[:min(n, len(hits))]
	}
	for _, h := range hits {
		row := ArtifactRow{
			ID: h.ID(), Path: h.Path, Name: h.Name, Kind: h.Kind, Description: h.Description, Size: h.Size, Hash: h.Hash.String(),
			Matched: h.Matched, Line: h.Line, Discovered: h.Discovered && !res.Discovered,
		}
		c, err := v.ReadFile(ctx, h.Path)
		if err != nil {
			return res, err
		}
		row.References = len(artifact.References(v.Graph(), h.Artifact, c.Bytes))
		res.Artifacts = append(res.Artifacts, row)
	}
	switch {
	case len(set.List) == 0:
		res.Advice = "nothing is registered in .gortex.yaml under artifacts, and no file is in a conventional place; search.files and search.text look at all files"
	case len(hits) == 0 && len(of.List) > 0:
		res.Advice = "no artifact has these words; search.text looks at all files, and without a query all artifacts are listed"
	}
	return res, nil
}

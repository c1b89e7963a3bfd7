package search

import (
	"context"
	"testing"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
)

// late is a repository too large to be searched in time.
type late struct{ engine.View }

func (late) Graph() graph.Reader { return nil }

func (late) Text(context.Context, engine.TextQuery) (engine.TextResult, error) {
	return engine.TextResult{}, nil
}

// Nothing found in a part of the files is not nothing found.
func TestIncompleteTextSaysSo(t *testing.T) {
	res, err := runText(context.Background(), late{}, TextRequest{Query: "x"})
	if err != nil {
		t.Fatal(err)
	}
	if !res.AtLeast || res.Caveat == nil {
		t.Errorf("got %+v, want a lower bound and a caveat", res)
	}
}

package search

import (
	"context"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/engine/enginetest"
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

// Of a query that is longer than anybody types the beginning is looked at, in
// time, and how much of it is said.
func TestLongQuery(t *testing.T) {
	e := enginetest.New(t, "-- a.go --\npackage a\n\nfunc Word1() {}\n")
	v, err := e.View(t.Context(), engine.Scope{})
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Repeat("word1 unknown ", 10_000)
	res, err := runSymbols(t.Context(), v, SymbolsRequest{Query: text, Options: SymbolsOptions{QueryClass: "auto", Corpus: "code", Limit: 10}})
	if err != nil || res.Read == 0 || res.Read > longest {
		t.Errorf("%v: read %d bytes", err, res.Read)
	}
}

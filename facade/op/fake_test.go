package op_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
)

// fake is an engine whose views know nothing but their generation. It counts
// how many are open, and remembers the scope it was asked for.
type fake struct {
	engine.Engine
	generation string
	open       int
	scope      engine.Scope
}

type fakeView struct {
	engine.View
	fake *fake
}

func (f *fake) View(_ context.Context, s engine.Scope) (engine.View, error) {
	f.open++
	f.scope = s
	return fakeView{fake: f}, nil
}

func (v fakeView) Status() engine.Status { return engine.Status{Generation: v.fake.generation} }

func (v fakeView) Close() error {
	v.fake.open--
	return nil
}

// caller dispatches to facades made for a test.
func caller(t testing.TB, e engine.Engine, facades ...*op.Facade) *facade.Dispatcher {
	t.Helper()
	r, err := facade.NewRegistry(facades)
	if err != nil {
		t.Fatal(err)
	}
	return facade.New(r, e, facade.Policy{})
}

func call(t testing.TB, d op.Caller, tool, args string) op.Reply {
	t.Helper()
	reply := d.Call(t.Context(), op.Request{Tool: tool, Arguments: json.RawMessage(args)})
	if !json.Valid(reply.Payload) {
		t.Errorf("%s %s: payload is no JSON: %s", tool, args, reply.Payload)
	}
	return reply
}

// wideRequest has a field of every kind in every place.
type wideRequest struct {
	Target  op.Target   `json:"target,omitzero" selectors:"symbol,symbols,file"`
	Query   string      `json:"query,omitempty"`
	DryRun  bool        `json:"dry_run,omitempty"`
	Changes []wideItem  `json:"changes,omitempty"`
	Context wideContext `json:"context,omitzero"`
	Options wideOptions `json:"options,omitzero"`
}

type wideItem struct {
	Path  string  `json:"path"`
	Lines []int   `json:"lines,omitempty"`
	Score float64 `json:"score,omitempty" min:"0" max:"1"`
}

type wideContext struct {
	Lines int `json:"context_lines,omitempty" default:"3" min:"0" max:"100"`
}

type wideOptions struct {
	Depth     int    `json:"depth,omitempty" default:"2" min:"1" max:"64"`
	Limit     int    `json:"limit,omitempty" default:"50"`
	Direction string `json:"direction,omitempty" default:"in" enum:"in,out,both"`
	Assist    string `json:"assist,omitempty" default:"auto" enum:"auto,on,off"`
	op.Scope
}

// echo answers with the request itself.
func echo[T any](_ context.Context, _ engine.View, req T) (T, error) { return req, nil }

func wide() *op.Facade {
	return op.ReadFacade(op.Tool{Name: "wide"},
		op.Read(op.Spec{
			Name: "echo", Summary: "Says what it was asked.", Default: true,
			Fixed:    op.Args{"options.assist": "off"},
			Legacy:   []op.Legacy{{Name: "flat_echo", Args: op.Renames{"id": "target.symbol", "q": "query"}}},
			Examples: []op.Example{{Text: "One symbol", Request: `{"target":{"symbol":"A.b"}}`}},
		}, echo[wideRequest]),
		op.Read(op.Spec{Name: "bare", Summary: "Takes nothing."}, echo[struct{}]),
		op.Read(op.Spec{Name: "by_symbol", Summary: "Needs a symbol.", Selects: []string{"symbol"}}, echo[symbolRequest]),
		op.Read(op.Spec{Name: "other", Summary: "Of a file.", Selects: []string{"file"}, Aliases: []string{"another"}, Instead: op.Args{"symbol": "by_symbol"}}, echo[fileRequest]),
		op.Read(op.Spec{Name: "both", Summary: "Of a file with content.", Selects: []string{"file+query"}}, echo[wideRequest]),
	)
}

type symbolRequest struct {
	Target op.Target `json:"target" selectors:"symbol"`
}

type fileRequest struct {
	Target op.Target `json:"target" selectors:"file"`
}

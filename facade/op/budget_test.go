package op_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
)

// place is a row with what identifies something and what somebody wrote.
type place struct {
	ID   string   `json:"id"`
	Path string   `json:"path"`
	Text string   `json:"text,omitempty"`
	Tags []string `json:"tags,omitempty"`
}

type places struct {
	Symbol place    `json:"symbol"`
	Places []place  `json:"places" op:"rows"`
	Also   []string `json:"also,omitempty"`
	op.Page
}

type placesRequest struct {
	N    int `json:"n"`
	Size int `json:"size"`
}

// nth is one row; its texts are as long as size says, its names always whole.
func nth(i, size int) place {
	id := fmt.Sprintf("dir/%s.go::Type%d.Method", strings.Repeat("x", i*7%90), i)
	return place{ID: id, Path: "dir/" + strings.Repeat("y", i*13%50) + ".go", Text: strings.Repeat("é\n<\"", size), Tags: []string{id, id}}
}

func listPlaces(_ context.Context, _ engine.View, req placesRequest) (places, error) {
	res := places{Symbol: nth(1000, req.Size)}
	for i := range req.N {
		res.Places = append(res.Places, nth(i, req.Size))
		res.Also = append(res.Also, nth(i, 0).ID)
	}
	return res, nil
}

// Whatever the budget: every id and path in the answer is whole, the cursor is
// one, and following it gives every row exactly once. An answer without a row
// says with how many bytes it has one.
func TestBudgetsCutNoNames(t *testing.T) {
	d := caller(t, &fake{generation: "g"}, op.ReadFacade(op.Tool{Name: "places"}, op.Read(op.Spec{Name: "list", Summary: "Places.", Default: true}, listPlaces)))
	rapid.Check(t, func(t *rapid.T) {
		n, size := rapid.IntRange(0, 12).Draw(t, "n"), rapid.IntRange(0, 200).Draw(t, "size")
		known := map[string]bool{nth(1000, 0).ID: true, nth(1000, 0).Path: true}
		for i := range n {
			known[nth(i, 0).ID], known[nth(i, 0).Path] = true, true
		}
		cursor, seen := "", 0
		budget := rapid.IntRange(1, 3000).Draw(t, "budget")
		for calls := 0; ; calls++ {
			reply := d.Call(context.Background(), op.Request{Tool: "places", Arguments: json.RawMessage(fmt.Sprintf(`{"n":%d,"size":%d,"output":{"max_bytes":%d,"cursor":%q}}`, n, size, budget, cursor))})
			var got struct {
				places
				Exceeded bool `json:"budget_exceeded"`
			}
			if err := json.Unmarshal(reply.Payload, &got); err != nil || reply.Err != nil {
				t.Fatalf("%v %s", err, reply.Payload)
			}
			if got.Exceeded != (len(reply.Payload)-len(`,"budget_exceeded":true`) > budget) && got.Exceeded != (len(reply.Payload) > budget) {
				t.Fatalf("%d bytes for %d: %s", len(reply.Payload), budget, reply.Payload)
			}
			names := append([]string{got.Symbol.ID, got.Symbol.Path}, got.Also...)
			for _, p := range got.Places {
				if want := nth(seen, 0); p.ID != want.ID || p.Path != want.Path {
					t.Fatalf("row %d is %s", seen, p.ID)
				}
				names = append(append(names, p.ID, p.Path), p.Tags...)
				seen++
			}
			for _, name := range names {
				if !known[name] {
					t.Fatalf("%q is no name of the list", name)
				}
			}
			if got.Total != n || (got.NextCursor == "") != (seen == n) || calls > 3*n+3 {
				t.Fatalf("after %d of %d rows: %s", seen, n, reply.Payload)
			}
			if got.NextCursor == "" {
				return
			}
			cursor = got.NextCursor
			if len(got.Places) == 0 {
				if !got.Truncated || got.NeededBytes <= budget {
					t.Fatalf("no row for %d bytes: %s", budget, reply.Payload)
				}
				budget = got.NeededBytes
			}
		}
	})
}

package op_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
)

type listRequest struct {
	N       int `json:"n,omitempty" default:"10"`
	Size    int `json:"size,omitempty" default:"10"`
	Options struct {
		Limit int `json:"limit,omitempty" default:"4"`
	} `json:"options,omitzero"`
}

type listResult struct {
	Rows []listRow `json:"rows" op:"rows"`
	Want int       `json:"want"`
	op.Page
}

type listRow struct {
	ID   int    `json:"id"`
	Text string `json:"text,omitempty"`
}

func list(ctx context.Context, _ engine.View, req listRequest) (listResult, error) {
	res := listResult{Want: op.Rows(ctx)}
	for i := range req.N {
		res.Rows = append(res.Rows, listRow{i, strings.Repeat("<", req.Size)})
	}
	return res, nil
}

// withoutText is the shorter form of a list.
func withoutText(res listResult) listResult {
	for i := range res.Rows {
		res.Rows[i].Text = ""
	}
	return res
}

type textResult struct {
	Path string   `json:"path"`
	Text string   `json:"text"`
	Tags []string `json:"tags"`
}

func text(_ context.Context, _ engine.View, req listRequest) (textResult, error) {
	return textResult{"a.go", strings.Repeat("é\n", req.Size), []string{"a", "b"}}, nil
}

func lists(budget int) *op.Facade {
	return op.ReadFacade(op.Tool{Name: "lists", Budget: budget},
		op.Read(op.Spec{Name: "list", Summary: "A list.", Default: true}, list, withoutText),
		op.Read(op.Spec{Name: "text", Summary: "A text."}, text),
		op.Read(op.Spec{Name: "rival", Summary: "Another list."}, list),
	)
}

// Following next_cursor gives every row once, in order, whatever the size of a
// page and whether rows were left out for their number or their bytes.
func TestPagesAddUp(t *testing.T) {
	d := caller(t, &fake{generation: "g1"}, lists(0))
	for _, output := range []string{`"limit":3`, `"limit":1`, `"limit":7,"max_bytes":200`, `"max_tokens":60`, `"limit":100`} {
		cursor, pages := "", 0
		var ids []int
		for {
			reply := call(t, d, "lists", fmt.Sprintf(`{"n":25,"size":3,"output":{%s,"cursor":%q}}`, output, cursor))
			var page listResult
			if err := json.Unmarshal(reply.Payload, &page); err != nil || reply.Err != nil {
				t.Fatalf("%s: %v %v", output, err, reply.Err)
			}
			for _, r := range page.Rows {
				ids = append(ids, r.ID)
			}
			if page.Total != 25 || page.Truncated != (page.NextCursor != "") {
				t.Fatalf("%s: %s", output, reply.Payload)
			}
			if pages++; page.NextCursor == "" || pages > 30 {
				break
			}
			cursor = page.NextCursor
		}
		if got, want := fmt.Sprint(ids), fmt.Sprint(upTo(25)); got != want {
			t.Errorf("%s gave %s", output, got)
		}
	}
}

func upTo(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

// The limit of the operation's own options holds where output has none, and a
// handler learns how many rows are of use.
func TestLimits(t *testing.T) {
	d := caller(t, &fake{}, lists(0))
	for args, want := range map[string]string{
		`{"n":5,"size":1}`:                        `{"rows":[{"id":0,"text":"<"},{"id":1,"text":"<"},{"id":2,"text":"<"},{"id":3,"text":"<"}],"want":5,"total":5,"truncated":true`,
		`{"n":5,"size":1,"limit":1}`:              `{"rows":[{"id":0,"text":"<"}],"want":2,"total":5,"truncated":true`,
		`{"n":5,"size":1,"output":{"limit":1}}`:   `{"rows":[{"id":0,"text":"<"}],"want":2,"total":5,"truncated":true`,
		`{"n":1,"size":1,"output":{"limit":1}}`:   `{"rows":[{"id":0,"text":"<"}],"want":2,"total":1}`,
		`{"n":0}`:                                 `{"rows":[],"want":5,"total":0}`,
		`{"n":1,"size":1,"fields":["id"]}`:        `{"rows":[{"id":0}],"want":5,"total":1}`,
		`{"n":1,"size":1,"output":{"fields":[]}}`: `{"rows":[{"id":0,"text":"<"}],"want":5,"total":1}`,
	} {
		if got := string(call(t, d, "lists", args).Payload); !strings.HasPrefix(got, want) {
			t.Errorf("%s\n got %s\nwant %s", args, got, want)
		}
	}
	if got := string(call(t, d, "lists", `{"operation":"text","size":1,"fields":["path"]}`).Payload); got != `{"path":"a.go"}` {
		t.Errorf("got %s", got)
	}
	reply := call(t, d, "lists", `{"fields":["id","txt"]}`)
	if want := `output.fields[1]: want id or text, got string "txt"`; reply.Err == nil || reply.Err.Message != want {
		t.Errorf("got %v, want %s", reply.Err, want)
	}
}

// A cursor continues the list it came from and no other.
//
//spec:8.3-opaque-cursor
func TestCursorsAreBound(t *testing.T) {
	e := &fake{generation: "g1"}
	d := caller(t, e, lists(0))
	var page listResult
	if err := json.Unmarshal(call(t, d, "lists", `{"output":{"limit":1}}`).Payload, &page); err != nil {
		t.Fatal(err)
	}
	ask := func(args string) string {
		reply := call(t, d, "lists", strings.Replace(args, "CURSOR", page.NextCursor, 1))
		if reply.Err == nil {
			return "ok"
		}
		return fmt.Sprint(reply.Err.Code, " ", reply.Err.Data["reason"])
	}
	for args, want := range map[string]string{
		`{"output":{"limit":9,"cursor":"CURSOR"}}`:           "ok",
		`{"n":11,"output":{"cursor":"CURSOR"}}`:              "cursor_expired other_request",
		`{"operation":"rival","output":{"cursor":"CURSOR"}}`: "cursor_expired other_operation",
	} {
		if got := ask(args); got != want {
			t.Errorf("%s: got %s, want %s", args, got, want)
		}
	}
	e.generation = "g2"
	if got, want := ask(`{"output":{"cursor":"CURSOR"}}`), "cursor_expired index_changed"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Too long an answer is given in its shorter form; only if that is too long as
// well are rows left out, and then texts are cut. Each says so.
func TestTooLongAnswers(t *testing.T) {
	d := caller(t, &fake{}, lists(100))
	for _, tt := range []struct{ args, want string }{
		{`{"n":4,"size":10}`, `"text":"<<<`},
		{`{"n":4,"size":500}`, `{"rows":[{"id":0},{"id":1},{"id":2},{"id":3}],"want":5,"total":4}`},
		{`{"n":99,"limit":99,"size":500,"max_bytes":150}`, `"want":100,"total":99,"truncated":true,"next_cursor":`},
		{`{"operation":"text","size":1000}`, `"truncated":true,"truncated_fields":["text"]`},
	} {
		got := string(call(t, d, "lists", tt.args).Payload)
		if !strings.Contains(got, tt.want) || len(got) > 400 {
			t.Errorf("%s: %d bytes\n got %s\nwant %s", tt.args, len(got), got, tt.want)
		}
	}
}

// Whatever the budget, an answer is JSON, and within it unless even the
// smallest form is larger.
func FuzzBudget(f *testing.F) {
	f.Add(5, 100, 200, "list")
	f.Add(5, 10000, 1, "text")
	f.Fuzz(func(t *testing.T, n, size, budget int, name string) {
		if n < 0 || n > 200 || size < 0 || size > 20000 || budget < 1 {
			return
		}
		d := caller(t, &fake{}, lists(0))
		reply := call(t, d, "lists", fmt.Sprintf(`{"operation":%q,"n":%d,"size":%d,"max_bytes":%d}`, name, n, size, budget))
		if reply.Err == nil && len(reply.Payload) > max(budget, 250) {
			t.Errorf("%d bytes for a budget of %d: %.300s", len(reply.Payload), budget, reply.Payload)
		}
	})
}

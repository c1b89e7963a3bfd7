package random

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// roomy is a budget that nothing meets.
const roomy = 1 << 30

// What a list says in pages is what it says at once, row by row, whatever the
// request and the size of a page; and an answer has at most the bytes that it may
// have, unless it says that it could not.
func TestRandomPages(t *testing.T) {
	w := newWorld(t, "pages")
	d := doors[3](t, w)
	s := &sequence{worlds: []*world{w}, doors: []door{d}, outcomes: map[string]int{}}
	g := generator{rand.New(rand.NewPCG(*seed, 3))}
	lists, pages := map[string]int{}, 0
	for _, o := range operations(t, d) {
		if !o.Available || o.Effect != "read" {
			continue
		}
		for _, r := range o.requests(t, g, 12**more) {
			r.args = []byte(strings.ReplaceAll(string(r.args), "@", w.work()))
			whole := s.through(t, 0, r.with(t, map[string]any{"max_bytes": roomy, "limit": 100000}))
			all, rows, ok := listed(whole.payload)
			if !ok {
				continue
			}
			lists[o.Domain+"."+o.Operation]++
			pages += s.turned(t, r, all, rows, 1+g.IntN(3)+len(all[rows])/2000)
			budget := 20 + g.IntN(len(whole.payload))
			short := s.through(t, 0, r.with(t, map[string]any{"max_bytes": budget, "limit": 100000}))
			if len(short.payload) > budget && !strings.Contains(string(short.payload), `"budget_exceeded":true`) && !short.failed {
				t.Errorf("%s: %d bytes in a budget of %d: %s", r, len(short.payload), budget, short.payload)
			}
		}
	}
	t.Logf("%d pages of lists: %v, -seed %d", pages, lists, *seed)
	if len(lists) < 10 {
		t.Error("few operations gave a list")
	}
}

// with is the request with other wishes about its answer.
func (r request) with(t *testing.T, output map[string]any) request {
	t.Helper()
	var args map[string]json.RawMessage
	if err := json.Unmarshal(r.args, &args); err != nil {
		t.Fatal(err)
	}
	args["output"], _ = json.Marshal(output)
	for _, name := range []string{"options", "arguments"} { // a limit of its own
		var container map[string]json.RawMessage
		if json.Unmarshal(args[name], &container) == nil && container["limit"] != nil {
			delete(container, "limit")
			args[name], _ = json.Marshal(container)
		}
	}
	r.args, _ = json.Marshal(args)
	return r
}

// listed takes the members of an answer that is a list, and the name of the list:
// the one that is as long as the total says.
func listed(payload []byte) (all map[string]json.RawMessage, rows string, ok bool) {
	if json.Unmarshal(payload, &all) != nil || all["total"] == nil {
		return nil, "", false
	}
	for name, v := range all {
		var list []json.RawMessage
		if json.Unmarshal(v, &list) == nil && len(list) > 1 && fmt.Sprint(len(list)) == string(all["total"]) {
			if rows != "" {
				return nil, "", false // which of the two it is cannot be seen
			}
			rows = name
		}
	}
	return all, rows, rows != ""
}

// turned reads the list page by page and compares it with the whole.
func (s *sequence) turned(t *testing.T, r request, all map[string]json.RawMessage, rows string, limit int) (pages int) {
	t.Helper()
	var want, got []json.RawMessage
	if err := json.Unmarshal(all[rows], &want); err != nil {
		t.Fatal(err)
	}
	output := map[string]any{"max_bytes": roomy, "limit": limit}
	for pages = 1; ; pages++ {
		answer := s.through(t, 0, r.with(t, output))
		var page map[string]json.RawMessage
		var list []json.RawMessage
		if json.Unmarshal(answer.payload, &page) != nil || json.Unmarshal(page[rows], &list) != nil || len(list) > limit {
			t.Errorf("%s, page %d of %d rows: %s", r, pages, limit, answer.payload)
			return pages
		}
		got = append(got, list...)
		if string(page["total"]) != string(all["total"]) {
			t.Errorf("%s, page %d of %d rows: %s in all, not %s", r, pages, limit, page["total"], all["total"])
		}
		var next string
		if json.Unmarshal(page["next_cursor"], &next) != nil || next == "" || pages > len(want) {
			break
		}
		output["cursor"] = next
	}
	text := func(list []json.RawMessage) (lines []string) {
		for _, row := range list {
			lines = append(lines, string(row))
		}
		return lines
	}
	if d := cmp.Diff(text(want), text(got)); d != "" {
		t.Errorf("%s in pages of %d rows (-whole +pages):\n%.2000s", r, limit, d)
	}
	return pages
}

package op_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/wire"
	"github.com/gortexhq/gortex/internal/wire/gcx"
	"github.com/gortexhq/gortex/internal/wire/toon"
	"github.com/gortexhq/gortex/internal/wire/valuetest"
)

// decoded is an answer as JSON, from any format that can be read again.
func decoded(t interface{ Fatalf(string, ...any) }, reply op.Reply) json.RawMessage {
	var v wire.Value
	var err error
	switch reply.Format {
	case "gcx":
		_, v, err = gcx.Decode(reply.Payload)
	case "toon":
		v, err = toon.Decode(reply.Payload)
	default:
		v, err = wire.Parse(reply.Payload)
	}
	if err != nil {
		t.Fatalf("%s: %v\n%s", reply.Format, err, reply.Payload)
	}
	return v.AppendJSON(nil)
}

func placesOf(t testing.TB, e engine.Engine) op.Caller {
	return caller(t, e, op.ReadFacade(op.Tool{Name: "places"},
		op.Read(op.Spec{Name: "list", Summary: "Places.", Default: true, Legacy: []op.Legacy{{Name: "flat_places"}}}, listPlaces)))
}

func ask(d op.Caller, tool, format string, args string, a ...any) op.Reply {
	text := strings.TrimSuffix(fmt.Sprintf(args, a...), "}}") + fmt.Sprintf(`,"format":%q}}`, format)
	return d.Call(context.Background(), op.Request{Tool: tool, Arguments: json.RawMessage(text)})
}

// One answer in each format.
func TestFormats(t *testing.T) {
	d := placesOf(t, &fake{generation: "g"})
	for format, want := range map[string]string{
		"json": `{"symbol":{"id":"dir/` + strings.Repeat("x", 70) + `.go::Type1000.Method","path":"dir/.go","text":`,
		"gcx":  "GCX1 tool=flat_places total=2 fields=symbol,also\n{\"id\":",
		"toon": "symbol:\n  id: \"dir/",
		"text": "symbol:\n  id: dir/",
	} {
		reply := ask(d, "places", format, `{"n":2,"size":0,"output":{"limit":5}}`)
		if want := strings.Replace(want, `,"text":`, `,"tags":`, 1); reply.Err != nil || !strings.HasPrefix(string(reply.Payload), want) {
			t.Errorf("%s: %v\n got %s\nwant %s", format, reply.Err, reply.Payload, want)
		}
		if (format == "json") != (reply.Format == "") || format != "json" && reply.Format != format {
			t.Errorf("%s says it is %q", format, reply.Format)
		}
		if format == "text" {
			continue
		}
		plain := ask(d, "places", "json", `{"n":2,"size":0,"output":{"limit":5}}`)
		var a, b any
		if json.Unmarshal(plain.Payload, &a) != nil || json.Unmarshal(decoded(t, reply), &b) != nil {
			t.Fatal("no JSON")
		}
		if diff := cmp.Diff(a, b); diff != "" {
			t.Errorf("%s says something else (-json +%s):\n%s", format, format, diff)
		}
	}
}

// A failure is a JSON document in every format, and a format that there is not
// is one.
func TestFailuresAreJSON(t *testing.T) {
	d := placesOf(t, &fake{generation: "g"})
	for _, format := range []string{"json", "gcx", "toon", "text", "yaml"} {
		reply := ask(d, "places", format, `{"n":1,"size":0,"output":{"cursor":"x"}}`)
		if reply.Err == nil || reply.Format != "" || !json.Valid(reply.Payload) {
			t.Errorf("%s: %q %s", format, reply.Format, reply.Payload)
		}
	}
	reply := ask(d, "places", "yaml", `{"n":1,"size":0,"output":{"limit":1}}`)
	if want := `output.format: want json or gcx or toon or text, got string "yaml"`; reply.Err == nil || reply.Err.Message != want {
		t.Errorf("got %v, want %s", reply.Err, want)
	}
}

// The flat argument format is output.format.
func TestFlatFormat(t *testing.T) {
	d := placesOf(t, &fake{generation: "g"})
	reply := d.Call(t.Context(), op.Request{Tool: "flat_places", Arguments: json.RawMessage(`{"n":1,"size":0,"format":"gcx","fields":"id","max_bytes":600}`)})
	if reply.Err != nil || reply.Format != "gcx" || !strings.Contains(string(reply.Payload), "\nGCX1 tool=flat_places.places rows=1 fields=id\ndir/.go::Type0.Method") {
		t.Errorf("%v %s", reply.Err, reply.Payload)
	}
}

// Whatever format and budget: what identifies something is whole, the budget
// holds in the bytes of the format, and the pages add up.
func TestBudgetsInEveryFormat(t *testing.T) {
	d := placesOf(t, &fake{generation: "g"})
	rapid.Check(t, func(t *rapid.T) {
		format := rapid.SampledFrom([]string{"gcx", "toon", "text"}).Draw(t, "format")
		n, size := rapid.IntRange(0, 20).Draw(t, "n"), rapid.IntRange(0, 60).Draw(t, "size")
		known := map[string]bool{nth(1000, 0).ID: true, nth(1000, 0).Path: true}
		for i := range n {
			known[nth(i, 0).ID], known[nth(i, 0).Path] = true, true
		}
		budget := rapid.IntRange(1, 3000).Draw(t, "budget")
		cursor, seen := "", 0
		for calls := 0; ; calls++ {
			reply := ask(d, "places", format, `{"n":%d,"size":%d,"output":{"max_bytes":%d,"cursor":%q}}`, n, size, budget, cursor)
			if reply.Err != nil {
				t.Fatalf("%v", reply.Err)
			}
			exceeded := regexp.MustCompile(`budget_exceeded[=:] ?true`).Match(reply.Payload)
			if len(reply.Payload) > budget && !exceeded || exceeded && len(reply.Payload)+40 < budget {
				t.Fatalf("%d bytes for %d: %s", len(reply.Payload), budget, reply.Payload)
			}
			for _, name := range regexp.MustCompile(`dir/[^\s",\]\\]*`).FindAllString(string(reply.Payload), -1) {
				if !known[name] {
					t.Fatalf("%q is no name of the list: %s", name, reply.Payload)
				}
			}
			if format == "text" {
				return
			}
			var got places
			if err := json.Unmarshal(decoded(t, reply), &got); err != nil {
				t.Fatalf("%v", err)
			}
			for _, p := range got.Places {
				if want := nth(seen, 0); p.ID != want.ID || p.Path != want.Path {
					t.Fatalf("row %d is %s", seen, p.ID)
				}
				seen++
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

// An answer of any shape, in any format and budget, can be read, and its strings
// are whole where they may not be cut.
func TestTreesInEveryFormat(t *testing.T) {
	type request struct {
		N int `json:"n,omitempty"`
	}
	var tree wire.Value
	d := caller(t, &fake{generation: "g"}, op.ReadFacade(op.Tool{Name: "trees"}, op.Read(op.Spec{Name: "any", Summary: "A tree.", Default: true},
		func(context.Context, engine.View, request) (wire.Value, error) { return tree, nil })))
	rapid.Check(t, func(t *rapid.T) {
		tree = valuetest.Objects().Draw(t, "tree")
		format := rapid.SampledFrom(op.Formats()).Draw(t, "format")
		whole := map[string]bool{}
		eachString("", tree, func(s string) { whole[s] = true })
		reply := ask(d, "trees", format, `{"n":1,"output":{"max_bytes":%d}}`, rapid.IntRange(1, 400).Draw(t, "budget"))
		if reply.Err != nil {
			t.Fatalf("%v", reply.Err)
		}
		if reply.Format == "text" {
			return
		}
		v, err := wire.Parse(decoded(t, reply))
		if err != nil {
			t.Fatalf("%v", err)
		}
		v.Members = slices.DeleteFunc(v.Members, func(m wire.Member) bool { return m.Name == "truncated_fields" })
		eachString("", v, func(s string) {
			if !whole[s] {
				t.Fatalf("%q was cut: %s", s, reply.Payload)
			}
		})
	})
}

// eachString sees every string that may not be cut.
func eachString(name string, v wire.Value, see func(string)) {
	switch {
	case v.Kind == wire.String && !slices.Contains([]string{"source", "text", "content", "doc", "signature"}, name):
		see(v.Text)
	case v.Kind == wire.List:
		for _, item := range v.Items {
			eachString(name, item, see)
		}
	}
	for _, m := range v.Members {
		inner := m.Name
		if inner == "" || inner[0] == '[' {
			inner = name // no name that a path shows
		}
		eachString(inner, m.Value, see)
	}
}

// doubtful is an engine whose index has something to say of itself.
type doubtful struct{ fake }

type doubtfulView struct{ engine.View }

func (d *doubtful) View(context.Context, engine.Scope) (engine.View, error) {
	return doubtfulView{}, nil
}

func (doubtfulView) Status() engine.Status {
	return engine.Status{Generation: "g", Caveats: []string{"index_partial: 3 files \"of\" vendor\\x could not be read", "index_old: made by an older version"}}
}

func (doubtfulView) Close() error { return nil }

// What is doubtful about the index is said in every format, within the budget,
// and needed_bytes has room for it.
func TestCaveatsInEveryFormat(t *testing.T) {
	d := placesOf(t, &doubtful{})
	for _, format := range op.Formats() {
		for budget := 40; budget < 1500; budget += 20 {
			reply := ask(d, "places", format, `{"n":3,"size":5,"output":{"max_bytes":%d}}`, budget)
			text := string(reply.Payload)
			if budget > 600 && !strings.Contains(text, "index_caveats") {
				t.Errorf("%s in %d bytes: %s", format, budget, text)
			}
			if len(text) > budget && !strings.Contains(text, "budget_exceeded") {
				t.Errorf("%s: %d bytes for %d: %s", format, len(text), budget, text)
			}
			if found := regexp.MustCompile(`needed_bytes"?[:=] ?(\d+)`).FindStringSubmatch(text); found != nil {
				more := string(ask(d, "places", format, `{"n":3,"size":5,"output":{"max_bytes":%s}}`, found[1]).Payload)
				if strings.Contains(more, "needed_bytes") || !strings.Contains(more, "Type0") {
					t.Fatalf("%s: %s bytes are not enough for a row: %s", format, found[1], more)
				}
			}
		}
	}
}

// A reply crosses a connection as JSON, whatever its payload is.
func TestReplyAsJSON(t *testing.T) {
	d := placesOf(t, &fake{generation: "g"})
	for _, format := range op.Formats() {
		want := ask(d, "places", format, `{"n":1,"size":1,"output":{"limit":1}}`)
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got op.Reply
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		if string(got.Payload) != string(want.Payload) && format != "json" || got.Format != want.Format || got.Meta.Operation != "list" {
			t.Errorf("%s became %s: %s", format, got.Format, got.Payload)
		}
	}
}

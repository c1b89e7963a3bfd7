package random

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// operation is one of a tool, as capabilities tells of it.
type operation struct {
	Domain    string
	Operation string
	Effect    string
	Available bool
	Schema    json.RawMessage `json:"input_schema"`
}

// operations asks a server for all it knows.
func operations(t *testing.T, d door) (all []operation) {
	t.Helper()
	ask := func(into any, format string, args ...any) {
		t.Helper()
		r, err := d.call(t.Context(), request{tool: "capabilities", args: fmt.Appendf(nil, format, args...)})
		if err != nil || r.failed {
			t.Fatalf("%v %s", err, r.payload)
		}
		if err := json.Unmarshal(r.payload, into); err != nil {
			t.Fatal(err)
		}
	}
	var top struct{ Domains []struct{ Name string } }
	ask(&top, `{}`)
	for _, domain := range top.Domains {
		var list struct {
			Operations  []operation
			Unavailable []string
		}
		ask(&list, `{"domain":%q}`, domain.Name)
		for _, o := range list.Operations {
			list.Unavailable = append(list.Unavailable, o.Operation)
		}
		for _, name := range list.Unavailable {
			var one operation
			ask(&one, `{"domain":%q,"operation":%q,"detail":"schema"}`, domain.Name, name)
			all = append(all, one)
		}
	}
	return all
}

// requests makes n random ones of an operation, valid by another validator's
// word.
func (o operation) requests(t *testing.T, g generator, n int) (list []request) {
	t.Helper()
	if o.Schema == nil && !o.Available { // it does not say yet what it will take
		return []request{{tool: o.Domain, args: fmt.Appendf(nil, `{"operation":%q}`, o.Operation)}}
	}
	var s schema
	if err := json.Unmarshal(o.Schema, &s); err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(o.Schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	valid, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		r := g.request(o.Domain, &s)
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(r.args))
		if err != nil {
			t.Fatal(err)
		}
		if err := valid.Validate(v); err != nil {
			t.Fatalf("%s is not valid: %v", r, err)
		}
		list = append(list, r)
	}
	return list
}

// What a schema allows is answered, whatever it is: never by an internal error,
// in time, and in the same bytes through every door.
//
//spec:12-9-bash-mirror 15.4-bash-mirror 8.4-structured-errors
func TestRandomRequests(t *testing.T) {
	w := newWorld(t, "shared")
	var opened []door
	for _, open := range doors {
		opened = append(opened, open(t, w))
	}
	g := generator{rand.New(rand.NewPCG(*seed, 0))}
	var list []request
	asked := 0
	for _, o := range operations(t, opened[len(opened)-1]) {
		n := 1 // one that is not built is the same for all
		if o.Available {
			n = 6 * *more
		}
		if o.Available && o.Effect != "read" {
			continue // see TestRandomWrites
		}
		asked++
		list = append(list, o.requests(t, g, n)...)
	}
	t.Logf("%d requests of %d operations, -seed %d", len(list), asked, *seed)
	outcomes := &tally{}
	work(list, func(r request) { w.compare(t, opened, r, outcomes) })
	t.Log(outcomes)
}

// compare makes a request through all doors.
func (w *world) compare(t *testing.T, doors []door, r request, outcomes *tally) {
	r.args = bytes.ReplaceAll(r.args, []byte("@"), []byte(w.dir))
	first := w.same(t, doors, r, outcomes)
	if next, ok := r.after(first); ok {
		w.same(t, doors, next, outcomes)
	}
}

// same makes a request through all doors and gives what the first one says.
func (w *world) same(t *testing.T, doors []door, r request, outcomes *tally) (first reply) {
	for i, d := range doors {
		got, err := w.ask(t, d, r)
		if err != nil {
			t.Errorf("%s, through %s: %v", r, d.name, err)
			return first
		}
		if i == 0 {
			first = got
			outcomes.add(got)
		} else if diff := cmp.Diff(string(first.payload), string(got.payload)); diff != "" || got.failed != first.failed {
			t.Errorf("%s: %s says otherwise than %s, failed %v and %v:\n%s", r, d.name, doors[0].name, got.failed, first.failed, diff)
		}
	}
	return first
}

// after is the request that an answer leads to: for the next page, or with
// fields that there are.
func (r request) after(answer reply) (request, bool) {
	var got struct {
		Next string `json:"next_cursor"`
		Data struct {
			Fields []string `json:"valid_fields"`
		}
	}
	if json.Unmarshal(answer.payload, &got) != nil {
		return r, false
	}
	var args map[string]any
	decoder := json.NewDecoder(bytes.NewReader(r.args))
	decoder.UseNumber()
	if err := decoder.Decode(&args); err != nil {
		return r, false
	}
	output, ok := args["output"].(map[string]any)
	if !ok {
		output = map[string]any{}
	}
	switch {
	case got.Next != "":
		output["cursor"] = got.Next
	case len(got.Data.Fields) > 0:
		output["fields"] = got.Data.Fields[:min(2, len(got.Data.Fields))]
	default:
		return r, false
	}
	args["output"] = output
	text, err := json.Marshal(args)
	return request{r.tool, text, r.flat}, err == nil
}

// ask makes one call and checks what holds of every answer.
func (w *world) ask(t *testing.T, d door, r request) (reply, error) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	start := time.Now()
	got, err := d.call(ctx, r)
	if err != nil {
		return got, fmt.Errorf("after %v: %w", time.Since(start).Round(time.Millisecond), err)
	}
	code, isObject := errorCode(got.payload)
	if !isObject {
		return got, fmt.Errorf("no JSON object: %.200s", got.payload)
	}
	if code == "internal" || got.failed != (code != "") {
		t.Errorf("%s, through %s: failed %v\n%s", r, d.name, got.failed, got.payload)
	}
	return got, nil
}

func errorCode(payload []byte) (code string, isObject bool) {
	var e struct {
		Code string `json:"error_code"`
	}
	return e.Code, json.Unmarshal(payload, &e) == nil
}

// tally counts outcomes by operation and code.
type tally struct {
	mu     sync.Mutex
	counts map[string]int
}

func (c *tally) add(r reply) {
	code, _ := errorCode(r.payload)
	if code == "" {
		code = "answers"
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.counts == nil {
		c.counts = map[string]int{}
	}
	c.counts[code]++
}

func (c *tally) String() string { return fmt.Sprint(c.counts) }

// work does something with all requests, a few at a time.
func work(list []request, do func(request)) {
	queue := make(chan request)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for r := range queue {
				do(r)
			}
		})
	}
	for _, r := range list {
		queue <- r
	}
	close(queue)
	wg.Wait()
}

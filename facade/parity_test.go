package facade_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine/enginetest"
)

// valueAt is the value at a dotted path.
func valueAt(m map[string]any, path string) (any, bool) {
	for {
		name, rest, deep := strings.Cut(path, ".")
		v, ok := m[name]
		if !deep || !ok {
			return v, ok
		}
		if m, ok = v.(map[string]any); !ok {
			return nil, false
		}
		path = rest
	}
}

// flatten says a request in the words of a flat tool: every leaf that is given
// under its flat name, but for what the tool's name implies, which the request
// then says.
func flatten(o *op.Op, l op.Legacy, request map[string]any) map[string]any {
	flat := map[string]any{}
	for name, v := range l.When {
		flat[name] = v
	}
	paths := o.FixedPaths()
	for path := range o.Schema().Leaves() {
		paths = append(paths, path)
	}
	for _, path := range paths {
		v, given := valueAt(request, path)
		if !given || path == o.Of().By {
			continue
		}
		if implied, ok := l.Set[path]; ok {
			request[path] = implied // all of them are at the top level
			continue
		}
		name := path[strings.LastIndexByte(path, '.')+1:]
		for _, other := range slices.Sorted(maps.Keys(l.Args)) {
			if l.Args[other] == path {
				name = other
				break
			}
		}
		if _, taken := flat[name]; !taken {
			flat[name] = v
		}
	}
	return flat
}

// text writes lists and objects of flat arguments as old callers did, in a
// string: comma-separated where that is possible, or else JSON.
func text(t testing.TB, flat map[string]any) map[string]any {
	t.Helper()
	said := map[string]any{}
	for name, v := range flat {
		said[name] = v
		var words []string
		list, ok := v.([]any)
		for _, e := range list {
			word, plain := e.(string)
			ok = ok && plain && word != "" && !strings.ContainsAny(word, ",[{ ")
			words = append(words, word)
		}
		switch v.(type) {
		case []any, map[string]any:
			said[name] = string(encoded(t, v))
			if ok && len(words) > 0 {
				said[name] = strings.Join(words, ", ")
			}
		}
	}
	return said
}

func encoded(t testing.TB, v any) json.RawMessage {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// requests are examples of an operation, its shape among them, as validated
// arguments.
func requests(t testing.TB, o *op.Op) (list []map[string]any) {
	t.Helper()
	texts := []json.RawMessage{encoded(t, o.Shape())}
	for _, e := range o.Examples {
		texts = append(texts, json.RawMessage(e.Request))
	}
	for _, text := range texts {
		args, err := op.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if o.Of().By != "" {
			delete(args, o.Of().By)
		}
		ready, err := o.Decode(args)
		if err != nil {
			t.Fatalf("%s: %s: %v", o.Path(), text, err)
		}
		request, err := op.Parse(ready.Args)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, request)
	}
	return list
}

// eachFlat visits every operation behind every flat tool.
func eachFlat(visit func(*op.Op, op.Legacy)) {
	for _, f := range facade.All() {
		for _, o := range f.Ops {
			for _, l := range o.Legacy {
				visit(o, l)
			}
		}
	}
}

// A flat tool called with the values of a public request is the same request,
// byte for byte, whether its operation is built or not, and whether lists and
// objects are given as such or in a string.
//
//spec:11.2-legacy-arguments 10-1-dispatch
func TestFlatRequestsAreThePublicOnes(t *testing.T) {
	r, compared := registry(t), map[string]bool{}
	eachFlat(func(o *op.Op, l op.Legacy) {
		if o.Schema() == nil {
			compared[l.Name] = true // it does not say what it takes, and takes nothing
			return
		}
		for _, request := range requests(t, o) {
			flat := flatten(o, l, request)
			for _, path := range o.FixedPaths() {
				if path == o.Of().By || o.LegacySchema(l).Property(path) == nil && !strings.Contains(path, ".") {
					delete(request, path) // it says which operation is meant and is no field of it
				}
			}
			for _, args := range []map[string]any{flat, text(t, flat)} {
				chosen, by := r.Legacy(l.Name, args)
				if chosen == nil || chosen.Path() != o.Path() {
					t.Errorf("%s %v means another operation than %s", l.Name, args, o.Path())
					continue
				}
				ready, err := chosen.DecodeLegacy(chosen.Lift(by, args))
				if err != nil {
					t.Errorf("%s %s: %v", l.Name, encoded(t, args), err)
					continue
				}
				got, _ := op.Parse(ready.Args)
				if d := cmp.Diff(request, got); d != "" {
					t.Errorf("%s %s is another request than that of %s:\n%s", l.Name, encoded(t, args), o.Path(), d)
				}
				if lost := ready.Ignored(); len(lost) > 0 {
					t.Errorf("%s: nothing reads %v", l.Name, lost)
				}
				compared[l.Name] = true
			}
		}
	})
	for _, name := range r.LegacyNames() {
		if !compared[name] {
			t.Errorf("%s was not compared", name)
		}
	}
}

// changing is what is new in every answer: ids that are drawn, and times.
var changing = regexp.MustCompile(`"agent-[0-9a-f]+"|"\d{4}-\d\d-\d\dT[^"]*"`)

func stable(payload []byte) []byte { return changing.ReplaceAll(payload, []byte(`"-"`)) }

// A flat tool answers what the public one answers, and one that is not built
// fails as that does. Each call has an engine and a session of its own.
//
//spec:8.4-payload-unchanged 11.2-legacy-arguments 15.1-parity 15.1-families
func TestFlatAnswersAreThePublicOnes(t *testing.T) {
	archive, err := os.ReadFile("testdata/parity.txtar")
	if err != nil {
		t.Fatal(err)
	}
	r := registry(t)
	answer := func(req op.Request) op.Reply {
		req.Session = "s"
		return facade.New(r, enginetest.New(t, string(archive)), facade.Policy{}).Call(t.Context(), req)
	}
	answered, built := 0, 0
	eachFlat(func(o *op.Op, l op.Legacy) {
		if o.Hidden || o.Schema() == nil {
			return // there is no public request to compare with
		}
		if o.Available() {
			built++
		}
		for _, request := range requests(t, o) {
			flat := flatten(o, l, request)
			for _, path := range o.FixedPaths() { // no public caller says these
				if name, in, nested := strings.Cut(path, "."); nested {
					delete(request[name].(map[string]any), in)
				} else {
					delete(request, name)
				}
			}
			if by := o.Of().By; by != "" {
				request[by] = o.Name
			}
			old := answer(op.Request{Tool: l.Name, Arguments: encoded(t, flat), Surface: op.SurfaceLegacy})
			public := answer(op.Request{Tool: o.Facade, Arguments: encoded(t, request), Surface: op.SurfacePublic})
			if !bytes.Equal(stable(old.Payload), stable(public.Payload)) && (old.Err == nil || old.Err.Data["field"] == nil) {
				t.Errorf("%s %s and %s differ:\n%.300s\n%.300s", l.Name, encoded(t, flat), o.Path(), old.Payload, public.Payload)
			}
			if (old.Err == nil) != (public.Err == nil) || old.Err != nil && (old.Err.Code != public.Err.Code || old.Err.Code == op.CodeInternal) {
				t.Errorf("%s and %s: %v, %v", l.Name, o.Path(), old.Err, public.Err)
			}
			if d := cmp.Diff(public.Meta, old.Meta); d != "" {
				t.Errorf("%s and %s: %s", l.Name, o.Path(), d)
			}
			if old.Err == nil {
				answered++
			}
		}
	})
	t.Logf("%d answers of %d flat tools that are built", answered, built)
	if answered < built {
		t.Errorf("%d tools are built, and only %d calls were answered without an error", built, answered)
	}
}

// A value of a wrong type is refused in the flat tool's own words, and never
// breaks anything.
//
//spec:11.2-legacy-arguments
func TestFlatArgumentsOfWrongTypes(t *testing.T) {
	d := dispatcher(t, facade.Policy{})
	wrong := []any{json.Number("1.5"), true, "{", "[1,", []any{map[string]any{}}, map[string]any{"a": json.Number("1")}, nil}
	eachFlat(func(o *op.Op, l op.Legacy) {
		if o.Schema() == nil {
			return
		}
		schema := o.LegacySchema(l)
		for _, p := range schema.Properties {
			if _, chooses := l.When[p.Name]; chooses {
				continue
			}
			refused := 0
			for _, v := range wrong {
				args := map[string]any{p.Name: v}
				for name, chosen := range l.When {
					args[name] = chosen
				}
				_, err := o.DecodeLegacy(o.Lift(l, args))
				if err != nil {
					refused++
					if code := o.Rename(l, op.AsError(err)).Code; code != op.CodeInvalid {
						t.Errorf("%s.%s=%v: %s", l.Name, p.Name, v, code)
					}
				}
				if reply := d.Call(t.Context(), op.Request{Tool: l.Name, Arguments: encoded(t, args), Surface: op.SurfaceLegacy}); reply.Err != nil && reply.Err.Code == op.CodeInternal {
					t.Errorf("%s.%s=%v: %s", l.Name, p.Name, v, reply.Payload)
				}
			}
			if refused == 0 && p.Type != "" && (p.Type != "object" || !p.Open) {
				t.Errorf("%s takes anything for %s, which is a %s", l.Name, p.Name, p.Type)
			}
		}
	})
}

package facade_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
)

// at is the value at a dotted path of a request, as JSON; "" where there is
// none.
func at(args json.RawMessage, path string) string {
	for _, name := range strings.Split(path, ".") {
		var m map[string]json.RawMessage
		if json.Unmarshal(args, &m) != nil {
			return ""
		}
		args = m[name]
	}
	return string(args)
}

// two are two values of a field that are both allowed and not its default; ok is
// false where it has no two.
func two(s *op.Schema) (a, b any, ok bool) {
	switch {
	case s.Const != "":
	case len(s.Enum) > 2:
		return s.Enum[1], s.Enum[2], true
	case s.Type == "string" && len(s.Enum) == 0:
		return "one", "two", true
	case s.Type == "integer":
		low := 11
		if s.Min != nil {
			low = max(low, int(*s.Min)+1)
		}
		if s.Max == nil || low+1 <= int(*s.Max) {
			return low, low + 1, true
		}
	case s.Type == "array" && s.Items.Type == "string" && len(s.Items.Enum) == 0:
		return []any{"one"}, []any{"two"}, true
	}
	return nil, nil, false
}

// A field has the value that stands last, the containers read in their order and
// the top level after them: for every operation, every field and places
// next to each other.
//
//spec:8.1-flattened 8.1-top-level-wins
func TestOrderOfContainers(t *testing.T) {
	order := append(slices.Clone(op.Containers), "")
	tried := 0
	for f, o := range public {
		declared := map[string]int{} // how many fields have the name
		for path := range o.Schema().Leaves() {
			declared[path[strings.LastIndexByte(path, '.')+1:]]++
		}
		for path, leaf := range o.Schema().Leaves() {
			container, name, nested := strings.Cut(path, ".")
			if !nested {
				container, name = "", path
			}
			a, b, ok := two(leaf)
			special := slices.Contains(op.Selectors, name) || slices.Contains(op.Containers, name) || name == f.By || name == "cursor" || name == "format"
			if !ok || special || declared[name] > 1 || strings.Contains(name, ".") || !slices.Contains(order, container) {
				continue // a name that several fields have means the one where it stands
			}
			for i, then := range order[1:] {
				for _, first := range slices.Compact([]string{order[i], order[0]}) { // the one before, and the first of all
					args := o.Shape()
					delete(args, f.By)
					drop(args, path)
					put(args, first, name, a)
					put(args, then, name, b)
					tried++
					ready, err := o.Decode(copied(args))
					want, _ := json.Marshal(b)
					if err != nil || at(ready.Args, path) != string(want) || len(ready.Unread) > 0 {
						t.Errorf("%s: %s in %q and then in %q is %s, want %s (%v, unread %v)", o.Path(), name, first, then, at(ready.Args, path), want, err, ready.Unread)
					}
				}
			}
		}
	}
	t.Logf("%d requests", tried)
	if tried < 1000 {
		t.Error("few fields are tried")
	}
}

func put(args map[string]any, container, name string, v any) {
	if container != "" {
		args = inside(args, container)
	}
	args[name] = v
}

func drop(args map[string]any, path string) {
	container, name, nested := strings.Cut(path, ".")
	if inner, ok := args[container].(map[string]any); nested && ok {
		delete(inner, name)
	} else if !nested {
		delete(args, path)
	}
}

// A target that is no object, or has not exactly one selector that there is, is
// refused by every operation, built or not, with the selectors that are valid.
//
//spec:8.2-exactly-one-selector 8.2-unknown-selector 8.2-not-an-object 8.2-zero-or-many 15.3-target
func TestWrongTargets(t *testing.T) {
	d := dispatcher(t, facade.Policy{})
	for _, f := range facade.All() {
		if f.By == "" {
			continue
		}
		for _, o := range f.Public() {
			for _, target := range []string{
				`"a"`, `["a"]`, `7`, `true`, `null`, `{}`, `{"symbol":""}`, `{"symbols":[]}`, `{"file":null}`, `{"file":"","symbol":" "}`,
				`{"file":"a","symbol":"b"}`, `{"symbol":"a","symbols":["a"]}`, `{"query":"a","repo":"b"}`, `{"path":"a"}`, `{"id":"a"}`,
				`{"Symbol":"a"}`, `{"symbol":"a","kind":"b"}`, `{"target":{"symbol":"a"}}`,
			} {
				reply := call(t, d, f.Name, fmt.Sprintf(`{%q:%q,"target":%s}`, f.By, o.Name, target))
				if reply.Err == nil || reply.Err.Code != op.CodeInvalid || reply.Err.Data["valid_selectors"] == nil {
					t.Errorf("%s of %s: %s", o.Path(), target, reply.Payload)
				}
			}
		}
	}
}

// A selector that an operation has no use for is refused, and each that it has a
// use for is one of the six.
//
//spec:8.2-six-selectors 8.2-target-optional
func TestSelectorsNobodyReads(t *testing.T) {
	for f, o := range public {
		for _, name := range op.Selectors {
			target := o.Schema().Property("target")
			args := o.Shape()
			delete(args, f.By)
			value := any("a")
			if name == "symbols" {
				value = []any{"a"}
			}
			args["target"] = map[string]any{name: value}
			_, err := o.Decode(args)
			e := op.AsError(err)
			switch {
			case target != nil && target.Property(name) != nil:
				if err != nil {
					t.Errorf("%s refuses target.%s: %v", o.Path(), name, err)
				}
			case err == nil || e.Code != op.CodeInvalid || e.Data["field"] != "target."+name || e.Data["reason"] == nil || e.Data["valid_selectors"] == nil:
				t.Errorf("%s with target.%s: %v %v", o.Path(), name, err, e.Data)
			}
		}
		if to := o.Schema().Property("to"); (to != nil) != slices.Contains([]string{"trace.flow", "trace.path", "trace.taint"}, o.Path()) {
			t.Errorf("%s reads to: %v", o.Path(), to != nil)
		}
	}
}

// A name of an operation is the same in every spelling, for every operation.
//
//spec:8.1-operation-is-a-string
func TestNamesOfOperations(t *testing.T) {
	d := dispatcher(t, facade.Policy{})
	for _, f := range facade.All() {
		for _, o := range f.Public() {
			if f.By == "" {
				continue
			}
			kebab := strings.ReplaceAll(o.Name, "_", "-")
			for _, name := range []string{o.Name, strings.ToUpper(o.Name), kebab, " " + strings.ToUpper(kebab[:1]) + kebab[1:] + "\t"} {
				for _, key := range []string{f.By, "operation"} {
					text, _ := json.Marshal(map[string]string{key: name})
					if reply := call(t, d, f.Name, string(text)); reply.Meta.Operation != o.Name || reply.Meta.Facade != f.Name {
						t.Errorf("%s %s means %s.%s", f.Name, text, reply.Meta.Facade, reply.Meta.Operation)
					}
				}
			}
		}
	}
}

// A name that no operation has is answered with all that there are, by every
// tool; a hidden operation and a flat tool of another facade are no names.
//
//spec:8.1-unknown-operation 8.4-errors-are-errors
func TestUnknownOperations(t *testing.T) {
	d := dispatcher(t, facade.Policy{})
	for _, f := range facade.All() {
		if f.By == "" {
			continue
		}
		names := []string{`"no_such_operation"`, `"*"`, `"legacy_profile"`, `7`, `null`, `["file"]`, `{"repo":"x"}`, `"` + strings.Repeat("é", 5000) + `"`}
		for _, o := range f.Ops {
			if o.Hidden {
				names = append(names, `"`+o.Name+`"`)
			}
		}
		for _, name := range names {
			reply := call(t, d, f.Name, fmt.Sprintf(`{%q:%s}`, f.By, name))
			got, _ := json.Marshal(op.AsError(reply.Err).Data["valid_operations"])
			want, _ := json.Marshal(f.Names())
			if reply.Err == nil || reply.Err.Code != op.CodeInvalid || string(got) != string(want) || len(reply.Payload) > 2000+len(want) {
				t.Errorf("%s %.40s: %.300s", f.Name, name, reply.Payload)
			}
		}
	}
}

// What the server decides no caller changes, however the field is spelled and
// wherever it stands; a caller of the flat tool does, unless the name of the
// tool decides it.
//
//spec:10-fixed-last 6.1-legacy-defaults-kept 6.1-overlay-fixed-wins
func TestFixedArguments(t *testing.T) {
	fixed, flatly := 0, 0
	for _, f := range facade.All() {
		for _, o := range f.Ops {
			for path, v := range o.Fixed {
				want, _ := json.Marshal(v)
				name := path[strings.LastIndexByte(path, '.')+1:]
				for _, other := range []any{true, false, "on", nil} {
					for _, word := range append(spellings(strings.ReplaceAll(name, "_", " ")), path) {
						for _, where := range places(o.Schema()) {
							args := o.Shape()
							delete(args, f.By)
							where.put(args, word, other)
							ready, err := o.Decode(copied(args))
							if err == nil && at(ready.Args, path) != string(want) {
								t.Errorf("%s with %s %v in %s: %s is %s", o.Path(), word, other, where.name, path, at(ready.Args, path))
							}
						}
					}
				}
				fixed++
				for _, l := range o.Legacy {
					if _, decided := l.Set[path]; decided || l.When[name] != nil {
						continue
					}
					_, args := flatArguments(t, o, l)
					s := o.LegacySchema(l).Property(name)
					if s == nil {
						t.Errorf("%s does not take %s", l.Name, name)
						continue
					}
					if s.Type != "boolean" {
						continue // the others have one value, until the operation is built
					}
					wish := v != true
					args[name] = wish
					ready, err := o.DecodeLegacy(o.Lift(l, args))
					if got, _ := json.Marshal(wish); err != nil || at(ready.Args, path) != string(got) {
						t.Errorf("%s with %s %v: it is %s (%v)", l.Name, name, wish, at(ready.Args, path), err)
					}
					flatly++
				}
			}
		}
	}
	t.Logf("%d fixed arguments, %d of them a flat tool's to set", fixed, flatly)
	if fixed == 0 || flatly == 0 {
		t.Error("nothing is tried")
	}
}

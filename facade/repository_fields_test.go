package facade_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
)

// repositoryWords are what callers call a repository, in parts.
var repositoryWords = []string{
	"repo", "repo path", "repository", "repository path", "repo root", "repository root", "repo dir", "repo name",
	"root", "cwd", "dir", "worktree", "work tree", "base repo", "workspace", "project",
	"root dir", "working directory", "workspace root", "project root", "repos", "repositories", "projects", "workspaces",
}

// spellings are the ways of writing a name of several parts.
func spellings(words string) []string {
	parts := strings.Fields(words)
	title := func(from int) string {
		var b strings.Builder
		for i, p := range parts {
			if i >= from {
				p = strings.ToUpper(p[:1]) + p[1:]
			}
			b.WriteString(p)
		}
		return b.String()
	}
	all := []string{
		strings.Join(parts, "_"), strings.Join(parts, "-"), title(1), title(0),
		strings.ToUpper(strings.Join(parts, "_")), strings.Join(parts, " "), strings.Join(parts, ""),
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// place puts a value under a name somewhere into a request.
type place struct {
	name string
	put  func(args map[string]any, name string, v any)
}

// inside is the object at key, made where there is none.
func inside(m map[string]any, key string) map[string]any {
	inner, ok := m[key].(map[string]any)
	if !ok {
		inner = map[string]any{}
		m[key] = inner
	}
	return inner
}

// places are all those of an operation's requests: the top, every container,
// objects and lists that nobody declared, and those that the operation did.
func places(s *op.Schema) []place {
	all := []place{
		{"top", func(m map[string]any, name string, v any) { m[name] = v }},
		{"unknown object", func(m map[string]any, name string, v any) { m["x"] = map[string]any{"y": map[string]any{name: v}} }},
		{"unknown list", func(m map[string]any, name string, v any) { m["x"] = []any{1, []any{map[string]any{name: v}}} }},
		{"misspelled container", func(m map[string]any, name string, v any) { m["Options"] = map[string]any{name: v} }},
		{"container in a container", func(m map[string]any, name string, v any) {
			inside(m, "arguments")["options"] = map[string]any{name: v}
		}},
	}
	for _, c := range op.Containers {
		all = append(all, place{c, func(m map[string]any, name string, v any) { inside(m, c)[name] = v }})
	}
	return append(all, nested(s, "", func(m map[string]any) map[string]any { return m })...)
}

// nested are the objects and the lists of objects that a schema declares.
func nested(s *op.Schema, at string, enter func(map[string]any) map[string]any) (all []place) {
	for _, p := range s.Properties {
		path := strings.TrimPrefix(at+"."+p.Name, ".")
		switch {
		case p.Type == "object" && !p.Open && !p.ExactlyOne && !slices.Contains(op.Containers, path):
			in := func(m map[string]any) map[string]any { return inside(enter(m), p.Name) }
			all = append(all, place{path, func(m map[string]any, name string, v any) { in(m)[name] = v }})
			all = append(all, nested(p.Schema, path, in)...)
		case p.Type == "object" && slices.Contains(op.Containers, path):
			all = append(all, nested(p.Schema, path, func(m map[string]any) map[string]any { return inside(enter(m), p.Name) })...)
		case p.Type == "array" && p.Items != nil && p.Items.Type == "object" && !p.Items.Open:
			all = append(all, place{path + "[]", func(m map[string]any, name string, v any) {
				enter(m)[p.Name] = []any{map[string]any{name: v}}
			}})
		}
	}
	return all
}

// tellsRepository reports whether an error says which field it refuses, and what
// a caller can do instead.
func tellsRepository(err error) bool {
	e := op.AsError(err)
	field, _ := e.Data["field"].(string)
	return e.Code == op.CodeInvalid && field != "" && (e.Data["reason"] != nil || e.Data["suggested_field"] != nil)
}

// Whatever the operation, built or not, however a repository is spelled, and
// wherever it stands: it reaches a field of that name, or the call is refused.
// Each operation is tried with every spelling, and with every place.
//
//spec:8.3-repo-refused 8.3-repo-everywhere 8.3-repo-spellings 8.3-repo-consumed
func TestEverySpellingInEveryPlace(t *testing.T) {
	var words []string
	for _, w := range repositoryWords {
		words = append(words, spellings(w)...)
	}
	tried, refused := 0, 0
	for f, o := range public {
		where := places(o.Schema())
		for i := range max(len(words), 3*len(where)) {
			word, at := words[i%len(words)], where[i%len(where)]
			args := o.Shape()
			delete(args, f.By)
			at.put(args, word, "mark")
			tried++
			ready, err := o.Decode(args)
			switch {
			case err != nil && tellsRepository(err):
				refused++
			case err != nil && reads(o.Schema(), word):
				// A field of that name is read, and does not take a text.
			case err != nil:
				t.Errorf("%s with %s in %s: %v %v", o.Path(), word, at.name, err, op.AsError(err).Data)
			case len(ready.Unread) > 0 || !strings.Contains(string(ready.Args), fmt.Sprintf("%q:", word)) || !strings.Contains(string(ready.Args), `"mark"`):
				t.Errorf("%s with %s in %s drops it: %s, unread %v", o.Path(), word, at.name, ready.Args, ready.Unread)
			}
		}
	}
	t.Logf("%d requests, %d refused", tried, refused)
	if refused == 0 {
		t.Error("none is refused")
	}
}

// reads reports whether a schema has a field of the name, at any depth.
func reads(s *op.Schema, name string) bool {
	for _, p := range s.Properties {
		if p.Name == name || reads(p.Schema, name) || p.Items != nil && reads(p.Items, name) {
			return true
		}
	}
	return false
}

// A target is no exception: what it says of a repository besides its selector is
// refused.
//
//spec:8.3-repo-refused 8.2-unknown-selector
func TestRepositoriesInTargets(t *testing.T) {
	for f, o := range public {
		target := o.Schema().Property("target")
		if target == nil {
			continue
		}
		for _, w := range repositoryWords {
			for _, word := range spellings(w) {
				args := o.Shape()
				delete(args, f.By)
				selector := target.Properties[0].Name
				if word == selector {
					continue
				}
				args["target"] = map[string]any{selector: "mark", word: "mark"}
				_, err := o.Decode(args)
				if e := op.AsError(err); err == nil || e.Code != op.CodeInvalid || e.Data["valid_selectors"] == nil || !strings.Contains(e.Message, "target") {
					t.Errorf("%s with target.%s: %v", o.Path(), word, err)
				}
			}
		}
	}
}

// A flat tool drops no repository either, whatever else it is given: all the
// arguments that it takes together, or as few as it can do with.
//
//spec:8.3-repo-refused 8.3-repo-everywhere 8.3-repo-spellings 8.3-repo-consumed
func TestFlatToolsRefuseRepositories(t *testing.T) {
	var words []string
	for _, w := range repositoryWords {
		words = append(words, spellings(w)...)
	}
	tried, refused := 0, 0
	for o, l := range flatTools {
		few, all := flatArguments(t, o, l)
		where := append(places(o.Schema()), place{"target", func(m map[string]any, name string, v any) { inside(m, "target")[name] = v }})
		for i := range max(len(words), 3*len(where)) {
			word, at := words[i%len(words)], where[i%len(where)]
			args := copied([]map[string]any{few, all}[i%2])
			given, _ := json.Marshal(args)
			container, field, _ := strings.Cut(strings.TrimSuffix(at.name, "[]"), ".")
			if args[field] != nil || o.LegacySchema(l).Property(container) != nil {
				continue // the argument of that name wins over what stands there, or is it
			}
			at.put(args, word, "mark")
			tried++
			ready, err := o.DecodeLegacy(o.Lift(l, args))
			switch e := op.AsError(err); {
			case err != nil && tellsRepository(err):
				refused++
			case err != nil && (e.Code != op.CodeInvalid || !strings.Contains(e.Message+fmt.Sprint(e.Data["field"]), word) && at.name != "target"):
				t.Errorf("%s %s with %s in %s: %v %v", l.Name, given, word, at.name, err, e.Data)
			case err == nil && !strings.Contains(string(ready.Args), `"mark"`):
				t.Errorf("%s %s with %s in %s drops it: %s, unread %v", l.Name, given, word, at.name, ready.Args, ready.Unread)
			}
		}
	}
	t.Logf("%d requests, %d refused", tried, refused)
	if refused == 0 {
		t.Error("none is refused")
	}
}

// flatTools yields every flat tool with an operation that says what it takes.
func flatTools(yield func(*op.Op, op.Legacy) bool) {
	for _, f := range facade.All() {
		for _, o := range f.Ops {
			for _, l := range o.Legacy {
				if o.LegacySchema(l) != nil && !yield(o, l) {
					return
				}
			}
		}
	}
}

// flatArguments are two valid requests of a flat tool.
func flatArguments(t *testing.T, o *op.Op, l op.Legacy) (few, all map[string]any) {
	t.Helper()
	few = map[string]any{}
	maps.Copy(few, l.When)
	flat := o.LegacySchema(l)
	for _, name := range flat.Required {
		few[name] = plain(flat.Property(name))
	}
	valid := func(args map[string]any) bool {
		_, err := o.DecodeLegacy(o.Lift(l, args))
		return err == nil
	}
	for _, p := range flat.Properties { // one of several selectors
		if !valid(few) {
			with := copied(few)
			if with[p.Name] = plain(p.Schema); valid(with) {
				few = with
			}
		}
	}
	if !valid(few) {
		t.Errorf("%s: %v is not valid, and no further argument makes it so", l.Name, few)
	}
	all = copied(few)
	for _, p := range flat.Properties {
		with := copied(all)
		if with[p.Name] = plain(p.Schema); with[p.Name] != nil && few[p.Name] == nil && valid(with) {
			all = with
		}
	}
	return few, all
}

// copied is a request of its own.
func copied(args map[string]any) map[string]any {
	text, _ := json.Marshal(args)
	c, _ := op.Parse(text)
	return c
}

// plain is a value of a flat argument.
func plain(s *op.Schema) any {
	switch {
	case s.Const != "":
		return s.Const
	case len(s.Enum) > 0:
		return s.Enum[0]
	case s.Min != nil:
		return *s.Min
	case s.Type == "integer", s.Type == "number":
		return 1
	case s.Type == "boolean":
		return true
	case s.Type == "array":
		return []any{plain(s.Items)}
	case s.Type == "object" && len(s.Properties) == 0:
		return map[string]any{}
	case s.Type == "object":
		m := map[string]any{}
		for _, name := range s.Required {
			m[name] = plain(s.Property(name))
		}
		return m
	}
	return "text"
}

// Through the front door there is never silence: an operation that is not built
// says so, and one that is refuses.
//
//spec:8.3-repo-refused
func TestRepositoriesThroughTheDispatcher(t *testing.T) {
	d := dispatcher(t, facade.Policy{})
	for _, f := range facade.All() {
		for _, o := range f.Public() {
			for _, args := range []string{`{%s"Repo-Root":"mark"}`, `{%s"guard":{"workTree":"mark"}}`, `{%s"x":[{"CWD":"mark"}]}`} {
				named := ""
				if f.By != "" {
					named = fmt.Sprintf("%q:%q,", f.By, o.Name)
				}
				reply := call(t, d, f.Name, fmt.Sprintf(args, named))
				unavailable := !o.Available() && reply.Err != nil && reply.Err.Code == op.CodeOperationUnavailable
				if reply.Err == nil || !unavailable && !tellsRepository(reply.Err) {
					t.Errorf("%s %s: %s", o.Path(), args, reply.Payload)
				}
			}
		}
	}
}

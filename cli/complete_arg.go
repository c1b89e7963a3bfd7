package cli

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gortexhq/gortex/facade/op"
)

// field is something that --arg can set: the key that sets it, and where the
// operation declares it.
type field struct {
	key, path string
	*op.Schema
}

// asked is what a call may still be given.
type asked struct {
	given  map[string]any
	fields []field
	by     string // the field that names the operation, "" if none does
	ops    []*op.Op
	flat   bool // of an old tool
}

// completeArg completes one --arg: a key, or after "=" or ":=" its value.
func (a *App) completeArg(o *callOptions, typed string) ([]string, cobra.ShellCompDirective) {
	q := a.asked(o)
	key, value, valued := strings.Cut(typed, "=")
	if !valued {
		return offer("", beginning(typed, q.keys(typed)))
	}
	before := typed[:len(key)+1]
	key, isJSON := strings.CutSuffix(key, ":")
	if key == q.by {
		return offer(before, beginning(value, operations(q.ops)))
	}
	for _, f := range q.fields {
		if f.key == key {
			v := valueOf{a: a, flat: q.flat, json: isJSON, repo: repository(q.given)}
			return offer(before, v.candidates(f, value))
		}
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// given is what the words before the one that is typed say of the arguments, as
// far as they can be understood. Nothing is read for it.
func (o *callOptions) given() map[string]any {
	object := map[string]any{}
	for _, text := range []string{o.document, o.inline} {
		_ = decode([]byte(text), &object) // what is not JSON says nothing
	}
	if object == nil {
		object = map[string]any{}
	}
	for _, f := range o.fields {
		_ = setField(object, f) // as above
	}
	return object
}

// asked finds out what is meant so far. Its fields are of the operation that is
// meant, or of all that may be.
func (a *App) asked(o *callOptions) asked {
	q := asked{given: o.given()}
	var f *op.Facade
	if a.Facade != nil && !o.legacy {
		f = a.Facade(o.tool)
	}
	if f == nil {
		q.flat, q.fields = true, a.flatFields(o.tool, q.given)
		return q
	}
	q.by, q.ops = f.By, available(f)
	meant := q.ops
	if one := chosen(f, q.given); one != nil {
		meant = []*op.Op{one}
	}
	seen := map[string]bool{f.By: true}
	for _, one := range meant {
		if one.Schema() == nil {
			continue
		}
		for path, s := range one.Schema().Leaves() {
			if !seen[path] {
				seen[path] = true
				q.fields = append(q.fields, field{path, path, s})
			}
		}
	}
	return q
}

// flatFields are the arguments of an old tool.
func (a *App) flatFields(tool string, given map[string]any) (list []field) {
	if a.Legacy == nil {
		return nil
	}
	o, l := a.Legacy(tool, given)
	if o == nil || o.LegacySchema(l) == nil {
		return nil
	}
	for _, p := range o.LegacySchema(l).Properties {
		path := l.Args[p.Name]
		if path == "" {
			path = p.Name
		}
		list = append(list, field{p.Name, path, p.Schema})
	}
	return list
}

// available are the operations of a tool that can be called.
func available(f *op.Facade) []*op.Op {
	return slices.DeleteFunc(f.Public(), func(o *op.Op) bool { return !o.Available() })
}

// chosen is the operation that the arguments mean, nil while they may mean
// several.
func chosen(f *op.Facade, given map[string]any) *op.Op {
	if len(given) == 0 {
		return nil
	}
	o, err := f.Choose(maps.Clone(given))
	if err != nil {
		return nil
	}
	return o
}

// operations are the names of operations.
func operations(ops []*op.Op) (list []Candidate) {
	for _, o := range ops {
		list = append(list, Candidate{Word: o.Name, About: o.Summary})
	}
	return list
}

// outputKeys is where the fields are that every operation takes. They are
// offered once one asks for them.
const outputKeys = "output."

// keys are the keys that can still be set, with what follows them.
func (q asked) keys(typed string) (list []Candidate) {
	if _, set := q.given[q.by]; q.by != "" && !set {
		list = append(list, Candidate{Word: q.by + "=", About: "what to do", Open: true})
	}
	shared := false
	for _, f := range q.fields {
		container, _, deep := strings.Cut(f.key, ".")
		_, set := lookup(q.given, f.key)
		if set || deep && container == "target" && q.given["target"] != nil {
			continue // a target is one thing
		}
		if strings.HasPrefix(f.key, outputKeys) && !strings.HasPrefix(typed, strings.TrimSuffix(outputKeys, ".")) {
			shared = true
			continue
		}
		sign := "="
		if f.Type == "array" && !q.flat || f.Type == "object" {
			sign = ":="
		}
		list = append(list, Candidate{Word: f.key + sign, About: f.Description, Open: true})
	}
	if shared {
		list = append(list, Candidate{Word: outputKeys, About: "how the answer looks", Open: true})
	}
	return list
}

// lookup finds what is set at a dotted path.
func lookup(object map[string]any, path string) (any, bool) {
	name, rest, deep := strings.Cut(path, ".")
	v, ok := object[name]
	if !deep || !ok {
		return v, ok
	}
	inner, _ := v.(map[string]any)
	return lookup(inner, rest)
}

// repository is the one that the arguments name, "" for where the caller
// stands.
func repository(given map[string]any) string {
	for _, path := range []string{"options.repo", "target.repo", "repo"} {
		if v, ok := lookup(given, path); ok {
			name, _ := v.(string)
			return name
		}
	}
	return ""
}

// quotedJSON is a string as JSON writes it, without the quotes.
func quotedJSON(text string) string {
	raw, err := json.Marshal(text)
	if err != nil {
		return text
	}
	return string(raw[1 : len(raw)-1])
}

package random

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// schema is what is used of a published one.
type schema struct {
	Type          string             `json:"type"`
	Const         string             `json:"const"`
	Enum          []string           `json:"enum"`
	Default       any                `json:"default"`
	Minimum       *float64           `json:"minimum"`
	Maximum       *float64           `json:"maximum"`
	Items         *schema            `json:"items"`
	Properties    map[string]*schema `json:"properties"`
	Required      []string           `json:"required"`
	MaxProperties int                `json:"maxProperties"`
}

// generator makes values that a schema allows, some of which mean something in
// the repository of testdata.
type generator struct{ *rand.Rand }

var (
	symbols = strings.Fields(`Store Store.Place store.New validate Order store/store.go::Store.Place Backend Backend.Put Memory.Put
		Square Base Shape Shape.area Square.area sum render web/src/shape.ts::Square unit Report Report.render Weekly publish
		upper tools/naming.py::validate tools/report.py::Weekly.render main total TestPlace DEFAULT ErrEmpty Store.placed
		nobody Store.nothing store/store.go::nothing :: . :: Store. .Place fmt.Println README.md Design`)
	files = strings.Fields(`main.go store/store.go store/memory.go store/store_test.go web/src/shape.ts web/src/index.ts ./main.go
		web/package.json tools/report.py tools/naming.py tools/__init__.py README.md docs/design.md api/openapi.yaml api/schema.sql
		@/repo/main.go @/other/main.go none.go store web/ . .. / ../other/main.go /etc/passwd store\store.go **/*.go *.{ts,py}`)
	repos = strings.Fields(`@/repo @/repo/store repo @/other @/none . nowhere`)
	words = []string{
		"", " ", "order", "place an order", "how are reports rendered", "validate(", "[a-z]+", "(", "*", "é — 日本", "\x00", "\u202e",
		"kind:method place", "lang:python render", "path:store/ Put", "repo:repo sum", "\"quoted\"", "\\", "a,b, c", "{}", "null",
		"function", "class,method", "go", "HEAD", "main", "in", strings.Repeat("long ", 300), "TODO", "ignore all previous instructions",
	}
	scopes = strings.Fields(`project workspace scope ref cursor`)
	keys   = strings.Fields(`id name kind path file line start_line end_line signature symbol text score nothing`)
)

// value is one that s allows for a field of this name.
func (g generator) value(s *schema, name string) any {
	switch {
	case s.Const != "":
		return s.Const
	case name == "format" && (len(s.Enum) == 0 || slices.Contains(s.Enum, "json")): // of an answer
		return "json"
	case len(s.Enum) > 0:
		return s.Enum[g.IntN(len(s.Enum))]
	case s.Default != nil && g.IntN(4) == 0:
		return s.Default
	}
	switch s.Type {
	case "object":
		return g.object(s)
	case "array":
		list := []any{}
		for range g.IntN(4) {
			list = append(list, g.value(s.Items, strings.TrimSuffix(name, "s")))
		}
		return list
	case "integer", "number":
		return g.number(s)
	case "boolean":
		return g.IntN(2) == 0
	}
	return g.text(name)
}

func (g generator) object(s *schema) any {
	names := slices.Sorted(maps.Keys(s.Properties))
	if s.MaxProperties == 1 {
		name := names[g.IntN(len(names))]
		v := g.value(s.Properties[name], name)
		for v == "" || v == " " { // a selector of nothing is none
			v = g.value(s.Properties[name], name)
		}
		if list, ok := v.([]any); ok && len(list) == 0 {
			v = append(list, g.value(s.Properties[name].Items, "symbol"))
		}
		return map[string]any{name: v}
	}
	m := map[string]any{}
	for _, name := range names {
		p := s.Properties[name]
		often := 6 // of 20
		switch {
		case slices.Contains(s.Required, name):
			often = 20
		case p.Const != "": // without its name another operation may be meant
			often = 19
		case len(p.Properties) > 0:
			often = 12
		case slices.Contains(scopes, name): // few of them exist
			often = 1
		}
		if g.IntN(20) < often {
			m[name] = g.value(p, name)
		}
	}
	return m
}

// number prefers the bounds and what is near them.
func (g generator) number(s *schema) any {
	low, high := -3.0, float64(1<<40)
	if s.Minimum != nil {
		low = *s.Minimum
	}
	if s.Maximum != nil {
		high = *s.Maximum
	}
	n := low
	switch g.IntN(4) {
	case 0:
		n = high
	case 1, 2:
		n = min(high, low+float64(g.IntN(60)))
	}
	if s.Type == "integer" {
		return int64(n)
	}
	return n
}

// text is a string for a field of this name; now and then one that has nothing
// to do with it.
func (g generator) text(name string) string {
	pool := words
	switch name {
	case "symbol", "from", "to", "id", "from_id", "to_id", "entry_point", "name", "query", "task":
		pool = append(symbols, words...)
	case "file", "path", "artifact", "source", "destination", "path_prefix", "glob", "paths":
		pool = files
	case "repo", "project", "workspace":
		pool = repos
	case "field": // of output.fields
		pool = keys
	case "cursor":
		pool = []string{"", "nothing", "cmVhZC5maWxlIGEgYiAx"}
	}
	if g.IntN(8) == 0 {
		pool = words
	}
	return pool[g.IntN(len(pool))]
}

// request is a random request that the schema allows.
func (g generator) request(tool string, s *schema) request {
	text, err := json.Marshal(g.object(s))
	if err != nil {
		panic(err)
	}
	return request{tool: tool, args: text}
}

package query_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/graph/graphtest"
	"github.com/gortexhq/gortex/internal/query"
)

const shop = `
-- store/store.go --
package store

type Store interface { Save() }

func (r *Redis) Save() {}

func helper() {}

func init() {}
func init() {}
-- web/store.go --
package web

type Store struct{}

func (s *Store) Load() {}

func Parse() {}
-- util/kit.py --
class Kit:
    def parse(self):
        pass

def sync():
    pass
-- docs/a.md --
# helper
-- facts --
file store/store.go go
file web/store.go go
file util/kit.py python
file docs/a.md markdown
decl store/store.go:3-3 interface Store exported
decl store/store.go:5-5 method Redis.Save exported
decl store/store.go:7-7 function helper
decl store/store.go:9-9 function init
decl store/store.go:10-10 function init duplicate
decl web/store.go:3-3 struct Store exported
decl web/store.go:5-5 method Store.Load exported
decl web/store.go:7-7 function Parse exported
decl util/kit.py:1-3 class Kit exported
decl util/kit.py:2-3 method Kit.parse
decl util/kit.py:5-6 function sync
decl docs/a.md:1-1 heading helper
ref web/store.go:5 Store.Load calls external::fmt.Fprintf
ref web/store.go:5 Store.Load calls external::github.com/spf13/pflag.FlagSet.Parse
ref web/store.go:5 Store.Load calls external::gopkg.in/yaml.v3.Marshal
ref web/store.go:5 Store.Load calls external::sigs.test/yaml.Marshal
ref util/kit.py:6 sync calls unresolved::save
`

// A name means one symbol, several, or none; never another one.
func TestLookup(t *testing.T) {
	r, _ := graphtest.Archive(t, shop)
	for name, want := range map[string][]string{
		"store/store.go::Redis.Save":    {"store/store.go::Redis.Save"},
		"./store/store.go::Redis.Save":  {"store/store.go::Redis.Save"},
		"kit.py::sync":                  {"util/kit.py::sync"},
		"store.go::Store":               {"store/store.go::Store", "web/store.go::Store"},
		"store/store.go::Save":          {"store/store.go::Redis.Save"},
		"store/store.go::Nope":          nil,
		"other.go::helper":              nil,
		"store/store.go":                {"store/store.go"},
		"util/kit.py:3":                 {"util/kit.py::Kit.parse"},
		"util/kit.py:4":                 {"util/kit.py"},
		"Redis.Save":                    {"store/store.go::Redis.Save"},
		"Redis::Save":                   {"store/store.go::Redis.Save"},
		"Redis#Save":                    {"store/store.go::Redis.Save"},
		"store.Redis.Save":              {"store/store.go::Redis.Save"},
		"web.Store":                     {"web/store.go::Store"},
		"store.Store":                   {"store/store.go::Store"},
		"store.Store.Load":              {"web/store.go::Store.Load"},
		"util.kit.sync":                 {"util/kit.py::sync"},
		"kit.sync":                      {"util/kit.py::sync"},
		"util/kit.sync":                 {"util/kit.py::sync"},
		"Save":                          {"store/store.go::Redis.Save"},
		"Store":                         {"store/store.go::Store", "web/store.go::Store"},
		"parse":                         {"util/kit.py::Kit.parse"},
		"PARSE":                         nil,
		"helper":                        {"store/store.go::helper"},
		"docs/a.md::helper":             {"docs/a.md::helper"},
		"external::fmt.Fprintf":         {"external::fmt.Fprintf"},
		"fmt.Fprintf":                   {"external::fmt.Fprintf"},
		"unresolved::save":              {"unresolved::save"},
		"(*Redis).Save":                 {"store/store.go::Redis.Save"},
		"*Redis.Save":                   {"store/store.go::Redis.Save"},
		"Redis.Save()":                  {"store/store.go::Redis.Save"},
		"Redis->Save(x, y)":             {"store/store.go::Redis.Save"},
		"Redis[string].Save":            {"store/store.go::Redis.Save"},
		"Redis<K, V>::Save":             {"store/store.go::Redis.Save"},
		"this?.Save":                    nil,
		"Re dis.Save":                   nil,
		"store/store.go::(*Redis).Save": {"store/store.go::Redis.Save"},
		"pflag.FlagSet.Parse":           {"external::github.com/spf13/pflag.FlagSet.Parse"},
		"(*pflag.FlagSet).Parse":        {"external::github.com/spf13/pflag.FlagSet.Parse"},
		"spf13/pflag.FlagSet.Parse":     {"external::github.com/spf13/pflag.FlagSet.Parse"},
		"yaml.Marshal":                  {"external::gopkg.in/yaml.v3.Marshal", "external::sigs.test/yaml.Marshal"},
		"Fprintf":                       nil,
		"FlagSet.Parse":                 nil,
		"save":                          nil,
		"store/store.go::init#2":        {"store/store.go::init#2"},
		"":                              nil,
		"::":                            nil,
		"#":                             nil,
	} {
		var got []string
		for _, id := range query.Lookup(r, name).Nodes {
			got = append(got, graph.ID(r, r.Node(id)))
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%q (-want +got):\n%s", name, d)
		}
	}
}

// Two declarations of one name in one file are one symbol.
func TestLookupDuplicates(t *testing.T) {
	r, _ := graphtest.Archive(t, shop)
	for _, name := range []string{"init", "store/store.go::init", "store.init"} {
		m := query.Lookup(r, name)
		if len(m.Nodes) != 1 || len(m.Rest) != 1 || graph.ID(r, r.Node(m.Rest[0])) != "store/store.go::init#2" {
			t.Errorf("%s: %v", name, m)
		}
	}
}

// Every id leads back to its symbol.
func TestIDsAreNames(t *testing.T) {
	r, _ := graphtest.Archive(t, shop)
	for id := range graph.NodeID(r.NumNodes()) {
		m := query.Lookup(r, graph.ID(r, r.Node(id)))
		if !slices.Contains(append(m.Nodes, m.Rest...), id) || len(m.Nodes) != 1 {
			t.Errorf("%s leads to %v", graph.ID(r, r.Node(id)), m)
		}
	}
}

func FuzzLookup(f *testing.F) {
	r, _ := graphtest.Archive(f, shop)
	for _, s := range []string{"a::b", "store/store.go:3", "x#2", "::", "a.b.c", "store/store.go::init#99999999999", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		for _, id := range query.Lookup(r, name).Nodes {
			last := strings.FieldsFunc(graph.ID(r, r.Node(id)), func(c rune) bool { return strings.ContainsRune("/.:#", c) })
			if _, place, ok := strings.Cut(name, ":"); !strings.Contains(name, last[len(last)-1]) && (!ok || place == "") {
				t.Errorf("%q means %s", name, graph.ID(r, r.Node(id)))
			}
		}
		query.Suggest(r, name, 5)
	})
}

func TestSuggest(t *testing.T) {
	r, _ := graphtest.Archive(t, shop)
	for name, want := range map[string]string{
		"Prase":              "web/store.go::Parse",
		"PARSE":              "web/store.go::Parse",
		"Redis.Sav":          "store/store.go::Redis.Save",
		"synchronic":         "util/kit.py::sync",
		"redis.save":         "store/store.go::Redis.Save",
		"redis.load":         "web/store.go::Store.Load",
		"kit.prase":          "util/kit.py::Kit.parse",
		"FlagSet.Parse":      "external::github.com/spf13/pflag.FlagSet.Parse",
		"Fprintf":            "external::fmt.Fprintf",
		"sink":               "", // another letter in a short name is another name
		"snyc":               "util/kit.py::sync",
		"web/store.go::nope": "web/store.go::Store", // what the file has
		"web/kit.py::parse":  "util/kit.py::Kit.parse",
		"xyzzy":              "",
	} {
		got := ""
		if ids := query.Suggest(r, name, 5); len(ids) > 0 {
			got = graph.ID(r, r.Node(ids[0]))
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"parseHTTPRequest": "parse http request", "snake_case-name": "snake case name", "ABC": "abc", "x": "x",
		"Größe2Maß": "größe2maß", "  ": "", "getID": "get id",
	} {
		if got := strings.Join(query.Words(text), " "); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	if got := query.Keywords("where is the code that parses config files"); !slices.Equal(got, []string{"parses", "config"}) {
		t.Errorf("keywords: %q", got)
	}
	if got := query.Keywords("where is the code"); len(got) != 4 {
		t.Errorf("a question of stop words keeps them: %q", got)
	}
	for w, v := range map[string]string{"parses": "parse", "running": "run", "retries": "retry", "sorted": "sort", "encoder": "encode", "encode": "encoding"} {
		if !slices.Contains(query.Variants(w), v) {
			t.Errorf("%s has no variant %s: %q", w, v, query.Variants(w))
		}
	}
}

// What a question asks for stands before what only sounds like it.
func TestRank(t *testing.T) {
	r, _ := graphtest.Archive(t, `
-- a.go --
func retryRequest() {}
func retry() {}
func requestOptions() {}
func attemptCall() {}
func copytree() {}
-- a_test.go --
func TestRetryRequest() {}
-- facts --
file a.go go
file a_test.go go test
decl a.go:1-1 function retryRequest
decl a.go:2-2 function retry
decl a.go:3-3 function requestOptions
decl a.go:4-4 function attemptCall
decl a.go:5-5 function copytree
decl a_test.go:1-1 function TestRetryRequest
`)
	names := func(words []string, synonyms bool, t query.Taste) string {
		var out []string
		for _, x := range query.Rank(r, query.Terms(r, words, synonyms, false), nil, t) {
			out = append(out, r.Node(x.Node).Name)
		}
		return strings.Join(out, " ")
	}
	for _, c := range []struct {
		words    string
		synonyms bool
		taste    query.Taste
		want     string
	}{
		{"retry request", false, query.Taste{}, "retryRequest retry TestRetryRequest requestOptions"},
		{"retry request", true, query.Taste{}, "retryRequest retry TestRetryRequest requestOptions attemptCall"},
		{"retry request", false, query.Taste{Tests: true}, "retryRequest TestRetryRequest retry requestOptions"},
		{"copy tree", false, query.Taste{Bonus: map[graph.NodeID]float64{5: 0.1}}, "copytree"},
	} {
		if got := names(strings.Fields(c.words), c.synonyms, c.taste); got != c.want {
			t.Errorf("%s: got %s, want %s", c.words, got, c.want)
		}
	}
}

// The classes of a caveat claim no more than the evidence.
func TestCaveats(t *testing.T) {
	for want, e := range map[string]query.Evidence{
		query.CaveatUnused:     {Name: "f", Kind: graph.KindFunction, Checked: true},
		query.CaveatOutside:    {Name: "F", Kind: graph.KindFunction, Checked: true, Exported: true},
		query.CaveatGap:        {Name: "f", Kind: graph.KindFunction, Damaged: true, Silent: true},
		query.CaveatIncomplete: {Name: "f", Kind: graph.KindFunction, Checked: true, Unbound: 1},
	} {
		if c := e.CallersCaveat(0); c == nil || c.Class != want {
			t.Errorf("%+v: %v, want %s", e, c, want)
		}
	}
	for _, e := range []query.Evidence{
		{Kind: graph.KindFunction, Unbound: 3}, {Kind: graph.KindFunction, Checked: true, Values: 1}, {Kind: graph.KindMethod, Checked: true, Outside: []string{"error.Error"}},
		{Kind: graph.KindFunction, Entry: true}, {Kind: graph.KindFunction, Exported: true},
		{Kind: graph.KindStruct, Checked: true, Others: 4}, {Kind: graph.KindHeading},
	} {
		if c := e.CallersCaveat(0); c == nil || c.Class == query.CaveatUnused {
			t.Errorf("%+v is called unused: %v", e, c)
		}
	}
	if c := (query.Evidence{Kind: graph.KindFunction, Checked: true, Calls: 2}).CallersCaveat(2); c != nil {
		t.Errorf("a sound answer has a caveat: %v", c)
	}
}

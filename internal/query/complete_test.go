package query_test

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/graph/graphtest"
	"github.com/gortexhq/gortex/internal/query"
)

// named is a reader whose names can be read from the middle.
type named struct{ graph.Reader }

func (n named) NamesFrom(first string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for name := range n.Names() {
			if name >= first && !yield(name) {
				return
			}
		}
	}
}

func texts(words []query.Word) string {
	list := make([]string, len(words))
	for i, w := range words {
		if list[i] = w.Text; w.Open {
			list[i] += "…"
		}
	}
	return strings.Join(list, " ")
}

func TestComplete(t *testing.T) {
	reader, _ := graphtest.Archive(t, shop)
	r := named{reader}
	for _, test := range []struct{ typed, want string }{
		{"S", "Save Store sync"},
		{"s", "sync Save Store"},
		{"St", "Store"},
		{"PAR", "Parse parse"},
		{"Store.", "Store.Load"},
		{"Store.S", ""},
		{"Store::L", "Store::Load"},
		{"web.", "web.Parse web.Store"},
		{"web.Store.", "web.Store.Load"},
		{"kit.", "kit.Kit kit.sync"},
		{"Redis.", ""}, // a type that nothing declares
		{"store/", "store/store.go::…"},
		{"store/store.go::", "store/store.go::Redis.Save store/store.go::Store store/store.go::helper store/store.go::init store/store.go::init#2"},
		{"store/store.go::Redis.S", "store/store.go::Redis.Save"},
		{"store/store.go::none", ""},
		{"nothing.go::a", ""},
		{"we", "web/…"},
		{"zzz", ""},
		{".", ""}, {":", ""}, {"::", ""}, {"a..b", ""}, {"Store..", ""}, {"\xff", ""}, {"/", ""},
	} {
		got := query.Complete(r, test.typed, 50)
		if d := cmp.Diff(test.want, texts(got)); d != "" {
			t.Errorf("%q (-want +got):\n%s", test.typed, d)
		}
		for _, w := range got {
			if m := query.Lookup(r, w.Text); !w.Open && len(m.Nodes) == 0 {
				t.Errorf("%q offers %q, which means nothing", test.typed, w.Text)
			}
		}
	}
	if got := texts(query.Complete(r, "", 4)); got != "Kit docs/… web/…" {
		t.Errorf("before anything was typed: %s", got)
	}
	if got := texts(query.Complete(r, "", 50)); got != "Kit Load Parse Save Store helper init parse sync" {
		t.Errorf("before anything was typed: %s", got)
	}
	for typed, want := range map[string]string{
		"helper": "2 symbols: function, heading", "Kit": "class util/kit.py:1", "web.P": "function web/store.go:7",
	} {
		if got := query.Complete(r, typed, 50); len(got) != 1 || got[0].About != want {
			t.Errorf("%q: %+v, want %s", typed, got, want)
		}
	}
}

func TestCompleteFile(t *testing.T) {
	r, _ := graphtest.Archive(t, shop)
	for typed, want := range map[string]string{
		"": "docs/… store/… util/… web/…", "st": "store/…", "web": "web/…", "web/": "web/store.go", "util/kit.py": "util/kit.py", "x": "", "/": "",
	} {
		if got := texts(query.CompleteFile(r, typed, 50)); got != want {
			t.Errorf("%q: %s, want %s", typed, got, want)
		}
	}
}

// However many there are, no more are listed than may be, and what all of those
// begin with is what all there are begin with: shells put that in.
func TestCompletionIsNotMisled(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		names := rapid.SliceOfNDistinct(rapid.StringMatching(`a[ab]{0,6}`), 1, 40, rapid.ID[string]).Draw(rt, "names")
		var archive strings.Builder
		archive.WriteString("-- x.py --\n" + strings.Join(names, "\n") + "\n-- facts --\nfile x.py python\n")
		for i, name := range names {
			kind := rapid.SampledFrom([]string{"function", "variable", "class"}).Draw(rt, "kind")
			fmt.Fprintf(&archive, "decl x.py:%d-%d %s %s\n", i+1, i+1, kind, name)
		}
		reader, _ := graphtest.Archive(t, archive.String())
		typed, most := rapid.StringMatching(`a[ab]{0,2}`).Draw(rt, "typed"), rapid.IntRange(2, 12).Draw(rt, "most")
		var want, got []string
		for _, name := range names {
			if strings.HasPrefix(name, typed) {
				want = append(want, name)
			}
		}
		for _, w := range query.Complete(named{reader}, typed, most) {
			if strings.HasPrefix(w.Text, typed) && !w.Open {
				got = append(got, w.Text)
			}
		}
		if len(got) != min(most, len(want)) || common(got) != common(want) {
			rt.Fatalf("%q of %q: %q", typed, want, got)
		}
	})
}

// common is what all of a list begin with.
func common(list []string) string {
	if len(list) == 0 {
		return ""
	}
	first, last := slices.Min(list), slices.Max(list)
	n := 0
	for n < len(first) && n < len(last) && first[n] == last[n] {
		n++
	}
	return first[:n]
}

package bindtest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

var mark = regexp.MustCompile(`@(\^*)(def|call|new|ref|write|type|import|reexport|extends|implements|overrides)\(((?:[^()]|\(\))*)\)`)

var marks = map[graph.EdgeKind]string{
	graph.EdgeCalls: "call", graph.EdgeReferences: "ref", graph.EdgeWrites: "write", graph.EdgeUsesType: "type",
	graph.EdgeInstantiates: "new", graph.EdgeImports: "import", graph.EdgeReExports: "reexport",
	graph.EdgeExtends: "extends", graph.EdgeImplements: "implements", graph.EdgeOverrides: "overrides",
}

// Markers runs each txtar of testdata/markers. Every definition and every
// reference has to be marked on its line, and every mark met:
//
//	def f():        # @def(f)
//	    g(1)        # @call(g, in=f)
//	    x.h         # @ref(~C.h)        through an inferred type
//	    json.loads  # @ref(ext:json.loads)
//	    y.k()       # @call(?k)         unresolved
//
// A "^" for each line says that a mark is for a line above: "@^def(f)".
// A target is written as Target writes it; "in=" may be left out.
func Markers(t *testing.T, a func() lang.Analyzer, language func(string) string) {
	paths, err := filepath.Glob("testdata/markers/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no testdata/markers/*.txtar (%v)", err)
	}
	for _, p := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(p), ".txtar"), func(t *testing.T) {
			files := Archive(t, p)
			got := New(t, a(), language, files)
			for name, text := range files {
				if f := got.Facts[name]; f != nil {
					compare(t, f, text)
				}
			}
		})
	}
}

// Archive reads the files of a txtar.
func Archive(t testing.TB, path string) map[string]string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range txtar.Parse(raw).Files {
		files[f.Name] = string(f.Data)
	}
	return files
}

// compare matches the marks of one file with its facts.
func compare(t *testing.T, f *lang.Facts, text string) {
	t.Helper()
	type fact struct{ short, long string }
	found := map[int][]fact{}
	for _, s := range f.Symbols {
		found[int(s.Span.NameLine)] = append(found[int(s.Span.NameLine)], fact{"def(" + s.Qual + ")", ""})
	}
	for _, r := range f.Refs {
		tilde := ""
		if r.Tier == graph.TierASTInferred {
			tilde = "~"
		}
		in := ""
		if r.From >= 0 {
			in = f.Symbols[r.From].Qual
		}
		name := marks[r.Kind] + "(" + tilde + Target(f, r)
		found[int(r.Line)] = append(found[int(r.Line)], fact{name + ")", name + ", in=" + in + ")"})
	}
	var want, got []string
	for i, line := range strings.Split(text, "\n") {
		for _, m := range mark.FindAllStringSubmatch(line, -1) {
			at := i + 1 - len(m[1])
			w := m[2] + "(" + m[3] + ")"
			want = append(want, fmt.Sprintf("%d %s", at, w))
			n := slices.IndexFunc(found[at], func(x fact) bool { return x.short == w || x.long == w })
			if n >= 0 {
				got = append(got, fmt.Sprintf("%d %s", at, w))
				found[at] = slices.Delete(found[at], n, n+1)
			}
		}
	}
	for line, facts := range found {
		for _, x := range facts {
			got = append(got, fmt.Sprintf("%d %s", line, x.short))
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s: marks (-) and facts (+):\n%s", f.Path, d)
	}
}

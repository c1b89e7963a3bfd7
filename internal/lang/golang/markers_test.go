package golang

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

// The files of testdata/markers and testdata/cases say in comments at the end
// of each line everything that is found there:
//
//	func f() { // @def(f)
//		g()        // @calls(g, in=f, discarded)
//		fmt.Print() // @calls(ext:fmt.Print, in=f, discarded)
//		other.H()   // @calls(other/h.go::H, in=f, discarded)
//		x.what()    // @calls(?what, in=f, discarded)
//
// "~" before a target means that syntax alone resolved it. A member called
// "derived" lists the edges between declarations. UPDATE=1 rewrites the marks.

var mark = regexp.MustCompile(`@[a-z_]+\([^()]*\)`)

func markOf(f *lang.Facts, r lang.Ref) string {
	var b strings.Builder
	fmt.Fprintf(&b, "@%s(", r.Kind)
	t := f.Targets[r.Target]
	if r.Tier != graph.TierCompilerResolved {
		b.WriteString("~")
	}
	b.WriteString(short(f.Path, t))
	if r.From >= 0 {
		fmt.Fprintf(&b, ", in=%s", f.Symbols[r.From].Qual)
	}
	switch {
	case r.Return != graph.ReturnNone:
		fmt.Fprintf(&b, ", %s", r.Return)
	case r.Kind == graph.EdgeUsesType || r.Kind == graph.EdgeReferences && r.Context != graph.ContextValue:
		fmt.Fprintf(&b, ", %s", r.Context)
	}
	b.WriteString(")")
	return b.String()
}

func short(from string, t lang.Target) string {
	switch t.Kind {
	case lang.TargetExternal:
		return "ext:" + t.Name
	case lang.TargetUnresolved:
		return "?" + t.Name
	case lang.TargetFile:
		return "file:" + t.File
	}
	name := t.Name
	if t.Dup > 0 {
		name += fmt.Sprintf("#%d", t.Dup+1)
	}
	if t.File != from {
		name = t.File + "::" + name
	}
	return name
}

func defMark(s lang.Symbol, syms []lang.Symbol) string {
	m := fmt.Sprintf("@def(%s, %s", s.Qual, s.Kind)
	if s.Owner >= 0 {
		m += ", owner=" + syms[s.Owner].Qual
	} else if s.Member.Kind != lang.TargetNone {
		m += ", member=" + s.Member.File + "::" + s.Member.Name
	}
	for _, f := range []struct {
		flag graph.Flags
		name string
	}{{graph.FlagEntry, "entry"}, {graph.FlagDuplicate, "duplicate"}} {
		if s.Flags&f.flag != 0 {
			m += ", " + f.name
		}
	}
	return m + ")"
}

// annotated returns the text of a file with the marks that its facts call for.
func annotated(text string, f *lang.Facts) string {
	at := map[uint32][]string{}
	for _, s := range f.Symbols {
		at[s.Span.NameLine] = append(at[s.Span.NameLine], defMark(s, f.Symbols))
	}
	for _, r := range f.Refs {
		at[r.Line] = append(at[r.Line], markOf(f, r))
	}
	list := strings.Split(text, "\n")
	for i, line := range list {
		if j := strings.Index(line, " // @"); j >= 0 {
			line = line[:j]
		}
		if marks := at[uint32(i+1)]; len(marks) > 0 {
			line += " // " + strings.Join(marks, " ")
		}
		list[i] = line
	}
	return strings.Join(list, "\n")
}

func derivedText(list []lang.DerivedEdge) string {
	var b strings.Builder
	for _, e := range list {
		fmt.Fprintf(&b, "%s %s %s\n", short("", e.Src), e.Kind, short("", e.Dst))
	}
	return b.String()
}

func runArchive(t *testing.T, path string) {
	ar, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	derived := -1
	for i, f := range ar.Files {
		if f.Name == "derived" {
			derived = i
			continue
		}
		files[f.Name] = string(f.Data)
	}
	w := newWorkspace(t, files)
	w.full(t)
	update := os.Getenv("UPDATE") != ""
	for i := range ar.Files {
		f := &ar.Files[i]
		facts := w.sink.files[f.Name]
		if facts == nil {
			continue
		}
		want := annotated(string(f.Data), facts)
		if d := cmp.Diff(want, string(f.Data)); d != "" && !update {
			t.Errorf("%s: facts (-) and marks (+):\n%s", f.Name, d)
		}
		f.Data = []byte(want)
	}
	if got := derivedText(w.sink.derived); derived >= 0 || got != "" {
		if derived < 0 {
			ar.Files = append(ar.Files, txtar.File{Name: "derived"})
			derived = len(ar.Files) - 1
		}
		if d := cmp.Diff(string(ar.Files[derived].Data), got); d != "" && !update {
			t.Errorf("derived edges, want (-) and got (+):\n%s", d)
		}
		ar.Files[derived].Data = []byte(got)
	}
	if update {
		if err := os.WriteFile(path, txtar.Format(ar), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Every declaration and every reference is marked where it stands.
func TestMarkers(t *testing.T) {
	for _, dir := range []string{"markers", "cases"} {
		paths, _ := filepath.Glob("testdata/" + dir + "/*.txtar")
		if len(paths) == 0 {
			t.Fatalf("nothing in testdata/%s", dir)
		}
		slices.Sort(paths)
		for _, p := range paths {
			t.Run(strings.TrimSuffix(filepath.Base(p), ".txtar"), func(t *testing.T) { runArchive(t, p) })
		}
	}
}

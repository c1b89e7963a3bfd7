package golang

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// update analyzes what changed since the last run.
func (w *workspace) update(t testing.TB, before map[string]string) {
	in := w.input()
	for p, s := range w.files {
		if old, ok := before[p]; !ok || old != s {
			in.Changed = append(in.Changed, p)
		}
	}
	for p := range before {
		if _, ok := w.files[p]; !ok {
			in.Removed = append(in.Removed, p)
			delete(w.sink.files, p)
		}
	}
	slices.Sort(in.Changed)
	slices.Sort(in.Removed)
	w.sink.begin(t)
	if err := New().Analyze(context.Background(), in, w.sink); err != nil {
		t.Fatal(err)
	}
	for _, p := range in.Changed {
		if strings.HasSuffix(p, ".go") && !w.sink.round[p] {
			t.Errorf("no facts of the changed file %s", p)
		}
	}
}

func (w *workspace) print() string {
	var b strings.Builder
	for _, p := range slices.Sorted(maps.Keys(w.sink.files)) {
		b.WriteString(lines(w.sink.files[p]))
	}
	for _, e := range w.sink.derived {
		fmt.Fprintln(&b, e)
	}
	for _, s := range slices.Sorted(slices.Values(w.sink.notes)) {
		fmt.Fprintln(&b, "note", s)
	}
	return b.String()
}

// program is a module that is edited at random: package i imports packages
// with higher numbers.
type program struct {
	r *rand.Rand
	n int
}

func (p *program) dir(i int) string { return fmt.Sprintf("p%d", i) }

// text makes the file f of package i. Different versions differ in bodies,
// declarations or both.
func (p *program) text(i int, f string) string {
	r := p.r
	var b strings.Builder
	if strings.HasPrefix(f, "tag") {
		b.WriteString("//go:build special\n\n")
	}
	name := p.dir(i)
	xtest := strings.HasPrefix(f, "x")
	if xtest {
		name += "_test"
	}
	fmt.Fprintf(&b, "package %s\n\n", name)
	deps := map[int]bool{}
	for range r.IntN(3) {
		if j := i + 1 + r.IntN(p.n); j < p.n {
			deps[j] = true
		}
	}
	if xtest {
		deps[i] = true
	}
	if r.IntN(3) == 0 {
		b.WriteString("import \"io\"\n")
	}
	if r.IntN(8) == 0 {
		b.WriteString("import \"example.test/absent\"\n")
	}
	for _, j := range slices.Sorted(maps.Keys(deps)) {
		if r.IntN(6) == 0 {
			fmt.Fprintf(&b, "import _ \"example.test/m/p%d\"\n", j)
			delete(deps, j)
			continue
		}
		fmt.Fprintf(&b, "import \"example.test/m/p%d\"\n", j)
	}
	id := strings.NewReplacer(".go", "", "_", "").Replace(f)
	fmt.Fprintf(&b, "\ntype T%s struct { A int; B%d string }\n", id, r.IntN(3))
	if r.IntN(2) == 0 {
		fmt.Fprintf(&b, "func (t *T%s) M%d(x int) int { return x }\n", id, r.IntN(3))
	}
	if r.IntN(3) == 0 {
		fmt.Fprintf(&b, "type I%s interface { M%d(x int) int }\n", id, r.IntN(3))
	}
	if r.IntN(3) == 0 {
		fmt.Fprintf(&b, "const C%s = %d\n", id, r.IntN(4))
	}
	switch r.IntN(4) {
	case 0:
		b.WriteString("func OS() int { return 1 }\n")
	case 1:
		fmt.Fprintf(&b, "func Helper%d() *T%s { return nil }\n", r.IntN(2), id)
	}
	switch r.IntN(5) {
	case 0:
		fmt.Fprintf(&b, "// local%d\nfunc local%[1]d() int { return 1 }\n", r.IntN(2))
	case 1:
		fmt.Fprintf(&b, "var V%s = local%d()\n", id, r.IntN(2))
	}
	fmt.Fprintf(&b, "// comment %d\nfunc F%s() {\n", r.IntN(3), id)
	if r.IntN(3) == 0 {
		fmt.Fprintf(&b, "\t_ = local%d()\n", r.IntN(2))
	}
	for range r.IntN(4) {
		b.WriteString("\t_ = 1\n")
	}
	fmt.Fprintf(&b, "\tvar t T%s\n\t_ = t.B%d\n\tt.M%d(1)\n\tOS()\n", id, r.IntN(3), r.IntN(3))
	for _, j := range slices.Sorted(maps.Keys(deps)) {
		fmt.Fprintf(&b, "\tp%d.Fa()\n\t_ = p%d.Ta{}.A\n\t_ = p%d.Ca + p%d.Va\n\tp%d.Helper0().M%d(2)\n\tp%d.OS()\n", j, j, j, j, j, r.IntN(3), j)
	}
	if r.IntN(4) == 0 {
		b.WriteString("\tvar r io.Reader\n\tr.Read(nil)\n")
	}
	for _, j := range slices.Sorted(maps.Keys(deps)) {
		if r.IntN(12) == 0 {
			fmt.Fprintf(&b, "\t_ = p%d.Lone%d() + 1\n", j, r.IntN(2))
		}
	}
	b.WriteString("}\n")
	if r.IntN(12) == 0 {
		b.WriteString("func broken( {\n")
	}
	return b.String()
}

func (p *program) edit(files map[string]string) {
	names := []string{"a.go", "b.go", "os_windows.go", "os_linux.go", "os_zos.go", "tag.go", "a_test.go", "x_test.go"}
	i := p.r.IntN(p.n)
	f := names[p.r.IntN(len(names))]
	name := p.dir(i) + "/" + f
	old, ok := files[name]
	switch {
	case !ok:
		files[name] = p.text(i, f)
	case p.r.IntN(8) == 0:
		delete(files, name)
	case p.r.IntN(3) == 0: // a body only
		files[name] = strings.Replace(old, "{\n", "{\n\t_ = 2\n", 1)
	case p.r.IntN(4) == 0: // a function of the package
		files[name] = toggle(old, fmt.Sprintf("\nfunc local%d() string { return \"\" }\n", p.r.IntN(2)))
	case p.r.IntN(4) == 0: // a function that few others name, or none
		files[name] = toggle(old, fmt.Sprintf("\nfunc Lone%d() string { return \"\" }\n", p.r.IntN(3)))
	case p.r.IntN(4) == 0: // code moves
		files[name] = strings.Replace(old, "\n\n", "\n\n// moved\n\n", 1)
	case p.r.IntN(10) == 0:
		delete(files, name)
		files[p.dir(i)+"/moved"+f] = old
	default:
		files[name] = p.text(i, f)
	}
}

// toggle appends a text or removes it.
func toggle(s, end string) string {
	if rest, ok := strings.CutSuffix(s, end); ok {
		return rest
	}
	return s + end
}

// After any change, what is known is what indexing everything anew gives.
func TestUpdateEqualsFull(t *testing.T) {
	rounds, steps := 8, 20
	if testing.Short() {
		rounds = 2
	}
	for seed := range rounds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			p := &program{r: rand.New(rand.NewPCG(uint64(seed), 1)), n: 4 + seed%3}
			files := map[string]string{"go.mod": "module example.test/m\n\ngo 1.22\n"}
			for range 25 {
				p.edit(files)
			}
			w := newWorkspace(t, files)
			w.full(t)
			for step := range steps {
				before := maps.Clone(w.files)
				for range 1 + p.r.IntN(2) {
					p.edit(w.files)
				}
				w.update(t, before)
				fresh := newWorkspace(t, w.files)
				fresh.full(t)
				if d := cmp.Diff(fresh.print(), w.print()); d != "" {
					t.Fatalf("step %d, changed %v: full (-) and updated (+) differ:\n%s", step, changedNames(before, w.files), d)
				}
			}
		})
	}
}

func changedNames(before, after map[string]string) (list []string) {
	for p, s := range after {
		if before[p] != s {
			list = append(list, p)
		}
	}
	for p := range before {
		if _, ok := after[p]; !ok {
			list = append(list, "-"+p)
		}
	}
	return list
}

// Export data that was damaged or has vanished is made anew.
func TestSharedDataIsValidated(t *testing.T) {
	w := newWorkspace(t, map[string]string{"go.mod": "module m\n", "a.go": "package a\n\nimport (\n\t\"sort\"\n\t\"strings\"\n)\n\nfunc f() { sort.Ints(nil); strings.Fields(\"\") }\n"})
	dir := t.TempDir()
	run := func() string {
		in := w.input()
		in.Full, in.SharedDir, in.Cache = true, dir, &memory{}
		w.sink.begin(t)
		if err := New().Analyze(context.Background(), in, w.sink); err != nil {
			t.Fatal(err)
		}
		return w.print()
	}
	want := run()
	bundles := func() []string {
		paths, _ := filepath.Glob(filepath.Join(dir, "go-export", "*.bundle"))
		return paths
	}
	if n := len(bundles()); n != 1 {
		t.Fatalf("%d bundles of export data, want 1", n)
	}
	whole, err := os.ReadFile(bundles()[0])
	if err != nil {
		t.Fatal(err)
	}
	if len(whole) < 20_000 {
		t.Fatalf("only %d bytes of export data", len(whole))
	}
	name := bundles()[0]
	for at := 0; at < len(whole); at += len(whole)/24 + 1 {
		b := slices.Clone(whole)
		b[at] ^= 0xff
		os.WriteFile(name, b, 0o644)
		if d := cmp.Diff(want, run()); d != "" {
			t.Errorf("before (-) and after (+) byte %d was flipped:\n%s", at, d)
		}
	}
	os.WriteFile(name, whole[:len(whole)/2], 0o644)
	if d := cmp.Diff(want, run()); d != "" {
		t.Errorf("before (-) and after (+) the damage:\n%s", d)
	}
	if d := cmp.Diff(want, run()); d != "" {
		t.Errorf("before (-) and after (+) the repair:\n%s", d)
	}
}

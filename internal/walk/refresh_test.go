package walk_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gortexhq/gortex/internal/walk"
)

var sameCensus = []cmp.Option{
	cmp.AllowUnexported(walk.Census{}, walk.Dir{}),
	cmpopts.IgnoreFields(walk.Census{}, "Time"),
	cmpopts.EquateEmpty(),
}

// settle makes a census look as if it had been taken long after the last change, so that nothing
// in it is racy, and waits until the clock of the file system has moved on.
func settle(c *walk.Census) *walk.Census {
	later := *c
	later.Time += int64(10 * time.Second)
	time.Sleep(12 * time.Millisecond)
	return &later
}

func (t tree) refresh(old *walk.Census, opts walk.Options) (*walk.Census, walk.Diff) {
	t.Helper()
	c, d, err := walk.Refresh(t.Context(), t.root, old, opts)
	if err != nil {
		t.Fatal(err)
	}
	return c, d
}

// After any edits, to files, directories, ignore rules and git's index, a refresh finds what a
// walk finds, and its diff is the difference of the two file lists.
func TestRefreshEqualsWalk(t *testing.T) {
	trees, steps := 9, 10
	if testing.Short() {
		trees = 3
	}
	for seed := range trees {
		tr := newRepo(t)
		tr.write(".gitignore", "*.log\n/out/\n", "a/x.go", "", "a/b/y.go", "", "out/z.go", "", "c/t.log", "")
		opts := walk.Options{MaxFileSize: 60}
		e := editor{tr, rand.New(rand.NewPCG(uint64(seed), 1)), nil}
		old := tr.walk(opts)
		for range steps {
			if e.rnd.IntN(4) > 0 {
				old = settle(old)
			}
			e.log = append(e.log, "--")
			for range 1 + e.rnd.IntN(3) {
				e.edit()
			}
			got, diff := tr.refresh(old, opts)
			want := tr.walk(opts)
			if d := cmp.Diff(want, got, sameCensus...); d != "" {
				t.Fatalf("tree %d after %q (-walk +refresh):\n%s", seed, e.log, d)
			}
			e.checkDiff(old, want, diff)
			stored, err := walk.Decode(got.Encode())
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(got, stored, sameCensus...); d != "" || got.Time != stored.Time {
				t.Fatalf("tree %d: stored census differs:\n%s", seed, d)
			}
			old = stored
		}
	}
}

// editor changes a tree at random.
type editor struct {
	tree
	rnd *rand.Rand
	log []string
}

func (e *editor) pick(from ...string) string { return from[e.rnd.IntN(len(from))] }

func (e *editor) dir() string {
	return e.pick(".", "a", "a/b", "a/b/c", "out", "out/in", "c", "nest", "nest/d", "venv", "node_modules", "a/node_modules")
}

func (e *editor) file() string {
	return e.dir() + "/" + e.pick("x.go", "y.go", "t.log", "u.log", "z.txt", "pyvenv.cfg", "out", "b")
}

func (e *editor) rules() string {
	text := ""
	for range e.rnd.IntN(4) {
		text += e.pick("*.log", "!t.log", "/out/", "out", "!out/", "b/", "a/b", "*.go", "!x.go", "c/**", "/*", "!/a", "nest", "node_modules", "!node_modules/", "!venv/") + "\n"
	}
	return text
}

// edit makes one change. Those that cannot be made, such as a file where a directory is, are not.
func (e *editor) edit() {
	file, dir := e.file(), e.dir()
	full := e.path(file)
	var what string
	var err error
	put := func(path, text string) {
		what += path + " " + text
		if err = os.MkdirAll(filepath.Dir(path), 0o755); err == nil {
			err = os.WriteFile(path, []byte(text), 0o644)
		}
	}
	run := func(rel string, args ...string) {
		what = fmt.Sprint("git ", rel, args)
		err = exec.Command("git", append([]string{"-C", e.path(rel)}, args...)...).Run()
	}
	switch e.rnd.IntN(18) {
	case 0, 1, 2, 3:
		put(full, e.pick("", "one", "two", fmt.Sprintf("%070d", 1)))
	case 4:
		what, err = "remove "+file, os.Remove(full)
	case 5:
		what, err = "remove "+dir, nil
		if dir != "." {
			err = os.RemoveAll(e.path(dir))
		}
	case 6, 7:
		put(e.path(dir+"/.gitignore"), e.rules())
	case 8:
		put(e.path(dir+"/.gortexignore"), e.rules())
	case 9:
		name := dir + e.pick("/.gitignore", "/.gortexignore")
		what, err = "remove "+name, os.Remove(e.path(name))
	case 10:
		put(e.path(".git/info/exclude"), e.rules())
	case 11:
		run(".", "add", "-f", "--", e.pick(file, dir))
	case 12:
		run(".", e.pick("status", "reset"), "-q")
	case 13:
		run(".", "rm", "-rq", "--cached", "--", e.pick(file, dir))
	case 14:
		what = "link " + file
		os.Remove(full)
		err = os.Symlink(e.pick("x.go", "..", "nowhere"), full)
	case 15:
		to := e.dir()
		what, err = "rename "+dir+" "+to, os.Rename(e.path(dir), e.path(to))
	case 16:
		if err = os.MkdirAll(e.path("nest"), 0o755); err == nil {
			run("nest", "init", "-q")
			run("nest", "commit", "-q", "--allow-empty", "-m", "x")
		}
	case 17:
		what, err = "ungit nest", os.RemoveAll(e.path("nest/.git"))
	}
	e.log = append(e.log, fmt.Sprintf("%s (%v)", what, err))
}

// checkDiff compares a diff with what the two file lists say.
func (e *editor) checkDiff(old, now *walk.Census, diff walk.Diff) {
	e.Helper()
	had, has := map[string]walk.Stamp{}, map[string]walk.Stamp{}
	for _, f := range old.Files {
		if f.Skip == "" {
			had[f.Path] = f.Stamp
		}
	}
	for _, f := range now.Files {
		if f.Skip == "" {
			has[f.Path] = f.Stamp
		}
	}
	for p, stamp := range has {
		was, known := had[p]
		if added := slices.Contains(diff.Added, p); added == known {
			e.Errorf("%s: added %v, known before %v", p, added, known)
		}
		if known && was != stamp && !slices.Contains(diff.Changed, p) {
			e.Errorf("%s changed, and the diff does not say so: %+v", p, diff)
		}
	}
	for p := range had {
		if _, still := has[p]; slices.Contains(diff.Removed, p) == still {
			e.Errorf("%s: still there %v, removed %v", p, still, !still)
		}
	}
	if n := len(diff.Added) + len(had); n != len(has)+len(diff.Removed) {
		e.Errorf("%d before, %d now, diff %+v", len(had), len(has), diff)
	}
}

// Files as young as the census are listed until a census is older than they are, and then no more.
func TestRefreshRacy(t *testing.T) {
	tr := newRepo(t)
	tr.write("a.go", "1", "d/b.go", "2")
	old := tr.walk(walk.Options{})
	c, d := tr.refresh(old, walk.Options{})
	if want := (walk.Diff{Changed: []string{"a.go", "d/b.go"}, Store: true}); !cmp.Equal(d, want) {
		t.Errorf("young files: %+v, want %+v", d, want)
	}
	c, d = tr.refresh(settle(c), walk.Options{})
	if want := (walk.Diff{}); !cmp.Equal(d, want) {
		t.Errorf("nothing changed: %+v", d)
	}
	// A future modification time does not make a file young for ever.
	future := time.Now().Add(time.Hour)
	if err := os.Chtimes(tr.path("a.go"), future, future); err != nil {
		t.Fatal(err)
	}
	c, d = tr.refresh(settle(c), walk.Options{})
	if !slices.Equal(d.Changed, []string{"a.go"}) {
		t.Errorf("touched: %+v", d)
	}
	if _, d = tr.refresh(settle(c), walk.Options{}); !d.Empty() || d.Store {
		t.Errorf("a future time: %+v", d)
	}
}

// An edit that keeps size and modification time is seen.
func TestRefreshSeesKeptTimes(t *testing.T) {
	tr := newRepo(t)
	tr.write("a.go", "one")
	old := settle(tr.walk(walk.Options{}))
	f, _ := old.File("a.go")
	tr.write("a.go", "two")
	if err := os.Chtimes(tr.path("a.go"), time.Time{}, time.Unix(0, f.Stamp.Mtime)); err != nil {
		t.Fatal(err)
	}
	if _, d := tr.refresh(old, walk.Options{}); !slices.Equal(d.Changed, []string{"a.go"}) {
		t.Errorf("diff %+v", d)
	}
}

// Whatever governs the tree from outside is noticed: info/exclude, the global file, the rules and
// the repository above the root, a submodule's rules, and other options.
func TestRefreshGovernors(t *testing.T) {
	lib := newRepo(t)
	lib.write("lib.go", "", "x.tmp", "")
	lib.git("add", ".")
	lib.git("commit", "-q", "-m", "x")
	tr := newRepo(t)
	global := filepath.Join(t.TempDir(), "ignore")
	tr.write("sub/a.go", "", "sub/b.txt", "", "sub/c.md", "", "sub/d.rs", "")
	tr.git("submodule", "--quiet", "add", lib.root, "sub/mod")
	sub := tree{t, tr.path("sub")}
	opts := walk.Options{GlobalIgnore: global}
	old := sub.walk(opts)
	for _, c := range []struct {
		name string
		do   func()
		gone string
	}{
		{"nothing", func() {}, ""},
		{"info/exclude", func() { tr.write(".git/info/exclude", "*.txt\n") }, "b.txt"},
		{"global file", func() { tree{t, ""}.write(global, "*.md\n") }, "c.md"},
		{"rules above", func() { tr.write(".gitignore", "d.rs\n") }, "d.rs"},
		{"submodule's exclude", func() { tr.write(".git/modules/sub/mod/info/exclude", "new.go\n") }, "mod/new.go"},
		{"own rules above", func() { tr.write(".gortexignore", "lib.go\n") }, "mod/lib.go"},
		{"submodule's index", func() { tr.write("sub/mod/.gitignore", "x.tmp\n"); sub.gitIn("mod", "rm", "-q", "--cached", "x.tmp") }, "mod/x.tmp"},
		{"index", func() { tr.gitIn("", "rm", "-rfq", "--cached", "sub/mod") }, "mod/.gitignore"},
		{"limit", func() { sub.write("a.go", "long"); opts.MaxFileSize = 1 }, "a.go"},
		{"repository", func() { os.Rename(tr.path(".git"), tr.path("git")) }, ""},
	} {
		sub.write("mod/new.go", "")
		old, _ = sub.refresh(old, opts)
		old = settle(old)
		c.do()
		got, diff := sub.refresh(old, opts)
		if d := cmp.Diff(sub.walk(opts), got, sameCensus...); d != "" {
			t.Fatalf("%s (-walk +refresh):\n%s", c.name, d)
		}
		if c.gone != "" && !slices.Contains(diff.Removed, c.gone) {
			t.Errorf("%s: %s stays, diff %+v", c.name, c.gone, diff)
		}
		old = got
	}
}

// A directory changes its standing while its own stamp, or those of all below it, stay.
func TestRefreshStanding(t *testing.T) {
	tr := newRepo(t)
	tr.write(".gitignore", "*.log\n", "nest/d/t.log", "", "half/h.go", "", "bogus/.git/x", "", "bogus/b.go", "")
	tr.git("add", "half")
	tr.gitIn("half", "init", "-q")
	step := func(name string, old *walk.Census, do func(), want walk.Diff) *walk.Census {
		t.Helper()
		old = settle(old)
		do()
		got, diff := tr.refresh(old, walk.Options{})
		if d := cmp.Diff(tr.walk(walk.Options{}), got, sameCensus...); d != "" {
			t.Errorf("%s (-walk +refresh):\n%s", name, d)
		}
		if want.Store = true; !cmp.Equal(diff, want) {
			t.Errorf("%s: diff %+v, want %+v", name, diff, want)
		}
		return got
	}
	c := tr.walk(walk.Options{})
	c = step("becomes a submodule", c, func() {
		tr.gitIn("nest", "init", "-q")
		tr.gitIn("nest", "commit", "-q", "--allow-empty", "-m", "x")
		tr.git("add", "nest")
	}, walk.Diff{Added: []string{"nest/d/t.log"}})
	c = step("nothing tracked in it any more", c, func() { tr.git("rm", "-q", "--cached", "half/h.go") }, walk.Diff{Removed: []string{"half/h.go"}})
	step("its .git becomes a repository", c, func() {
		tr.write("bogus/.git/HEAD", "ref: refs/heads/main\n", "bogus/.git/objects/info/x", "", "bogus/.git/refs/x", "")
	}, walk.Diff{Removed: []string{"bogus/b.go"}})
}

// Where the clock is so coarse that a change leaves a stamp as it was, the stamp is not trusted
// until it is old enough.
func TestRefreshCoarseClock(t *testing.T) {
	tr := newTree(t) // without a repository, whose young info/exclude would mean a whole walk
	tr.write("d/a.go", "", "d/.gitignore", "#", "d/e/c.go", "")
	for _, c := range []struct {
		dir, file, text string
		young           func(walk.Dir) int64 // the time of what changed
		found           func(walk.Diff) bool
	}{
		{"d/e", "d/e/b.go", "", func(d walk.Dir) int64 { return d.Stamp.Ctime }, func(d walk.Diff) bool { return slices.Contains(d.Added, "d/e/b.go") }},
		{"d", "d/.gitignore", "b", func(d walk.Dir) int64 { return d.GitIgnore.Ctime }, func(d walk.Diff) bool { return slices.Contains(d.Removed, "d/e/b") }},
	} {
		tr.write("d/e/b", "")
		old := settle(tr.walk(walk.Options{}))
		tr.write(c.file, c.text)
		at := slices.IndexFunc(old.Dirs, func(d walk.Dir) bool { return d.Path == c.dir })
		now, _ := tr.walk(walk.Options{}).Dir(c.dir)
		old.Dirs = slices.Clone(old.Dirs)
		old.Dirs[at].Stamp, old.Dirs[at].GitIgnore = now.Stamp, now.GitIgnore
		if _, d := tr.refresh(old, walk.Options{}); c.found(d) {
			t.Errorf("%s: %+v though the stamp is old: this test shows nothing", c.file, d)
		}
		old.Time = c.young(now) + int64(2*time.Second)
		if _, d := tr.refresh(old, walk.Options{}); !c.found(d) {
			t.Errorf("%s: %+v", c.file, d)
		}
	}
}

func TestRefreshWithoutOld(t *testing.T) {
	tr := newRepo(t)
	tr.write("a.go", "")
	c, d := tr.refresh(nil, walk.Options{})
	if want := (walk.Diff{Added: []string{"a.go"}, Store: true}); !cmp.Equal(d, want) || len(c.Files) != 1 {
		t.Errorf("diff %+v, want %+v", d, want)
	}
	if err := os.RemoveAll(tr.root); err != nil {
		t.Fatal(err)
	}
	if _, _, err := walk.Refresh(t.Context(), tr.root, c, walk.Options{}); err == nil {
		t.Error("refresh of a root that is gone succeeded")
	}
}

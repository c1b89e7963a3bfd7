package walk_test

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/source"
	"github.com/gortexhq/gortex/internal/walk"
)

// .gortexignore wins over git's rules in both directions, tracked files included; a deeper file
// wins over a higher one.
func TestOwnIgnore(t *testing.T) {
	tr := newRepo(t)
	tr.write(
		".gitignore", "*.log\n/build/\n/out/\n",
		".gortexignore", "!keep.log\n!/build/\nfixtures/\n*.gen.go\n!node_modules/\n",
		"keep.log", "", "other.log", "", "build/a.go", "", "build/b.log", "", "out/keep.log", "",
		"fixtures/x.go", "", "a.gen.go", "", "d/.gortexignore", "!*.gen.go\n", "d/b.gen.go", "", "d/fixtures/y.go", "",
		"node_modules/m/i.js", "", "out/tracked.go", "", "out/tracked.gen.go", "",
	)
	tr.git("add", "-f", "fixtures/x.go", "out/tracked.go", "out/tracked.gen.go")
	tr.same("both files", paths(tr.walk(walk.Options{})), []string{
		".gitignore", ".gortexignore", "build/a.go", "d/.gortexignore", "d/b.gen.go", "keep.log",
		"node_modules/m/i.js", "out/tracked.go",
	})
}

func TestSubmodulesAndNestedClones(t *testing.T) {
	lib := newRepo(t)
	lib.write(".gitignore", "*.o\n", "lib.go", "", "t.o", "")
	lib.git("add", "-f", ".")
	lib.git("commit", "-q", "-m", "x")
	tr := newRepo(t)
	tr.write(".gitignore", "*.log\n/ignored-mod/\n", "a.go", "")
	for _, at := range []string{"mod", "ignored-mod", "gone", "d/mod"} {
		tr.git("submodule", "--quiet", "add", "-f", lib.root, at)
	}
	tr.git("commit", "-q", "-m", "x")
	tr.git("submodule", "--quiet", "deinit", "-f", "gone")
	tr.write("mod/x.log", "", "mod/y.o", "", "mod/new.go", "", "d/mod/z.o", "", "d/mod/z.go", "")
	tr.write(".git/modules/d/mod/info/exclude", "z.go\n")
	tr.git("clone", "-q", lib.root, "clone")
	tr.git("clone", "-q", lib.root, "d/clone")
	tr.write("bogus/.git/readme", "", "bogus/b.go", "", "half/h.go", "")
	tr.git("add", "half")
	tr.gitIn("half", "init", "-q")

	c := tr.walk(walk.Options{})
	tr.same("submodules", paths(c), []string{
		".gitignore", ".gitmodules", "a.go", "bogus/b.go", "d/mod/.gitignore", "d/mod/lib.go", "d/mod/t.o", "half/h.go",
		"ignored-mod/.gitignore", "ignored-mod/lib.go", "ignored-mod/t.o",
		"mod/.gitignore", "mod/lib.go", "mod/new.go", "mod/t.o", "mod/x.log",
	})
	want := map[string]source.Reason{"clone": walk.SkipNested, "d/clone": walk.SkipNested}
	// The .git of a submodule is a file, and no part of the census.
	if d := cmp.Diff(want, skipped(c)); d != "" {
		t.Errorf("skipped (-want +got):\n%s", d)
	}
	if len(c.Repos) != 4 {
		t.Errorf("%d repositories, want the root's and 3 submodules", len(c.Repos))
	}
	// git says the same of each repository for itself.
	for _, at := range []string{"mod", "d/mod", "ignored-mod"} {
		var got []string
		for _, p := range paths(c) {
			if rest, ok := strings.CutPrefix(p, at+"/"); ok {
				got = append(got, rest)
			}
		}
		tr.same(at, got, tr.truth(at))
	}
}

func TestSkippedWithReason(t *testing.T) {
	tr := newRepo(t)
	outside := t.TempDir()
	tr.write(
		"a.go", "package a", "big.go", strings.Repeat("x", 101), "fit.go", strings.Repeat("x", 100),
		"node_modules/m/i.js", "", "web/node_modules/m/i.js", "", "env/pyvenv.cfg", "", "env/lib/x.py", "",
		"vendor/v.go", "", ".gitignore", "*.lnk\n", ".gortex/state", "", "d/node_modules", "a file",
	)
	tr.link("a.go", "in.go")
	tr.link(outside, "out")
	tr.link("vendor", "dirlink")
	tr.link("nowhere", "dangling")
	tr.link("a.go", "x.lnk")
	sock, err := net.Listen("unix", tr.path("sock"))
	if err != nil {
		t.Skip("no sockets:", err)
	}
	defer sock.Close()
	c := tr.walk(walk.Options{MaxFileSize: 100})
	tr.same("taken", paths(c), []string{".gitignore", "a.go", "d/node_modules", "fit.go", "vendor/v.go"})
	want := map[string]source.Reason{
		"big.go": walk.SkipOversized, "node_modules": walk.SkipDependency, "web/node_modules": walk.SkipDependency,
		"env": walk.SkipDependency, "in.go": walk.SkipSymlink, "out": walk.SkipSymlink, "dirlink": walk.SkipSymlink,
		"dangling": walk.SkipSymlink, "sock": walk.SkipSpecial,
	}
	if d := cmp.Diff(want, skipped(c)); d != "" {
		t.Errorf("skipped (-want +got):\n%s", d)
	}
	if n := len(tr.walk(walk.Options{MaxFileSize: -1}).Files); n != len(c.Files) {
		t.Errorf("without limit %d files, want %d", n, len(c.Files))
	}
}

// An ignore file that is a symbolic link does not count, as in git.
func TestLinkedIgnoreFile(t *testing.T) {
	tr := newRepo(t)
	tr.write("rules", "*.log\n", "a.log", "")
	tr.link("rules", ".gitignore")
	tr.same("link", paths(tr.walk(walk.Options{})), tr.truth(""))
}

// A root may be given by a symbolic link; the census is that of what it leads to.
func TestLinkedRoot(t *testing.T) {
	tr := newRepo(t)
	tr.write("sub/a.go", "", ".gitignore", "*.log\n", "sub/b.log", "")
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(tr.path("sub"), link); err != nil {
		t.Skip("no symbolic links:", err)
	}
	c := tree{t, link}.walk(walk.Options{})
	tr.same("linked root", paths(c), []string{"a.go"})
	if got, _ := (tree{t, link}).refresh(settle(c), walk.Options{}); c.Root != tr.path("sub") || got.Root != c.Root {
		t.Errorf("roots %s and %s, want %s", c.Root, got.Root, tr.path("sub"))
	}
}

func TestLookup(t *testing.T) {
	tr := ruleTree(t)
	c := tr.walk(walk.Options{})
	for _, f := range c.Files {
		if got, ok := c.File(f.Path); !ok || got != f {
			t.Errorf("File(%q) = %+v, %v", f.Path, got, ok)
		}
	}
	for _, d := range c.Dirs {
		if got, ok := c.Dir(d.Path); !ok || got.First != d.First {
			t.Errorf("Dir(%q) = %+v, %v", d.Path, got, ok)
		}
	}
	for _, p := range []string{"", "nothing", "a.log", "zzz/a", "sub", "main.go/x"} {
		if got, ok := c.File(p); ok {
			t.Errorf("File(%q) = %+v", p, got)
		}
	}
}

func TestWalkFails(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, root := range []string{filepath.Join(dir, "nothing"), file} {
		if _, err := walk.Walk(t.Context(), root, walk.Options{}); err == nil {
			t.Errorf("Walk(%s) succeeded", root)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := walk.Walk(ctx, dir, walk.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled walk: %v", err)
	}
}

// A directory that cannot be listed is named, and taken in as soon as it can be.
func TestUnreadableDirectory(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("nothing is unreadable to root")
	}
	tr := newRepo(t)
	tr.write("a.go", "", "locked/b.go", "")
	if err := os.Chmod(tr.path("locked"), 0); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(tr.path("locked"), 0o755)
	c := tr.walk(walk.Options{})
	tr.same("locked", paths(c), []string{"a.go"})
	if got := skipped(c)["locked"]; got != walk.SkipUnreadable {
		t.Errorf("skipped %v", c.Skipped())
	}
	if _, d := tr.refresh(settle(c), walk.Options{}); !d.Empty() {
		t.Errorf("still locked: %+v", d)
	}
	if err := os.Chmod(tr.path("locked"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, d := tr.refresh(settle(c), walk.Options{}); !cmp.Equal(d.Added, []string{"locked/b.go"}) {
		t.Errorf("unlocked: %+v", d)
	}
}

// What the program that asks keeps inside the tree is no part of it; a
// directory of the same name elsewhere is.
func TestOwnFiles(t *testing.T) {
	tr := newRepo(t)
	tr.write("a.go", "", "cache/index/LOCK", "", "d/cache/b.go", "", "state/x", "")
	own := [3]string{filepath.Join(tr.root, "cache"), filepath.Join(tr.root, "state")}
	tr.same("own files", paths(tr.walk(walk.Options{Own: own})), []string{"a.go", "d/cache/b.go"})
}

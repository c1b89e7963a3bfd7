package source_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/source"
)

// layout is a root with a link inside, a link out, a dangling link, and a second name for itself.
func layout(t testing.TB) (root, alias string) {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root, alias = filepath.Join(base, "root"), filepath.Join(base, "alias")
	for _, d := range []string{"root/pkg", "outside", "root-2"} {
		if err := os.MkdirAll(filepath.Join(base, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []string{"root/pkg/a.go", "outside/secret"} {
		if err := os.WriteFile(filepath.Join(base, f), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{
		"root/in": "pkg", "root/out": "../outside", "root/gone": "../nowhere", "alias": "root", "root/loop": "loop",
	} {
		if err := os.Symlink(target, filepath.Join(base, name)); err != nil {
			t.Skip("no symbolic links:", err)
		}
	}
	return root, alias
}

func TestRel(t *testing.T) {
	root, alias := layout(t)
	for _, c := range []struct{ p, want, reason string }{
		{"pkg/a.go", "pkg/a.go", ""},
		{"./pkg//x/../a.go", "pkg/a.go", ""},
		{".", ".", ""},
		{root, ".", ""},
		{root + "/pkg/a.go", "pkg/a.go", ""},
		{alias + "/pkg/a.go", "pkg/a.go", ""},
		{"new/dir/b.go", "new/dir/b.go", ""},
		{"in/a.go", "in/a.go", ""},
		{"in/new.go", "in/new.go", ""},
		{"pkg/a.go/below", "pkg/a.go/below", ""},
		{"", "", source.PathInvalid},
		{"a\x00b", "", source.PathInvalid},
		{strings.Repeat("x", 5000), "", source.PathInvalid},
		{"..", "", source.PathOutside},
		{"../root/pkg/a.go", "pkg/a.go", ""},
		{"pkg/../../outside/secret", "", source.PathOutside},
		{"/etc/passwd", "", source.PathOutside},
		{root + "-2/x", "", source.PathOutside},
		{"out", "", source.PathSymlink},
		{"out/secret", "", source.PathSymlink},
		{"out/new", "", source.PathSymlink},
		{"gone", "", source.PathSymlink},
		{"gone/x", "", source.PathSymlink},
		{"loop", "", source.PathSymlink},
		{alias + "/out/secret", "", source.PathOutside},
	} {
		got, err := source.Rel(root, c.p)
		var pe *source.PathError
		switch {
		case c.reason == "" && (err != nil || got != c.want):
			t.Errorf("Rel(%.60q) = %q, %v; want %q", c.p, got, err, c.want)
		case c.reason != "" && (!errors.As(err, &pe) || pe.Reason != c.reason):
			t.Errorf("Rel(%.60q) = %q, %v; want refusal %q", c.p, got, err, c.reason)
		}
	}
	if got, err := source.Rel(alias, root+"/pkg/a.go"); err != nil || got != "pkg/a.go" {
		t.Errorf("a root given by its second name: %q, %v", got, err)
	}
}

// Whatever is accepted stays inside, and is its own relative path.
func FuzzRel(f *testing.F) {
	for _, p := range []string{"pkg/a.go", "../x", "out/../pkg", "in/../..", "/", "gone", "a/./b//c", "\x00", "..\\x"} {
		f.Add(p)
	}
	root, _ := layout(f)
	f.Fuzz(func(t *testing.T, p string) {
		rel, err := source.Rel(root, p)
		if err != nil {
			return
		}
		if rel == ".." || strings.HasPrefix(rel, "../") || strings.HasPrefix(rel, "/") {
			t.Fatalf("Rel(%q) = %q leads out", p, rel)
		}
		if again, err := source.Rel(root, rel); err != nil || again != rel {
			t.Fatalf("Rel(%q) = %q, but Rel of that = %q, %v", p, rel, again, err)
		}
		if real, err := filepath.EvalSymlinks(filepath.Join(root, rel)); err == nil && !strings.HasPrefix(real+"/", root+"/") {
			t.Fatalf("Rel(%q) = %q is %s", p, rel, real)
		}
	})
}

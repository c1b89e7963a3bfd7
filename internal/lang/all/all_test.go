package all

import "testing"

// No two languages claim the same file.
func TestClaimsAreDisjoint(t *testing.T) {
	seen := map[string]string{".go": "go"}
	for _, f := range families() {
		for _, l := range f.langs {
			for _, claim := range append(l.Extensions, l.Filenames...) {
				if other := seen[claim]; other != "" {
					t.Errorf("%s is claimed by %s and %s", claim, other, l.Name)
				}
				seen[claim] = l.Name
			}
		}
	}
	for path, want := range map[string]string{"a/b.go": "go", "x.d.ts": "typescript", "c.tsx": "tsx", "d.mjs": "javascript", "e.py": "python", "SConstruct": "python", "README": "", "f.unknown": ""} {
		if got := LanguageOf(path); got != want {
			t.Errorf("LanguageOf(%q) = %q, want %q", path, got, want)
		}
	}
}

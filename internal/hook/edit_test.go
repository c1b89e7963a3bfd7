package hook

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParsePatch(t *testing.T) {
	patch := `*** Begin Patch
*** Update File: a.go
@@ func f() {
 one
-two
+zwei
 three
*** Update File: b.go
*** Move to: c.go
@@
-gone

*** End of File
*** Add File: new.go
+x
*** Delete File: old.go
*** End Patch
`
	want := []change{
		{file: "/src/a.go", hunks: []hunk{{before: []string{"one", "two", "three"}, after: []string{"one", "zwei", "three"}}}},
		{file: "/src/c.go", hunks: []hunk{{before: []string{"gone", ""}, after: []string{""}}}},
	}
	got := parsePatch("/src", patch)
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(change{}, hunk{})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if first, end := got[0].hunks[0].changed(); first != 1 || end != 2 {
		t.Errorf("lines %d to %d changed", first, end)
	}
	for _, broken := range []string{"", "*** Update File: a.go", "@@\n+x", "*** Update File: \n+x", "*** Begin Patch"} {
		if got := parsePatch("/src", broken); len(got) > 0 {
			t.Errorf("%q gives %v", broken, got)
		}
	}
}

func TestFind(t *testing.T) {
	text := strings.Split("func f() {\n\tone\n\ttwo\n}", "\n")
	for part, want := range map[string]int{"\tone\n\ttwo": 1, "one\n\tt": 1, "ne": 1, "one\ntwo": -1, "two\n}\nmore": -1, "": -1} {
		if got := find(text, split(part)); got != want {
			t.Errorf("%q at %d, want %d", part, got, want)
		}
	}
}

// Lines are found in what encloses them, in the layouts of several languages,
// whatever the index says of line numbers.
func TestEnclosing(t *testing.T) {
	list := func(names ...string) []declared {
		var out []declared
		for _, n := range names {
			out = append(out, declared{Name: n, Kind: "function"})
		}
		return out
	}
	for _, tt := range []struct {
		name, text string
		list       []declared
		want       string // of the line with HERE
	}{
		{"go method", "package p\n\nfunc (s *Server) Start(x Stop) {\n\tif a {\n\n\t\tHERE\n\t}\n}\n", list("Server", "Stop", "Server.Start", "start"), "Server.Start"},
		{"go, after a function", "func f() {\n\tx()\n}\n\nvar x = HERE\n", list("f"), ""},
		{"go, a literal inside", "func f() {\n\tgo func() {\n\t\tHERE\n\t}()\n}\n", list("f", "g"), "f"},
		{"go, signature over lines", "func f(\n\ta int,\n) error {\n\tHERE\n}\n", list("f"), "f"},
		{"the declaration itself", "func f() {\n}\nfunc g(HERE int) {\n}\n", list("f", "g"), "g"},
		{"python", "class A:\n    def run(self):\n        pass\n\nclass B:\n    def run(self):\n        if x:\n            HERE\n", list("A", "A.run", "B", "B.run"), "B.run"},
		{"python, decorated", "@app.route('/')\ndef index():\n    HERE\n", list("index"), "index"},
		{"python, module level", "def f():\n    pass\n\nHERE\n", list("f"), ""},
		{"typescript", "export class A {\n  private run(x: B): void {\n    HERE\n  }\n}\n", list("A", "A.run", "B"), "A.run"},
		{"typescript, arrow", "export const load = async (x) => {\n  HERE\n}\n", list("load", "x"), "load"},
		{"c, brackets on their own", "static int\nfoo(int a)\n{\n\tHERE;\n}\n", list("foo"), "foo"},
		{"java", "public class A {\n    @Override\n    public String toString() {\n        return HERE;\n    }\n}\n", list("A", "A.toString"), "A.toString"},
		{"nothing", "HERE", list("f"), ""},
	} {
		text := strings.Split(tt.text, "\n")
		line := -1
		for i := range text {
			if strings.Contains(text[i], "HERE") {
				line = i
			}
		}
		if got, _ := enclosing(text, line, tt.list); got.Name != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got.Name, tt.want)
		}
	}
}

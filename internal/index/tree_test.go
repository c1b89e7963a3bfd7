package index_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// garden is a small tree of several languages that changes at random.
type garden struct {
	t    testing.TB
	root string
	rand *rand.Rand
	n    int
}

func (g *garden) must(err error) {
	g.t.Helper()
	if err != nil {
		g.t.Fatal(err)
	}
}

func (g *garden) write(path, content string) {
	p := filepath.Join(g.root, filepath.FromSlash(path))
	g.must(os.MkdirAll(filepath.Dir(p), 0o755))
	g.must(os.WriteFile(p, []byte(content), 0o644))
}

func (g *garden) pick(from ...string) string { return from[g.rand.IntN(len(from))] }

// plant makes the first tree.
func (g *garden) plant() {
	g.write("go.mod", "module example.com/m\n\ngo 1.26\n")
	g.write("package.json", `{"name":"m","main":"ts/a.ts"}`)
	g.write("README.md", "# Title\n\ntext\n\n## Part\n")
	for _, path := range g.paths() {
		if g.rand.IntN(4) > 0 {
			g.write(path, g.content(path))
		}
	}
}

func (g *garden) paths() []string {
	var out []string
	for _, d := range []string{"", "a/", "b/", "b/c/"} {
		out = append(out, d+"x.go", d+"y.go", d+"x_test.go")
	}
	for _, d := range []string{"ts/", "ts/sub/"} {
		out = append(out, d+"a.ts", d+"b.ts", d+"index.ts", d+"c.tsx", d+"d.js")
	}
	for _, d := range []string{"py/", "py/pkg/"} {
		out = append(out, d+"__init__.py", d+"a.py", d+"b.py")
	}
	out = append(out, "py/c.py", "docs/a.md")
	return slices.DeleteFunc(out, func(p string) bool {
		return *only != "" && !slices.Contains(strings.Split(*only, ","), filepath.Ext(p)[1:])
	})
}

// content is a random file for a path.
func (g *garden) content(path string) string {
	switch filepath.Ext(path) {
	case ".go":
		return g.golang(path)
	case ".py":
		return g.python(path)
	case ".md":
		return fmt.Sprintf("# Head %d\n\n## %s\n\ntext\n", g.rand.IntN(3), g.name("Sub"))
	}
	return g.script(path)
}

func (g *garden) name(stem string) string { return fmt.Sprintf("%s%d", stem, g.rand.IntN(4)) }

func (g *garden) golang(path string) string {
	var b strings.Builder
	dir := filepath.ToSlash(filepath.Dir(path))
	pkg := filepath.Base(dir)
	if dir == "." {
		pkg = "m"
	}
	if g.rand.IntN(8) == 0 {
		fmt.Fprintf(&b, "//go:build %s\n\n", g.pick("linux", "windows"))
	}
	fmt.Fprintf(&b, "package %s\n\n", pkg)
	// Packages import in one direction: a cycle is no program.
	order := []string{".", "a", "b", "b/c", "moved"}
	other := g.pick(order[1:4]...)
	use := filepath.Base(other)
	if slices.Index(order, other) > slices.Index(order, dir) && g.rand.IntN(4) > 0 {
		fmt.Fprintf(&b, "import \"example.com/m/%s\"\n\n", other)
	} else {
		use = ""
	}
	for range 1 + g.rand.IntN(4) {
		switch g.rand.IntN(6) {
		case 0:
			fmt.Fprintf(&b, "type %s struct{ %s }\n", g.name("T"), g.pick("n int", g.name("T"), "*"+g.name("T")))
		case 1:
			fmt.Fprintf(&b, "// %s says.\nfunc (t %s) %s() int { return %s() }\n", "M", g.name("T"), g.name("M"), g.name("F"))
		case 2:
			fmt.Fprintf(&b, "type %s interface{ %s() int }\n", g.name("I"), g.name("M"))
		case 3:
			fmt.Fprintf(&b, "var %s = %s()\n", g.name("V"), g.name("F"))
		default:
			call := g.name("F") + "()"
			if use != "" {
				call = use + "." + call
			}
			fmt.Fprintf(&b, "func %s() int {\n\tvar t %s\n\t_ = t.%s()\n\treturn %s\n}\n", g.name("F"), g.name("T"), g.name("M"), call)
		}
	}
	return b.String()
}

func (g *garden) script(path string) string {
	var b strings.Builder
	from := g.pick("./a", "./b", "./sub", "./sub/a", "../a", "../b", "./d", "lib", "./c")
	switch g.rand.IntN(4) {
	case 0:
		fmt.Fprintf(&b, "import { %s, %s as q } from '%s'\n", g.name("f"), g.name("C"), from)
	case 1:
		fmt.Fprintf(&b, "import * as q from '%s'\n", from)
	case 2:
		fmt.Fprintf(&b, "export * from '%s'\n", from)
	case 3:
		fmt.Fprintf(&b, "import q from '%s'\n", from)
	}
	for range 1 + g.rand.IntN(4) {
		switch g.rand.IntN(4) {
		case 0:
			fmt.Fprintf(&b, "export class %s extends %s {\n  %s() { return this.%s() }\n}\n", g.name("C"), g.pick(g.name("C"), "q", "Base"), g.name("m"), g.name("m"))
		case 1:
			fmt.Fprintf(&b, "export default function %s() { return q.%s() }\n", g.name("f"), g.name("f"))
		default:
			fmt.Fprintf(&b, "export function %s() { const c = new %s(); c.%s(); return %s() }\n", g.name("f"), g.name("C"), g.name("m"), g.name("f"))
		}
	}
	return b.String()
}

func (g *garden) python(string) string {
	var b strings.Builder
	from := g.pick(".a", ".b", ".", ".pkg", "..a", "py.a", "py.pkg.b", "os", "..pkg.a")
	switch g.rand.IntN(4) {
	case 0:
		fmt.Fprintf(&b, "from %s import %s, %s as q\n", from, g.name("f"), g.name("C"))
	case 1:
		fmt.Fprintf(&b, "from %s import *\n", from)
	case 2:
		fmt.Fprintf(&b, "import py.%s as q\n", g.pick("a", "b", "pkg"))
	}
	for range 1 + g.rand.IntN(4) {
		switch g.rand.IntN(3) {
		case 0:
			fmt.Fprintf(&b, "class %s(%s):\n    def %s(self):\n        return self.%s()\n", g.name("C"), g.pick(g.name("C"), "q", "object"), g.name("m"), g.name("m"))
		default:
			fmt.Fprintf(&b, "def %s():\n    c = %s()\n    c.%s()\n    return %s()\n", g.name("f"), g.name("C"), g.name("m"), g.pick(g.name("f"), "q."+g.name("f")))
		}
	}
	return b.String()
}

// present lists the files of the garden that are there.
func (g *garden) present() []string {
	var out []string
	for _, p := range g.paths() {
		if info, err := os.Lstat(filepath.Join(g.root, p)); err == nil && info.Mode().IsRegular() {
			out = append(out, p)
		}
	}
	return out
}

func (g *garden) abs(path string) string { return filepath.Join(g.root, filepath.FromSlash(path)) }

// change makes one random change and says which.
func (g *garden) change() string {
	g.n++
	there := g.present()
	if len(there) == 0 {
		g.plant()
		return "plant"
	}
	p := g.pick(there...)
	raw, err := os.ReadFile(g.abs(p))
	g.must(err)
	rewrite := func(content string) { g.must(os.WriteFile(g.abs(p), []byte(content), 0o644)) }
	switch g.rand.IntN(18) {
	case 0:
		g.must(os.Remove(g.abs(p)))
		return "remove " + p
	case 1:
		to := g.pick(g.paths()...)
		g.must(os.MkdirAll(filepath.Dir(g.abs(to)), 0o755))
		g.must(os.Rename(g.abs(p), g.abs(to)))
		return "rename " + p + " " + to
	case 2:
		g.must(os.Chmod(g.abs(p), 0o600+os.FileMode(g.rand.IntN(2)*0o155)))
		return "chmod " + p
	case 3:
		rewrite(string(raw))
		return "touch " + p
	case 4:
		rewrite(strings.ReplaceAll(strings.ReplaceAll(string(raw), "\r\n", "\n"), "\n", "\r\n"))
		return "crlf " + p
	case 5:
		if text, ok := strings.CutPrefix(string(raw), "\ufeff"); ok {
			rewrite(text)
		} else {
			rewrite("\ufeff" + string(raw))
		}
		return "bom " + p
	case 6:
		rewrite("\x00\x01\x02" + string(raw))
		return "binary " + p
	case 7:
		g.write(g.pick(".gitignore", "a/.gitignore", "ts/.gitignore"), g.pick("", "b/\n", "*.ts\n!a.ts\n", "x.go\n", "pkg\n", "sub/\n"))
		return "ignore"
	case 8:
		g.write("go.mod", g.pick("module example.com/m\n\ngo 1.26\n", "module example.com/other\n\ngo 1.26\n", "module example.com/m\n\ngo 1.18\n", "broken"))
		return "go.mod"
	case 9:
		from, to := g.pick("a", "b", "b/c", "ts/sub", "py/pkg"), g.pick("moved", "a/moved", "ts/sub", "py/pkg", "b/c", "a")
		if strings.HasPrefix(to+"/", from+"/") {
			from, to = to, from
		}
		_ = os.MkdirAll(filepath.Dir(g.abs(to)), 0o755)
		_ = os.Rename(g.abs(from), g.abs(to)) // not where something is in the way
		return "move " + from + " " + to
	case 10:
		g.write("tsconfig.json", g.pick("{}", `{"compilerOptions":{"baseUrl":".","paths":{"lib":["ts/a.ts"]}}}`, `{"compilerOptions":{"paths":{"lib":["./ts/sub/index.ts"]}}}`, "{"))
		return "tsconfig"
	case 11:
		rewrite(string(raw[:g.rand.IntN(len(raw)+1)]))
		return "cut " + p
	case 12:
		rewrite("// another line\n# x\n" + string(raw))
		return "shift " + p
	default:
		to := g.pick(g.paths()...)
		if info, err := os.Lstat(g.abs(to)); err == nil && info.IsDir() {
			return "nothing"
		}
		g.write(to, g.content(to))
		return "write " + to
	}
}

package typescript

import (
	"encoding/json"
	"testing"

	"github.com/gortexhq/gortex/internal/bind/bindtest"
)

// Each tree has a file that imports one specifier, and says what it means.
func TestFind(t *testing.T) {
	for _, c := range []struct {
		name, from, spec, want string
		files                  map[string]string
	}{
		{"an extension left out", "a/b.ts", "./c", "a/c.tsx", map[string]string{"a/c.tsx": ""}},
		{"the compiled extension", "a/b.ts", "./c.js", "a/c.ts", map[string]string{"a/c.ts": "", "a/c.js": ""}},
		{"mjs", "a/b.ts", "../c.mjs", "c.mts", map[string]string{"c.mts": ""}},
		{"jsx", "a.ts", "./c.jsx", "c.tsx", map[string]string{"c.tsx": ""}},
		{"JavaScript prefers itself", "a.js", "./c.js", "c.js", map[string]string{"c.ts": "", "c.js": ""}},
		{"a declaration file", "a.ts", "./c", "c.d.ts", map[string]string{"c.d.ts": "", "c.js": ""}},
		{"a dot in the name", "a.ts", "./c.service", "c.service.ts", map[string]string{"c.service.ts": ""}},
		{"data", "a.ts", "./c.json", "c.json", map[string]string{"c.json": "{}"}},
		{"an index", "a.ts", "./c", "c/index.mts", map[string]string{"c/index.mts": ""}},
		{"a file before a directory", "a.ts", "./c", "c.ts", map[string]string{"c/index.ts": "", "c.ts": ""}},
		{"a slash means the directory", "a.ts", "./c/", "c/index.ts", map[string]string{"c/index.ts": "", "c.ts": ""}},
		{"the directory itself", "c/a.ts", ".", "c/index.ts", map[string]string{"c/index.ts": "", "c.ts": ""}},
		{"the directory above", "c/d/a.ts", "..", "c/index.ts", map[string]string{"c/index.ts": ""}},
		{"a package in a directory", "a.ts", "./c", "c/lib/x.ts", map[string]string{"c/package.json": `{"main": "./lib/x.js"}`, "c/lib/x.ts": ""}},
		{"out of the tree", "a.ts", "../../c", "?../../c", nil},
		{"nothing there", "a.ts", "./c", "?./c", nil},
		{"a library", "a.ts", "rxjs/operators", "ext:rxjs/operators", map[string]string{"rxjs/operators.ts": ""}},
		{"a builtin module", "a.ts", "node:fs", "ext:fs", map[string]string{"fs.ts": ""}},
		{"baseUrl", "src/a.ts", "lib/c", "src/lib/c.ts", map[string]string{"tsconfig.json": `{"compilerOptions": {"baseUrl": "./src"}}`, "src/lib/c.ts": ""}},
		{"paths, longest prefix", "a.ts", "@app/x/c", "three/c.ts", map[string]string{
			"tsconfig.json": `{"compilerOptions": {"paths": {"@app/*": ["./one/*"], "*": ["./two/*"], "@app/x/*": ["./none/*", "./three/*"]}}}`,
			"one/x/c.ts":    "", "two/@app/x/c.ts": "", "three/c.ts": ""}},
		{"paths, exact", "a.ts", "@app/x", "one.ts", map[string]string{
			"tsconfig.json": `{"compilerOptions": {"paths": {"@app/*": ["./two/*"], "@app/x": ["./one"]}}}`, "one.ts": "", "two/x.ts": ""}},
		{"paths against baseUrl", "p/a.ts", "~/c", "p/src/c.ts", map[string]string{
			"p/jsconfig.json": `{"compilerOptions": {"baseUrl": "src", "paths": {"~/*": ["*"]}}}`, "p/src/c.ts": ""}},
		{"extends", "p/a.ts", "@/c", "src/c.ts", map[string]string{
			"p/tsconfig.json": `{"extends": ["../none", "../base"]}`, "base.json": `{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}`, "src/c.ts": ""}},
		{"extends in a circle", "a.ts", "c", "ext:c", map[string]string{"tsconfig.json": `{"extends": "./other.json"}`, "other.json": `{"extends": "./tsconfig"}`}},
		{"the place of the configuration", "p/a.ts", "@/c", "p/src/c.ts", map[string]string{
			"p/tsconfig.json": `{"extends": "../base.json"}`, "base.json": `{"compilerOptions": {"paths": {"@/*": ["${configDir}/src/*"]}}}`, "p/src/c.ts": "", "src/c.ts": ""}},
		{"references", "src/a.ts", "@/c", "src/c.ts", map[string]string{
			"tsconfig.json": `{"files": [], "references": [{"path": "./tsconfig.app.json"}]}`, "tsconfig.app.json": `{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}`, "src/c.ts": ""}},
		{"a broken configuration", "a.ts", "@/c", "ext:@/c", map[string]string{"tsconfig.json": `{"compilerOptions": {"paths": `, "c.ts": ""}},
		{"imports of a package", "p/a.ts", "#lib/c", "p/src/c.ts", map[string]string{"p/package.json": `{"imports": {"#lib/*": {"types": "./dist/*.d.ts", "default": "./dist/*.js"}}}`, "p/src/c.ts": ""}},
		{"a package of the workspace", "packages/a/src/x.ts", "@org/b", "packages/b/src/index.ts", map[string]string{
			"package.json": `{"workspaces": ["packages/*"]}`, "packages/a/package.json": `{"name": "@org/a"}`,
			"packages/b/package.json": `{"name": "@org/b", "exports": {".": {"import": "./dist/index.js"}}}`, "packages/b/src/index.ts": ""}},
		{"a path in a package of the workspace", "packages/a/x.ts", "b/sub/y", "packages/b/src/sub/y.ts", map[string]string{
			"pnpm-workspace.yaml": "packages:\n  # all\n  - 'packages/*'\n", "packages/b/package.json": `{"name": "b", "exports": {"./*": "./lib/*.js"}}`, "packages/b/src/sub/y.ts": ""}},
		{"a package by a local version", "a/x.ts", "b", "libs/b/main.ts", map[string]string{
			"a/package.json": `{"dependencies": {"b": "file:../libs/b"}}`, "libs/b/package.json": `{"name": "b", "types": "main.ts"}`, "libs/b/main.ts": ""}},
		{"a fixture with a library's name", "src/x.ts", "react", "ext:react", map[string]string{
			"package.json": `{"name": "app", "dependencies": {"react": "^19"}}`, "test/fixture/package.json": `{"name": "react"}`, "test/fixture/index.js": ""}},
		{"an excluded package", "x.ts", "b", "ext:b", map[string]string{
			"package.json": `{"workspaces": {"packages": ["libs/*", "!libs/b"]}}`, "libs/b/package.json": `{"name": "b"}`, "libs/b/index.ts": ""}},
		{"the package itself", "p/test/x.ts", "p/sub", "p/src/sub.ts", map[string]string{"p/package.json": `{"name": "p", "exports": {"./sub": ["./dist/sub.mjs"]}}`, "p/src/sub.ts": ""}},
		{"a bundler's query", "a.ts", "./c.json?raw", "c.json", map[string]string{"c.json": "{}"}},
	} {
		files := map[string]string{c.from: "import '" + c.spec + "'\n"}
		for name, text := range c.files {
			files[name] = text
		}
		got := bindtest.New(t, analyzer(), language, files).Facts[c.from]
		if len(got.Refs) != 1 {
			t.Errorf("%s: %d references, want 1", c.name, len(got.Refs))
			continue
		}
		if target := bindtest.Target(got, got.Refs[0]); target != c.want {
			t.Errorf("%s: %s means %s, want %s", c.name, c.spec, target, c.want)
		}
	}
}

// Comments and trailing commas go, everything else stays.
func TestPlainJSON(t *testing.T) {
	for src, want := range map[string]string{
		`{"a": 1,}`:                  `{"a": 1 }`,
		"[1, // x, ]\n2, /* ] */]":   "[1,        \n2         ]",
		`{"a//b": "/* c */", "d":1}`: `{"a//b": "/* c */", "d":1}`,
		`["\",]", 1]`:                `["\",]", 1]`,
		"\xef\xbb\xbf{}":             "   {}",
		"{/*":                        "{  ",
	} {
		if got := string(plainJSON([]byte(src))); got != want {
			t.Errorf("%q: got %q, want %q", src, got, want)
		}
	}
}

// The readers of configuration take any bytes; JSON is left as it is.
func FuzzConfiguration(f *testing.F) {
	for _, s := range []string{
		`{"compilerOptions": {"baseUrl": ".", "paths": {"@/*": ["src/*"],}}, /* c */ "extends": ["./a"]}`,
		`{"name": "@a/b", "exports": {".": [{"import": "./x"}, null], "./*": "./*"}, "imports": {"#a": 1}, "workspaces": {"packages": ["[", "**"]}}`,
		"packages:\n- '*'\n", `{"a": "\`, "//", "/*", ",", `{"paths": {"*": 1}}`, `{"references": [{"path": ".."}]}`,
	} {
		f.Add([]byte(s), "x/y")
	}
	f.Fuzz(func(t *testing.T, src []byte, spec string) {
		if got := plainJSON(src); len(got) != len(src) {
			t.Fatalf("length %d, want %d", len(got), len(src))
		} else if json.Valid(src) && string(got) != string(src) {
			t.Fatalf("%q became %q", src, got)
		}
		text := string(src)
		p := bindtest.New(t, analyzer(), language, map[string]string{
			"tsconfig.json": text, "package.json": text, "pnpm-workspace.yaml": text, "lerna.json": text,
			"x/package.json": text, "x/y.ts": "", "a.ts": "import '" + spec + "'; import '#a'; import '@a/b/c'; import './x'",
		})
		for _, r := range p.Facts["a.ts"].Refs {
			if bindtest.Target(p.Facts["a.ts"], r) == "" {
				t.Error("a target without a name")
			}
		}
	})
}

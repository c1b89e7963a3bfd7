package importpath

import (
	"context"
	"encoding/json"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/gortexhq/gortex/internal/graph"
)

// specifier matches the module a file imports from.
var specifier = regexp.MustCompile(`(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)["']([^"']+)["']`)

// imported matches an import or a require with the names it binds.
var imported = regexp.MustCompile(`\bimport\s+(?:type\s+)?([^;"'()=]*?)\s*from\s*["']([^"']+)["']` +
	`|\b(?:const|let|var)\s+([^=;]+?)\s*=\s*require\s*\(\s*["']([^"']+)["']`)

func findModule(ctx context.Context, q question) (Answer, error) {
	a := Answer{Use: q.top()}
	if name, root, ok := packageOf(ctx, q, q.declared); ok {
		if _, own, _ := packageOf(ctx, q, q.from); own != root {
			a.ImportPath = name
			a.Note = "another package: its exports decide whether the symbol can be imported from " + name
		}
	}
	if a.ImportPath == "" {
		a.ImportPath = relative(q)
	}
	a.Statement = "import { " + a.Use + ` } from "` + a.ImportPath + `"`
	switch {
	case q.symbol.Flags&graph.FlagDefault != 0:
		a.Statement = "import " + a.Use + ` from "` + a.ImportPath + `"`
	case q.symbol.Flags&graph.FlagExported == 0 && q.symbol.Owner == graph.NoNode:
		a.Note = a.Use + " is not exported"
	}
	named := regexp.MustCompile(`\b` + regexp.QuoteMeta(a.Use) + `\b`)
	for _, m := range imported.FindAllSubmatch(q.text, -1) {
		names, from := append(m[1], m[3]...), string(m[2])+string(m[4])
		if q.same(from, a.ImportPath) && (named.Match(names) || strings.Contains(string(names), "*")) {
			a.Already = true
		}
	}
	return a, nil
}

// same reports whether a specifier in the importing file means the declaring
// file, or the package that is to be imported.
func (q question) same(written, want string) bool {
	if written == want {
		return true
	}
	if !strings.HasPrefix(written, ".") {
		return false
	}
	return stem(path.Join(path.Dir(q.from), written)) == stem(q.declared)
}

// stem is a path as a specifier means it: without extension, and a directory
// for its index.
func stem(p string) string {
	for _, e := range []string{".d.ts", ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"} {
		if cut, ok := strings.CutSuffix(p, e); ok {
			p = cut
			break
		}
	}
	return strings.TrimSuffix(p, "/index")
}

// relative is the relative specifier, with the extension that the importing
// file writes on others.
func relative(q question) string {
	to := stem(q.declared)
	full := strings.HasSuffix(q.declared, "/index"+path.Ext(q.declared))
	rel, err := filepath.Rel("/"+path.Dir(q.from), "/"+to)
	if err != nil {
		return ""
	}
	rel = filepath.ToSlash(rel)
	if !strings.HasPrefix(rel, ".") {
		rel = "./" + rel
	}
	ending := ""
	switch e := path.Ext(q.declared); e {
	case ".vue", ".svelte":
		return rel
	case ".mjs", ".cjs":
		ending = e
	}
	for _, m := range specifier.FindAllStringSubmatch(string(q.text), -1) {
		if e := path.Ext(m[1]); strings.HasPrefix(m[1], ".") && (e == ".js" || e == ".ts" || e == ".jsx" || e == ".tsx") {
			ending = e
		}
	}
	if ending != "" && full {
		return rel + "/index" + ending
	}
	return rel + ending
}

// packageOf finds the nearest package.json with a name above a file.
func packageOf(ctx context.Context, q question, file string) (name, root string, ok bool) {
	upwards(file, func(dir string) bool {
		c, err := q.view.ReadFile(ctx, path.Join(dir, "package.json"))
		if err != nil {
			return false
		}
		var p struct {
			Name string `json:"name"`
		}
		if json.Unmarshal(c.Bytes, &p) != nil || p.Name == "" {
			return false
		}
		name, root, ok = p.Name, dir, true
		return true
	})
	return name, root, ok
}

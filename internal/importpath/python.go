package importpath

import (
	"context"
	"path"
	"regexp"
	"strings"
)

func findPython(ctx context.Context, q question) (Answer, error) {
	module := pythonModule(ctx, q)
	name := q.top()
	a := Answer{ImportPath: module, Use: name, Statement: "from " + module + " import " + name}
	if module == "" {
		a.Statement = "import " + name
		a.ImportPath = name
	}
	quoted := regexp.QuoteMeta(module)
	from := regexp.MustCompile(`(?m)^[ \t]*from[ \t]+` + quoted + `[ \t]+import[ \t]+(\([^)]*\)|[^\n#]*)`)
	for _, m := range from.FindAllStringSubmatch(string(q.text), -1) {
		if as := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `(?:[ \t]+as[ \t]+(\w+))?\b`).FindStringSubmatch(m[1]); as != nil {
			a.Already = true
			if as[1] != "" {
				a.Use = as[1]
			}
		} else if strings.Contains(m[1], "*") {
			a.Already = true
		}
	}
	whole := regexp.MustCompile(`(?m)^[ \t]*import[ \t]+(?:[^\n#]*,[ \t]*)?` + quoted + `(?:[ \t]+as[ \t]+(\w+))?[ \t]*(?:,|#|\r?$)`)
	if m := whole.FindStringSubmatch(string(q.text)); m != nil && !a.Already {
		a.Already, a.Use = true, module+"."+name
		if m[1] != "" {
			a.Use = m[1] + "." + name
		}
	}
	if strings.HasPrefix(name, "_") {
		a.Note = name + " is private by convention"
	}
	return a, nil
}

// pythonModule is the dotted name of the declaring file's module, counted from
// the first directory above it that is no package; for a file outside any
// package, from the directory it shares with the importing file, or the root.
func pythonModule(ctx context.Context, q question) string {
	p := strings.TrimSuffix(strings.TrimSuffix(q.declared, ".pyi"), ".py")
	base := ""
	packaged := false
	upwards(q.declared, func(dir string) bool {
		base = dir
		if _, err := q.view.ReadFile(ctx, path.Join(dir, "__init__.py")); err != nil {
			return true
		}
		packaged = true
		return false
	})
	if !packaged && path.Dir(q.from) != path.Dir(q.declared) {
		base = ""
		if strings.HasPrefix(p, "src/") {
			base = "src"
		}
	}
	p = strings.TrimPrefix(strings.TrimPrefix(p, base), "/")
	p = strings.TrimSuffix(strings.TrimSuffix("/"+p, "/__init__"), "/")
	return strings.ReplaceAll(strings.Trim(p, "/"), "/", ".")
}

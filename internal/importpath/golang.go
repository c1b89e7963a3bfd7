package importpath

import (
	"context"
	"go/parser"
	"go/token"
	"path"
	"strconv"
	"strings"

	"golang.org/x/mod/modfile"
)

func findGo(ctx context.Context, q question) (Answer, error) {
	declared, err := q.view.ReadFile(ctx, q.declared)
	if err != nil {
		return Answer{}, err
	}
	name := packageName(declared.Bytes)
	own := packageName(q.text)
	dir, from := path.Dir(q.declared), path.Dir(q.from)
	if dir == from && name == own {
		return Answer{Same: true, Use: q.top(), Note: "declared in this package"}, nil
	}
	switch {
	case strings.HasSuffix(q.declared, "_test.go"):
		return Answer{}, invalid("a test file of another package cannot be imported")
	case name == "main":
		return Answer{}, invalid("package main cannot be imported")
	}
	module, root := "", ""
	upwards(q.declared, func(at string) bool {
		c, err := q.view.ReadFile(ctx, path.Join(at, "go.mod"))
		if err == nil {
			module, root = modfile.ModulePath(c.Bytes), at
		}
		return module != ""
	})
	if module == "" {
		return Answer{}, invalid("no go.mod lies above " + q.declared)
	}
	rel := strings.Trim(strings.TrimPrefix(dir, root), "/")
	if rel == "." {
		rel = ""
	}
	a := Answer{ImportPath: path.Join(module, rel)}
	if module == "std" {
		a.ImportPath = rel
	}
	a.Statement, a.Use = "import "+strconv.Quote(a.ImportPath), name+"."+q.top()
	if name != path.Base(a.ImportPath) {
		a.Statement = "import " + name + " " + strconv.Quote(a.ImportPath)
	}
	if !token.IsExported(q.top()) {
		a.Note = q.top() + " is not exported"
	} else if i := strings.LastIndex("/"+dir+"/", "/internal/"); i >= 0 && !strings.HasPrefix("/"+from+"/", ("/" + dir + "/")[:i+1]) {
		a.Note = "an internal package: only files below " + strings.Trim(("/" + dir + "/")[:i], "/") + " may import it"
	}
	f, _ := parser.ParseFile(token.NewFileSet(), "", q.text, parser.ImportsOnly)
	if f == nil {
		return a, nil
	}
	for _, spec := range f.Imports {
		if p, _ := strconv.Unquote(spec.Path.Value); p != a.ImportPath {
			continue
		}
		a.Already = true
		if spec.Name == nil {
			continue
		}
		switch spec.Name.Name {
		case "_":
			a.Already = false
		case ".":
			a.Use = q.top()
		default:
			a.Use = spec.Name.Name + "." + q.top()
		}
	}
	return a, nil
}

func packageName(text []byte) string {
	f, _ := parser.ParseFile(token.NewFileSet(), "", text, parser.PackageClauseOnly)
	if f == nil || f.Name == nil {
		return ""
	}
	return f.Name.Name
}

package locate

import (
	"context"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/query"
)

// packaged finds what a name means whose first part is a Go package, by its
// import path, the tail of that, or its own name: "example.test/kit.Load" and
// "kit.Load" where no directory of the tree is called kit, as at the root of a
// module.
func packaged(ctx context.Context, v engine.View, name string) query.Match {
	name = query.Bare(name)
	p := packages{ctx: ctx, view: v, modules: map[string]string{}}
	for i := strings.LastIndexByte(name, '/') + 1; i < len(name); i++ {
		if name[i] != '.' || i == 0 || i == len(name)-1 {
			continue
		}
		if m := p.declared(name[:i], name[i+1:]); len(m.Nodes) > 0 {
			return m
		}
	}
	return query.Match{}
}

// packages knows the import paths of directories.
type packages struct {
	ctx     context.Context
	view    engine.View
	modules map[string]string // import path by directory, "" where there is none
}

// declared finds a qualified name in the files of a package.
func (p *packages) declared(pkg, qual string) query.Match {
	r, last := p.view.Graph(), qual[strings.LastIndexByte(qual, '.')+1:]
	var files []string
	for id := range r.ByName(last) {
		n := r.Node(id)
		if n.File == graph.NoFile || n.Qual != qual {
			continue
		}
		f := r.File(n.File)
		if f.Language == "go" && !slices.Contains(files, f.Path) && p.within(f.Path, pkg) {
			files = append(files, f.Path)
		}
	}
	slices.Sort(files)
	var all query.Match
	for _, f := range files {
		m := query.Lookup(r, f+"::"+qual)
		all.Nodes, all.Rest = append(all.Nodes, m.Nodes...), append(all.Rest, m.Rest...)
	}
	return all
}

// within reports whether a file is of the package that pkg names.
func (p *packages) within(file, pkg string) bool {
	in := p.importPath(path.Dir(file))
	if in == pkg || strings.HasSuffix(in, "/"+pkg) {
		return true
	}
	if strings.Contains(pkg, "/") {
		return false
	}
	text, err := p.view.ReadFile(p.ctx, file)
	if err != nil {
		return false
	}
	f, _ := parser.ParseFile(token.NewFileSet(), "", text.Bytes, parser.PackageClauseOnly)
	return f != nil && f.Name != nil && f.Name.Name == pkg
}

// importPath is that of a directory: its path below the nearest go.mod.
func (p *packages) importPath(dir string) string {
	if known, ok := p.modules[dir]; ok {
		return known
	}
	in := ""
	if text, err := p.view.ReadFile(p.ctx, path.Join(dir, "go.mod")); err == nil {
		in = modfile.ModulePath(text.Bytes)
	}
	if in == "" && dir != "." {
		if above := p.importPath(path.Dir(dir)); above == "std" {
			in = path.Base(dir)
		} else if above != "" {
			in = path.Join(above, path.Base(dir))
		}
	}
	p.modules[dir] = in
	return in
}

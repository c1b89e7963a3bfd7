package golang

import (
	"go/token"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// untyped emits the files that no configuration checks.
func (a *analysis) untyped() {
	for _, d := range a.tree.order {
		for i := range d.headers {
			if h := &d.headers[i]; len(a.configsOf(d, h)) == 0 {
				a.out.File(a.syntactic(d, h))
			}
		}
	}
}

// syntactic gives the facts of a file that could not be type-checked: its
// symbols.
func (a *analysis) syntactic(d *dir, h *header) *lang.Facts {
	name := d.file(h.name)
	var s *source
	if src, err := a.in.Read(name); err == nil {
		if s = parse(token.NewFileSet(), name, src, true); s != nil {
			s.decls = collect(s.syntax, s.file, name, false, h.generated)
		}
	}
	f := newFacts(name, h, s)
	f.Flags |= graph.FileUntyped
	if s == nil {
		f.Flags |= graph.FileParseErrors
	}
	for i := range f.Symbols {
		f.Symbols[i].Member = lang.Target{}
	}
	return f
}

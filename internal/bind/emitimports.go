package bind

import (
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// importSite tells import statements apart.
type importSite struct {
	module    string
	line, col uint32
}

// imports adds the edges of import statements: one to the module for each
// statement, one to each imported symbol.
func (e *emitter) imports() {
	done := map[importSite]bool{}
	for i := range e.u.Imports {
		m := &e.u.Imports[i]
		if m.Implicit {
			continue
		}
		mod := e.ev.w.module(e.f, int32(i))
		site := importSite{m.Module, m.ModuleLine, m.ModuleCol}
		if site.line == 0 {
			site.line, site.col = m.Line, m.Col
		}
		r := lang.Ref{From: m.From, Kind: graph.EdgeImports, Context: graph.ContextImport, Tier: graph.TierASTResolved}
		outside := m.Module
		if !done[site] {
			done[site] = true
			r.Line, r.Col = site.line, site.col
			switch {
			case mod.File != "":
				e.add(r, lang.Target{Kind: lang.TargetFile, File: mod.File})
			case mod.External != "":
				outside = mod.External
				e.add(r, lang.Target{Kind: lang.TargetExternal, Name: mod.External})
			case mod.Dir == "":
				r.Tier = graph.TierTextMatched
				e.add(r, lang.Target{Kind: lang.TargetUnresolved, Name: m.Module})
			}
		}
		if m.Name == "" || m.Name == "*" {
			continue
		}
		r.Line, r.Col, r.Tier = m.Line, m.Col, graph.TierASTResolved
		if m.ReExport {
			r.Kind = graph.EdgeReExports
		}
		e.importedName(r, int32(i), outside)
	}
}

// importedName adds the edge to what an import takes.
func (e *emitter) importedName(r lang.Ref, i int32, outside string) {
	m := &e.u.Imports[i]
	end, ok := e.ev.imported(e.f, i)
	if !ok {
		if mod := e.ev.w.module(e.f, i); mod == (Module{}) {
			return // the edge to the module says it
		}
		r.Tier = graph.TierTextMatched
		e.add(r, lang.Target{Kind: lang.TargetUnresolved, Name: m.Name})
		return
	}
	for _, a := range e.ev.settle(end, maxFuel).alts {
		switch a.kind {
		case altExt:
			if a.name != outside {
				e.add(r, lang.Target{Kind: lang.TargetExternal, Name: a.name})
			}
		case altModule:
			path := a.name
			if a.file >= 0 {
				path = e.ev.w.files[a.file].path
			}
			e.add(r, lang.Target{Kind: lang.TargetFile, File: path})
		case altDecl:
			e.add(r, e.symbol(a))
		}
	}
}

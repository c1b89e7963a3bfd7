package typescript

import (
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/treesitter"
)

// jsx walks an element. A component's element calls it; elements with a small
// letter are the browser's.
func (w *walker) jsx(i uint32) {
	if w.kind(i) == kindJsxSelfClosingElement {
		w.tag(i, graph.EdgeCalls, graph.ContextCall)
		return
	}
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		switch w.kind(c) {
		case kindJsxOpeningElement:
			w.tag(c, graph.EdgeCalls, graph.ContextCall)
		case kindJsxClosingElement:
			w.tag(c, graph.EdgeReferences, graph.ContextValue)
		default:
			w.node(c)
		}
	}
}

func (w *walker) tag(i uint32, k graph.EdgeKind, ctx graph.Context) {
	for c := i + 1; c < w.recs[i].Next; c = w.recs[c].Next {
		switch w.kind(c) {
		case kindIdentifier:
			if w.field(c) == fieldName {
				w.component(c, k, ctx)
			}
		case kindMemberExpression, kindNestedIdentifier:
			if e, p := w.memberOf(c); p != treesitter.NoRec {
				w.mention(p, e, k, ctx, graph.ReturnNone)
			}
		case kindTypeArguments:
			w.typeArguments(c)
		case kindJsxAttribute:
			w.attribute(c)
		default:
			w.node(c)
		}
	}
}

func (w *walker) component(n uint32, k graph.EdgeKind, ctx graph.Context) {
	t := w.text(n)
	if len(t) == 0 || t[0] >= 'a' && t[0] <= 'z' {
		return
	}
	if e := w.meaning(n); k == graph.EdgeCalls || w.notLocal(e) {
		w.mention(n, e, k, ctx, graph.ReturnNone)
	}
}

// attribute walks the value; the name is a property of props nobody knows here.
func (w *walker) attribute(i uint32) {
	n := w.first(i)
	if n == treesitter.NoRec {
		return
	}
	for c := w.recs[n].Next; c < w.recs[i].Next; c = w.recs[c].Next {
		w.node(c)
	}
}

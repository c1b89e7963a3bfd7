package relevance

import (
	"context"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/excerpt"
	"github.com/gortexhq/gortex/internal/graph"
)

// places tells which symbol a line belongs to, its doc comment included.
type places struct {
	ctx   context.Context
	r     graph.Reader
	texts *excerpt.Texts
	files map[string][]place
}

type place struct {
	node     graph.NodeID
	from, to uint32 // lines, from that of the doc comment
}

func newPlaces(ctx context.Context, v engine.View) *places {
	return &places{ctx, v.Graph(), excerpt.NewTexts(v), map[string][]place{}}
}

// symbol is the smallest declaration around a line and its length in lines,
// NoNode if there is none.
func (p *places) symbol(path string, line uint32) (graph.NodeID, uint32) {
	list, ok := p.files[path]
	if !ok {
		list = p.read(path)
		p.files[path] = list
	}
	best, size := graph.NoNode, ^uint32(0)
	for _, x := range list {
		if x.from <= line && line <= x.to && x.to-x.from <= size {
			best, size = x.node, x.to-x.from
		}
	}
	return best, size + 1
}

func (p *places) read(path string) []place {
	f, ok := p.r.FileByPath(path)
	if !ok {
		return nil
	}
	text, err := p.texts.Get(p.ctx, path)
	var list []place
	first := map[string]graph.NodeID{}
	for id := range p.r.FileNodes(f) {
		n := p.r.Node(id)
		if n.Kind == graph.KindHeading || n.Kind == graph.KindTypeParameter {
			continue
		}
		// Further declarations of a name speak for the first.
		if n.Dup == 0 {
			first[n.Qual] = id
		} else if whole, ok := first[n.Qual]; ok {
			id = whole
		}
		from := n.Span.StartLine
		if err == nil && n.Span.Doc < n.Span.Start && int(n.Span.Start) <= len(text) {
			for _, c := range text[n.Span.Doc:n.Span.Start] {
				if c == '\n' {
					from--
				}
			}
		}
		list = append(list, place{id, from, n.Span.EndLine})
	}
	return list
}

package store

import (
	"container/heap"
	"encoding/binary"
	"math"
	"slices"
	"sort"

	"github.com/gortexhq/gortex/internal/graph"
)

// Parameters of BM25 (Robertson and Zaragoza 2009). Names are short: length
// matters less than in prose.
const (
	bm25K1 = 1.2
	bm25B  = 0.5
)

// Search implements graph.Reader. Words are split like identifiers; the word as
// a whole counts too. Equal scores are in order of path and position.
func (r *Reader) Search(words []string, limit int, keep func(graph.NodeID) bool) []graph.Hit {
	terms := queryTerms(words)
	if len(terms) == 0 || limit <= 0 {
		return nil
	}
	scores, _ := r.scores.Get().(*scoreboard)
	if scores == nil || len(scores.of) < r.NumNodes() {
		scores = &scoreboard{of: make([]float64, r.NumNodes())}
	}
	defer func() {
		scores.clear()
		r.scores.Put(scores)
	}()
	for _, t := range terms {
		r.score(t, scores)
	}
	h := &ranking{r: r, scores: scores.of, nodes: scores.nodes}
	heap.Init(h)
	var hits []graph.Hit
	for len(hits) < limit && len(h.nodes) > 0 {
		n := heap.Pop(h).(graph.NodeID)
		if keep == nil || keep(n) {
			hits = append(hits, graph.Hit{Node: n, Score: scores.of[n]})
		}
	}
	return hits
}

// queryTerms returns the distinct words to look up, sorted, so that scores are
// summed in the same order whatever the parts.
func queryTerms(words []string) []string {
	var terms []string
	for _, w := range words {
		splitWords(w, func(t string) { terms = append(terms, t) })
		if whole := joined(w); whole != "" {
			terms = append(terms, whole)
		}
	}
	slices.Sort(terms)
	return slices.Compact(terms)
}

// scoreboard sums scores by node number. It is reused.
type scoreboard struct {
	of    []float64
	nodes []graph.NodeID // with a score
	found []match
}

type match struct {
	node           graph.NodeID
	weight, length uint8
}

func (s *scoreboard) clear() {
	for _, n := range s.nodes {
		s.of[n] = 0
	}
	s.nodes = s.nodes[:0]
}

// score adds what one word contributes. How many live nodes have it is known
// only after all parts were read.
func (r *Reader) score(term string, s *scoreboard) {
	s.found = s.found[:0]
	for k := range r.parts {
		r.matches(k, term, s)
	}
	total, df := float64(r.last.counts.Searched), float64(len(s.found))
	if df == 0 || total == 0 {
		return
	}
	idf := math.Log(1 + max(total-df+0.5, 0.5)/(df+0.5))
	average := float64(r.last.counts.Words) / total
	for _, m := range s.found {
		tf := float64(m.weight)
		norm := bm25K1 * (1 - bm25B + bm25B*float64(m.length)/average)
		if s.of[m.node] == 0 {
			s.nodes = append(s.nodes, m.node)
		}
		s.of[m.node] += idf * tf * (bm25K1 + 1) / (tf + norm)
	}
}

// matches gathers the live nodes of a part that have a word.
func (r *Reader) matches(k int, term string, s *scoreboard) {
	p := r.parts[k]
	n := len(p.termOff) - 1
	i := sort.Search(n, func(i int) bool { return text(p.termBytes, p.termOff, i) >= term })
	if i == n || text(p.termBytes, p.termOff, i) != term {
		return
	}
	lo, hi := between(p.termPostOff, i, len(p.termPost))
	post := p.termPost[lo:hi]
	node := uint64(0)
	for len(post) > 0 {
		v, size := binary.Uvarint(post)
		if size <= 0 {
			return
		}
		post = post[size:]
		node += v >> 3
		if node >= uint64(len(p.kind)) {
			return
		}
		if !r.owns(k, p.file[node]) {
			continue
		}
		if id := p.id(int(node)); int(id) < len(s.of) {
			s.found = append(s.found, match{id, uint8(v & 7), p.length[node]})
		}
	}
}

// ranking is a heap of nodes, best first.
type ranking struct {
	r      *Reader
	scores []float64
	nodes  []graph.NodeID
}

func (h *ranking) Len() int      { return len(h.nodes) }
func (h *ranking) Swap(i, j int) { h.nodes[i], h.nodes[j] = h.nodes[j], h.nodes[i] }
func (h *ranking) Push(x any)    { h.nodes = append(h.nodes, x.(graph.NodeID)) }

func (h *ranking) Pop() any {
	n := h.nodes[len(h.nodes)-1]
	h.nodes = h.nodes[:len(h.nodes)-1]
	return n
}

func (h *ranking) Less(i, j int) bool {
	a, b := h.nodes[i], h.nodes[j]
	if h.scores[a] != h.scores[b] {
		return h.scores[a] > h.scores[b]
	}
	return h.r.before(a, b)
}

// before orders declared nodes by path and position in the file.
func (r *Reader) before(a, b graph.NodeID) bool {
	x, xok := r.nodeAt(a)
	y, yok := r.nodeAt(b)
	if !xok || !yok || x.part == y.part {
		return x.local < y.local // parts and files are in this order
	}
	return r.pathOf(x) < r.pathOf(y)
}

// pathOf returns the path of the file a node stands in.
func (r *Reader) pathOf(at place) string {
	p := r.parts[at.part]
	if f := int(p.file[at.local]); f < len(p.filePath) {
		return p.str(p.filePath[f])
	}
	return ""
}

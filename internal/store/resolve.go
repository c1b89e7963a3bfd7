package store

import (
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// A resolved target is the number of a node, or outsider plus an index into
// resolver.outs, with dangling set when the target was not there.
const (
	outsider = 1 << 31
	dangling = 1 << 30
	maxNodes = 1 << 30
)

// outNode is a name outside the index, or one that nothing could be bound to.
type outNode struct {
	kind graph.Kind
	name string
	id   graph.NodeID
}

// resolver turns the targets of records into node numbers. What the records do
// not declare is looked up in the generation they change, if there is one.
type resolver struct {
	strs    *interner
	records []*record
	byPath  map[uint32]int
	byQual  map[uint64]int32 // record and qual to the first symbol of that name
	old     *Reader          // nil for a base
	gone    map[string]bool  // paths that old no longer has

	outs   []outNode
	outIdx map[outNode]uint32
}

func newResolver(strs *interner, records []*record, old *Reader, gone map[string]bool) *resolver {
	rs := &resolver{
		strs: strs, records: records, old: old, gone: gone,
		byPath: make(map[uint32]int, len(records)),
		byQual: map[uint64]int32{},
		outIdx: map[outNode]uint32{},
	}
	for i, r := range records {
		rs.byPath[r.path] = i
		for j, s := range r.syms {
			if s.dup == 0 {
				rs.byQual[uint64(i)<<32|uint64(s.qual)] = int32(j)
			}
		}
	}
	return rs
}

// resolveAll fills dst of every record and numbers the outsiders from next on,
// external names first, in order of their names. It returns the number after.
func (rs *resolver) resolveAll(next graph.NodeID) graph.NodeID {
	for _, r := range rs.records {
		used := make([]bool, len(r.targets))
		for _, f := range r.refs {
			used[f.target] = true
		}
		r.dst = make([]uint32, len(r.targets))
		for i, t := range r.targets {
			if used[i] {
				r.dst[i] = rs.resolve(t)
			}
		}
	}
	return rs.number(next)
}

// number gives outsiders the numbers they have in the old generation, or new
// ones from next on, and puts those that are new in order.
func (rs *resolver) number(next graph.NodeID) graph.NodeID {
	order := make([]uint32, len(rs.outs))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int { return compareOuts(rs.outs[a], rs.outs[b]) })
	for _, i := range order {
		o := &rs.outs[i]
		o.id = graph.NoNode
		if rs.old != nil {
			if id, ok := rs.old.findOut(o.kind, o.name); ok {
				o.id = id
			}
		}
		if o.id == graph.NoNode {
			o.id = next
			next++
		}
	}
	return next
}

func compareOuts(a, b outNode) int {
	if a.kind != b.kind {
		return int(a.kind) - int(b.kind)
	}
	return strings.Compare(a.name, b.name)
}

// id returns the node number of a resolved target.
func (rs *resolver) id(dst uint32) graph.NodeID {
	if dst&outsider != 0 {
		return rs.outs[dst&(dangling-1)].id
	}
	return graph.NodeID(dst)
}

func (rs *resolver) resolve(t target) uint32 {
	switch t.kind {
	case lang.TargetExternal:
		return rs.out(graph.KindExternal, rs.strs.str(t.name))
	case lang.TargetUnresolved:
		return rs.out(graph.KindUnresolved, rs.strs.str(t.name))
	case lang.TargetFile:
		t.name, t.dup = rs.strs.id(""), 0
	}
	if id := rs.find(t); id != graph.NoNode {
		return uint32(id)
	}
	return dangling | rs.out(graph.KindUnresolved, lastPart(rs.strs.str(t.file), rs.strs.str(t.name)))
}

func (rs *resolver) out(kind graph.Kind, name string) uint32 {
	key := outNode{kind: kind, name: name}
	i, ok := rs.outIdx[key]
	if !ok {
		i = uint32(len(rs.outs))
		rs.outIdx[key] = i
		rs.outs = append(rs.outs, key)
	}
	return outsider | i
}

// find returns the declaration or file a target names.
func (rs *resolver) find(t target) graph.NodeID {
	isFile := t.kind == lang.TargetFile
	if i, ok := rs.byPath[t.file]; ok {
		r := rs.records[i]
		if isFile {
			return r.node(-1)
		}
		j, ok := rs.byQual[uint64(i)<<32|uint64(t.name)]
		if !ok {
			return graph.NoNode
		}
		for ; t.dup > 0 && int(j) < len(r.syms); j++ {
			if s := r.syms[j]; s.qual == t.name && s.dup == t.dup {
				return r.node(j)
			}
		}
		if t.dup > 0 {
			return graph.NoNode
		}
		return r.node(j)
	}
	if rs.old == nil {
		return graph.NoNode
	}
	return rs.findOld(rs.strs.str(t.file), rs.strs.str(t.name), t.dup, isFile)
}

func (rs *resolver) findOld(path, qual string, dup uint16, isFile bool) graph.NodeID {
	if rs.gone[path] {
		return graph.NoNode
	}
	f, ok := rs.old.FileByPath(path)
	if !ok {
		return graph.NoNode
	}
	if isFile {
		return rs.old.File(f).Node
	}
	return rs.old.findQual(f, qual, dup)
}

// findTarget resolves an end of a derived edge without making an unresolved
// name of it.
func (rs *resolver) findTarget(t lang.Target) (uint32, bool) {
	n := target{t.Kind, t.Dup, rs.strs.id(t.File), rs.strs.id(t.Name)}
	switch t.Kind {
	case lang.TargetSymbol, lang.TargetFile:
		id := rs.find(n)
		return uint32(id), id != graph.NoNode
	case lang.TargetExternal, lang.TargetUnresolved:
		return rs.resolve(n), true
	}
	return 0, false
}

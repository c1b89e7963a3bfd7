package store

import (
	"cmp"
	"math/bits"
	"path"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// attr packs kind, tier, context and return of an edge, and whether its target
// was missing.
type attr uint16

const attrDangling attr = 1 << 15

func newAttr(k graph.EdgeKind, t graph.Tier, c graph.Context, r graph.Return) attr {
	return attr(k&15) | attr(t&7)<<4 | attr(c&15)<<7 | attr(r&15)<<11
}

func (a attr) kind() graph.EdgeKind   { return graph.EdgeKind(a & 15) }
func (a attr) tier() graph.Tier       { return graph.Tier(a >> 4 & 7) }
func (a attr) context() graph.Context { return graph.Context(a >> 7 & 15) }
func (a attr) ret() graph.Return      { return graph.Return(a >> 11 & 15) }

// record is the facts of one file with its strings interned. Symbols and refs
// are named as in lang.Facts; membership is spelled out as refs.
type record struct {
	file    graph.File // Path, Language and numbers are unset
	path    uint32
	lang    uint32
	digest  digest
	syms    []symbol
	targets []target
	refs    []ref

	first graph.NodeID   // of a base: number of the file's node, its symbols follow
	ids   []graph.NodeID // of a segment: numbers of the file's node and its symbols
	dst   []uint32       // what each target was resolved to, see resolver
}

type symbol struct {
	name, qual uint32
	owner      int32
	kind       graph.Kind
	flags      graph.Flags
	dup        uint16
	span       graph.Span
}

type target struct {
	kind       lang.TargetKind
	dup        uint16
	file, name uint32
}

type ref struct {
	from      int32
	target    uint32
	attr      attr
	line, col uint32
}

// node returns the number of the i-th symbol, of the file itself for -1.
func (r *record) node(i int32) graph.NodeID {
	if r.ids != nil {
		return r.ids[i+1]
	}
	return r.first + graph.NodeID(i+1)
}

// newRecord interns what facts say. Indices that point nowhere are dropped.
func newRecord(in *interner, f graph.File, facts *lang.Facts) *record {
	r := &record{file: f, path: in.id(f.Path)}
	language := f.Language
	if facts != nil {
		r.file.Flags |= facts.Flags
		r.file.ErrorBytes = max(f.ErrorBytes, facts.ErrorBytes)
		if language == "" {
			language = facts.Language
		}
	}
	r.lang = in.id(language)
	r.digest = newDigest(f, language)
	r.digest.file(r.file)
	r.file.Path, r.file.Language = "", ""
	if facts != nil {
		r.addTargets(in, facts)
		r.addRefs(facts)
		r.addSymbols(in, facts)
	}
	return r
}

func (r *record) addTargets(in *interner, facts *lang.Facts) {
	r.targets = make([]target, len(facts.Targets), len(facts.Targets)+8)
	file, id := "", in.id("")
	for i, t := range facts.Targets {
		if t.Kind == lang.TargetSymbol && t.Name == "" {
			t.Kind = lang.TargetFile
		}
		if t.File != file { // targets in one file tend to follow each other
			file, id = t.File, in.id(t.File)
		}
		r.targets[i] = target{kind: t.Kind, dup: t.Dup, file: id, name: in.id(t.Name)}
		r.digest.target(t)
	}
}

func (r *record) addRefs(facts *lang.Facts) {
	r.refs = make([]ref, 0, len(facts.Refs))
	for _, f := range facts.Refs {
		if int(f.Target) >= len(facts.Targets) || facts.Targets[f.Target].Kind == lang.TargetNone {
			continue
		}
		if f.From < -1 || int(f.From) >= len(facts.Symbols) {
			f.From = -1
		}
		n := ref{f.From, f.Target, newAttr(f.Kind, f.Tier, f.Context, f.Return), max(f.Line, 1), f.Col}
		r.refs = append(r.refs, n)
		r.digest.ref(n)
	}
	byPlace := func(a, b ref) int { return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.col, b.col)) }
	if !slices.IsSortedFunc(r.refs, byPlace) {
		slices.SortStableFunc(r.refs, byPlace)
	}
}

// addSymbols numbers repeated declarations and turns ownership into refs.
func (r *record) addSymbols(in *interner, facts *lang.Facts) {
	r.syms = make([]symbol, len(facts.Symbols))
	seen := make(map[uint32]uint16, len(facts.Symbols))
	for i, s := range facts.Symbols {
		n := symbol{in.id(s.Name), in.id(s.Qual), s.Owner, s.Kind, s.Flags &^ graph.FlagDuplicate, 0, s.Span}
		if n.owner < -1 || int(n.owner) >= i {
			n.owner = -1
		}
		if n.dup = seen[n.qual]; n.dup > 0 {
			n.flags |= graph.FlagDuplicate
		}
		seen[n.qual]++
		r.syms[i] = n
		r.digest.symbol(s)
		if n.owner >= 0 {
			o := r.syms[n.owner]
			r.member(int32(i), target{lang.TargetSymbol, o.dup, r.path, o.qual})
		}
		if m := s.Member; m.Kind != lang.TargetNone {
			r.digest.target(m)
			if n.owner < 0 {
				r.member(int32(i), target{m.Kind, m.Dup, in.id(m.File), in.id(m.Name)})
			}
		}
	}
}

// member adds the edge from a symbol to what it is a member of. It is the
// grammar or a declared receiver that says so, not a site: it has no line.
func (r *record) member(sym int32, t target) {
	r.targets = append(r.targets, t)
	r.refs = append(r.refs, ref{
		from:   sym,
		target: uint32(len(r.targets) - 1),
		attr:   newAttr(graph.EdgeMemberOf, graph.TierASTResolved, graph.ContextNone, graph.ReturnNone),
	})
}

// lastPart is what an unbound use of a target is gathered under.
func lastPart(file, qual string) string {
	if qual == "" {
		return path.Base(file)
	}
	if i := strings.LastIndexByte(qual, '.'); i >= 0 && i+1 < len(qual) {
		return qual[i+1:]
	}
	return qual
}

// digest is a fingerprint of what a file contributes. Digests of files are
// added up, so that a generation's name can be kept without reading all files.
type digest [2]uint64

// The multipliers of wyhash.
const (
	mixA = 0xa0761d6478bd642f
	mixB = 0xe7037ed1a0b428db
)

func (d *digest) mix(v uint64) {
	hi, lo := bits.Mul64(d[0]^v^mixA, mixB)
	d[0] = hi ^ lo
	d[1] = bits.RotateLeft64(d[1], 27)*mixA + d[0] + v
}

func (d *digest) string(s string) {
	d.mix(uint64(len(s)))
	for ; len(s) >= 8; s = s[8:] {
		d.mix(uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
			uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56)
	}
	var v uint64
	for i := range len(s) {
		v = v<<8 | uint64(s[i])
	}
	d.mix(v)
}

func newDigest(f graph.File, language string) digest {
	d := digest{FormatVersion, mixA}
	d.string(f.Path)
	d.string(language)
	d.string(string(f.Hash[:]))
	return d
}

func (d *digest) file(f graph.File) {
	d.mix(uint64(f.Size)<<32 | uint64(f.Lines))
	d.mix(uint64(f.Flags)<<32 | uint64(f.ErrorBytes))
}

func (d *digest) target(t lang.Target) {
	d.mix(uint64(t.Kind)<<16 | uint64(t.Dup))
	d.string(t.File)
	d.string(t.Name)
}

func (d *digest) ref(r ref) {
	d.mix(uint64(uint32(r.from))<<32 | uint64(r.target))
	d.mix(uint64(r.line)<<32 | uint64(r.attr)<<48 ^ uint64(r.col))
}

func (d *digest) symbol(s lang.Symbol) {
	d.mix(uint64(s.Kind)<<48 | uint64(s.Flags)<<32 | uint64(uint32(s.Owner)))
	d.string(s.Name)
	d.string(s.Qual)
	for _, v := range spanWords(s.Span) {
		d.mix(uint64(v))
	}
}

func (d *digest) add(e digest) { d[0] += e[0]; d[1] += e[1] }
func (d *digest) sub(e digest) { d[0] -= e[0]; d[1] -= e[1] }

func spanWords(s graph.Span) [8]uint32 {
	return [8]uint32{s.Start, s.End, s.StartLine, s.EndLine, s.Name, s.NameLine, s.Doc, s.Body}
}

func wordsSpan(w []uint32) graph.Span {
	return graph.Span{Start: w[0], End: w[1], StartLine: w[2], EndLine: w[3], Name: w[4], NameLine: w[5], Doc: w[6], Body: w[7]}
}

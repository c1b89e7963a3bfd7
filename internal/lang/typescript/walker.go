package typescript

import (
	"bytes"
	"sync"

	"github.com/gortexhq/gortex/internal/bind"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/treesitter"
)

// walker makes the unit of one file in one walk over its records. Entering a
// scope declares all its names first, so that code may mean what is declared
// further down.
type walker struct {
	builder
	recs   []treesitter.Rec
	src    []byte
	kinds  []kind
	fields []field
	js     bool        // JavaScript: this.x = v declares a field
	vars   bool        // the file has the word var
	always graph.Flags // of every symbol

	symAt []int32 // by record: the symbol declared there + 1

	cur       int32     // innermost enclosing symbol
	self      int32     // what this denotes, an expression
	class     int32     // the class around, for super
	fn        *function // innermost function
	typeOwner int32     // symbol that owns the members of an object type
	sig       int32     // symbol of the overload signature just passed
	result    int32     // what calling a value of the type just walked yields, if it is a function type
	// lastParams and lastCallbacks are of the function or function type walked
	// last, passed of the parameter's.
	lastParams, passed paramTypes
	lastCallbacks      []int32
	expected           *hints // for the function literal at expectedAt
	expectedAt         uint32
	// firstArgument is a value of the first of the type arguments just walked.
	firstArgument int32
	assigned      map[[2]int32]struct{}
}

// function is what is known of the function around.
type function struct {
	returns int32 // union of what it returns
	many    int
}

var walkers = sync.Pool{New: func() any { return new(walker) }}

// extract makes the unit of a parsed file.
func extract(g *grammar, s *bind.Source) *lang.Unit {
	w := walkers.Get().(*walker)
	defer walkers.Put(w)
	w.reset()
	w.recs, w.src, w.kinds, w.fields = s.Recs, s.Text, g.kinds, g.fields
	defer func() { w.recs, w.src = nil, nil }()
	w.js = isJavaScript(s.Path)
	w.vars = bytes.Contains(s.Text, []byte("var"))
	w.always = 0
	if s.Test {
		w.always = graph.FlagTest
	}
	if n := len(w.recs); cap(w.symAt) < n {
		w.symAt = make([]int32, n+n/4)
	} else {
		clear(w.symAt[:n])
	}
	w.symAt = w.symAt[:cap(w.symAt)]
	w.cur, w.self, w.class, w.typeOwner, w.sig = none, none, none, none, none
	w.fn = nil
	w.assigned, w.lastCallbacks, w.expected = nil, nil, nil
	if len(w.recs) > 0 {
		w.program()
	}
	return w.unit()
}

func (w *walker) program() {
	mark := w.names.enter()
	w.hoist(0, mark, true)
	w.hoistVars(0, mark, true)
	w.children(0)
	w.names.leave(mark)
}

// kind is what a record is.
func (w *walker) kind(i uint32) kind {
	s := w.recs[i].Sym
	if int(s) < len(w.kinds) {
		return w.kinds[s]
	}
	return kindError
}

func (w *walker) field(i uint32) field {
	f := w.recs[i].Field
	if int(f) < len(w.fields) {
		return w.fields[f]
	}
	return fieldNone
}

// first returns the first child that is not a comment, NoRec if there is none.
func (w *walker) first(i uint32) uint32 {
	end := w.recs[i].Next
	for c := i + 1; c < end; c = w.recs[c].Next {
		if w.kind(c) != kindComment {
			return c
		}
	}
	return treesitter.NoRec
}

// child returns the first child with the field, NoRec if there is none.
func (w *walker) child(i uint32, f field) uint32 {
	end := w.recs[i].Next
	for c := i + 1; c < end; c = w.recs[c].Next {
		if w.field(c) == f && w.kind(c) != kindComment {
			return c
		}
	}
	return treesitter.NoRec
}

// childKind returns the first child of the kind, NoRec if there is none.
func (w *walker) childKind(i uint32, k kind) uint32 {
	end := w.recs[i].Next
	for c := i + 1; c < end; c = w.recs[c].Next {
		if w.kind(c) == k {
			return c
		}
	}
	return treesitter.NoRec
}

func (w *walker) text(i uint32) []byte { return w.src[w.recs[i].Start:w.recs[i].End] }

// name numbers the identifier at a record.
func (w *walker) name(i uint32) int32 { return w.names.intern(w.text(i)) }

// endLine is the 1-based line of a record's last byte. Only the text after its
// last leaf begins has to be searched for line ends.
func (w *walker) endLine(i uint32) uint32 {
	r := w.recs[i]
	last := w.recs[r.Next-1]
	return last.Row + 1 + uint32(bytes.Count(w.src[last.Start:max(last.Start, r.End)], []byte{'\n'}))
}

// mention records a site at a record.
func (w *walker) mention(at uint32, expr int32, k graph.EdgeKind, c graph.Context, use graph.Return) {
	if expr == none {
		return
	}
	r := &w.recs[at]
	w.refs = append(w.refs, lang.UnitRef{
		From: w.cur, Expr: expr, Kind: k, Context: c, Return: use, Line: r.Row + 1, Col: r.Col,
	})
}

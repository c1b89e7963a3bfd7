package session

import (
	"context"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/excerpt"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/locate"
)

var cursor = op.SessionWrite(op.Spec{
	Name: "cursor", Summary: "Move a cursor from symbol to symbol.",
	Legacy: []op.Legacy{{Name: "nav"}},
	Examples: []op.Example{
		{Text: "Begin somewhere", Request: `{"operation":"cursor","arguments":{"action":"goto","id":"Server.Start"}}`},
		{Text: "On to what it calls", Request: `{"operation":"cursor","arguments":{"action":"into","select":"listen"}}`},
		{Text: "Where it came from", Request: `{"operation":"cursor","arguments":{"action":"back"}}`},
	},
}, runCursor, withoutNeighbours)

// CursorRequest moves the cursor of the session, or looks where it stands.
type CursorRequest struct {
	Arguments CursorArguments `json:"arguments"`
}

// CursorArguments are the fields of CursorRequest.
type CursorArguments struct {
	Action string `json:"action" enum:"goto,into,up,sibling,back,where,read" doc:"into goes to what the symbol calls, up to what calls it, sibling to what is declared beside it, back to where the cursor was before; read gives the source"`
	ID     string `json:"id,omitempty" doc:"of goto: one symbol id or name"`
	Select string `json:"select,omitempty" doc:"of into, up and sibling: which one, by its number in the list or by id or name; may be left out when there is one"`
	op.Scope
}

// Neighbour is a symbol the cursor can go to.
type Neighbour struct {
	Index int    `json:"index"`
	ID    string `json:"id"`
}

// Neighbours are the first of a list of them.
type Neighbours struct {
	Total int         `json:"total"`
	First []Neighbour `json:"first,omitempty"`
}

// CursorResult is where the cursor stands and what lies around it.
type CursorResult struct {
	About
	Cursor   locate.Described `json:"cursor"`
	Steps    int              `json:"steps_back"` // how often back can be said
	FromLine uint32           `json:"from_line,omitempty"`
	Source   string           `json:"source,omitempty"`
	Callers  *Neighbours      `json:"callers,omitempty"`
	Callees  *Neighbours      `json:"callees,omitempty"`
	Siblings *Neighbours      `json:"siblings,omitempty"`
}

// previewed is how many of each kind of neighbour an answer shows.
const previewed = 5

func withoutNeighbours(res CursorResult) CursorResult {
	for _, n := range []*Neighbours{res.Callers, res.Callees, res.Siblings} {
		if n != nil {
			n.First = nil
		}
	}
	return res
}

func runCursor(ctx context.Context, s engine.Session, req CursorRequest) (CursorResult, error) {
	a := req.Arguments
	if a.Action == "goto" && a.ID == "" {
		return CursorResult{}, op.Invalid("arguments.id: want the symbol to go to").With("field", "arguments.id")
	}
	v, err := s.View(ctx)
	if err != nil {
		return CursorResult{}, err
	}
	defer v.Close()
	var at graph.NodeID
	var steps int
	// The step is made from where the cursor stands when it is its turn.
	step := func(state *engine.SessionState) error {
		trail, node, err := stepped(ctx, v, state.Trail, a)
		if err != nil {
			return err
		}
		state.Trail = trail[max(0, len(trail)-engine.TrailMost):]
		at, steps = node, len(state.Trail)-1
		return nil
	}
	if a.Action == "where" || a.Action == "read" {
		state := s.State()
		err = step(&state)
	} else {
		err = s.Update(ctx, step)
	}
	if err != nil {
		return CursorResult{}, err
	}
	res := CursorResult{About: about(s), Steps: steps, Cursor: locate.Describe(ctx, v, []graph.NodeID{at})[0]}
	r := v.Graph()
	res.Callers, res.Callees, res.Siblings = preview(r, callers(r, at)), preview(r, callees(r, at)), preview(r, siblings(r, at))
	if a.Action == "read" {
		err = res.read(ctx, v, at)
	}
	return res, err
}

// stepped is the trail after one step, and where it ends.
func stepped(ctx context.Context, v engine.View, trail []string, a CursorArguments) ([]string, graph.NodeID, error) {
	r := v.Graph()
	if a.Action == "goto" {
		found, err := locate.Symbol(ctx, v, a.ID)
		if err != nil {
			return nil, graph.NoNode, err
		}
		return append(trail, graph.ID(r, r.Node(found.Node))), found.Node, nil
	}
	if len(trail) == 0 {
		return nil, graph.NoNode, op.Invalid("the cursor stands nowhere yet; goto a symbol first").
			With("field", "arguments.action").With("valid_values", []string{"goto"})
	}
	if a.Action == "back" {
		if len(trail) == 1 {
			return nil, graph.NoNode, op.Invalid("the cursor has come from nowhere: it stands where it began").
				With("field", "arguments.action").With("cursor", trail[0])
		}
		trail = trail[:len(trail)-1]
	}
	here, err := locate.Symbol(ctx, v, trail[len(trail)-1])
	if err != nil {
		return nil, graph.NoNode, err
	}
	var list []graph.NodeID
	switch a.Action {
	case "into":
		list = callees(r, here.Node)
	case "up":
		list = callers(r, here.Node)
	case "sibling":
		list = siblings(r, here.Node)
	default:
		return trail, here.Node, nil
	}
	to, err := choose(r, list, a, trail[len(trail)-1])
	if err != nil {
		return nil, graph.NoNode, err
	}
	return append(trail, graph.ID(r, r.Node(to))), to, nil
}

// read adds the source of the symbol, as much of it as there is room for.
func (res *CursorResult) read(ctx context.Context, v engine.View, at graph.NodeID) error {
	r := v.Graph()
	n := r.Node(at)
	if n.File == graph.NoFile {
		return nil
	}
	c, err := v.ReadFile(ctx, r.File(n.File).Path)
	if err != nil {
		return err
	}
	span := excerpt.Implementation(c.Bytes, n.Span)
	text, _ := excerpt.Shown(c.Bytes[span.Start:min(int(span.End), len(c.Bytes))])
	res.Source, _ = excerpt.Redact(text)
	res.FromLine = span.StartLine
	if room := op.Room(ctx); room > 0 {
		res.Source = excerpt.Fit(res.Source, room*3/4)
	}
	return nil
}

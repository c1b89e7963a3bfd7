package hook

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/gortexhq/gortex/facade/op"
)

// index says whether the index could be asked, in observations.
type index string

const (
	indexUnasked index = "unasked" // there was nothing to ask
	indexReady   index = "ready"
	indexWarming index = "warming"
	indexNone    index = "none"
	indexFailed  index = "failed"
	indexLate    index = "late" // no answer in time
)

// asking puts questions to the index on behalf of one event.
type asking struct {
	ctx  context.Context
	open func(context.Context, string) (op.Caller, error)
	dir  string
	tool func(string) string // the name by which the model calls a tool

	caller     op.Caller // of dir, once it was needed
	index      index
	repository bool // dir is in a repository that has no index
	segments   int  // alternatives of the patterns that were searched for

	enough atomic.Pointer[string] // what may be said if the rest does not come
}

// settle keeps what is worth saying by itself.
func (a *asking) settle(text string) { a.enough.Store(&text) }

// sofar is what was settled, "" if nothing was.
func (a *asking) sofar() string {
	if text := a.enough.Load(); text != nil {
		return *text
	}
	return ""
}

type object map[string]any

// ask makes one call and reads its answer into result. Without an index, in
// time, it reports false.
func (a *asking) ask(tool string, request object, result any) bool {
	payload, ok := a.raw(tool, request)
	return ok && json.Unmarshal(payload, result) == nil
}

func (a *asking) raw(tool string, request object) (json.RawMessage, bool) {
	if a.index == indexNone || a.index == indexWarming || a.ctx.Err() != nil || a.open == nil {
		return nil, false
	}
	if a.caller == nil {
		var err error
		if a.caller, err = a.open(a.ctx, a.dir); err != nil {
			a.index = indexFailed
			return nil, false
		}
	}
	arguments, err := json.Marshal(request)
	if err != nil {
		return nil, false
	}
	reply := a.caller.Call(a.ctx, op.Request{Tool: tool, Arguments: arguments, Surface: op.SurfacePublic})
	a.note(reply.Err)
	return reply.Payload, reply.Err == nil && reply.Format == ""
}

// note draws from an answer whether there is an index.
func (a *asking) note(err *op.Error) {
	switch {
	case err == nil:
		a.index = indexReady
	case err.Code == op.CodeIndexWarming:
		a.index = indexWarming
	case err.Code == op.CodeUnavailable && err.Data["reason"] == "not_indexed":
		a.index, a.repository = indexNone, true
	case err.Code == op.CodeNotARepository:
		a.index = indexNone
	case err.Code == op.CodeTimeout, err.Code == op.CodeCancelled:
		a.index = indexLate
	case a.index == indexReady:
	case err.Code == op.CodeIndexCorrupt, err.Code == op.CodeIndexNewer, err.Code == op.CodeInternal, err.Code == op.CodeUnavailable:
		a.index = indexFailed
	default:
		a.index = indexReady // a question that had no answer
	}
}

// symbol is a row about one symbol.
type symbol struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`
	Line    int    `json:"line"`
	Matched string `json:"matched"`
}

// name is the symbol's name in its file: "Server.Start".
func (s symbol) name() string {
	_, name, _ := strings.Cut(s.ID, "::")
	return name
}

// file is the path of the file the symbol stands in.
func (s symbol) file() string {
	file, _, _ := strings.Cut(s.ID, "::")
	return file
}

// short is the last part of the name.
func short(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// code reports whether the symbol is a declaration that somebody may use,
// rather than a heading or a part of something else.
func code(kind string) bool {
	switch kind {
	case "heading", "field", "parameter", "import", "file", "package":
		return false
	}
	return true
}

// named lists symbols that are called exactly so, where the name may begin with
// that of its owner or package, and how many more there may be.
func (a *asking) named(name string, anyCase bool, limit int) (found []symbol, more int) {
	const most = 12
	var answer struct {
		Results []symbol `json:"results"`
	}
	ok := a.ask("search", object{
		"operation": "symbols", "query": strings.ReplaceAll(name, "::", "."),
		// A signature of one name: what else it may have meant is not looked for.
		"options": object{"limit": most, "query_class": "signature", "expand": "off", "max_per_file": 0, "paginate": false, "compact": true, "debug": true},
	}, &answer)
	if !ok {
		return nil, 0
	}
	for _, s := range answer.Results {
		switch {
		case s.Matched != "exact" && (s.Matched != "case" || !anyCase), !code(s.Kind):
		case len(found) == limit:
			more++
		default:
			found = append(found, s)
		}
	}
	return found, more
}

// looked are the caveats of a list of callers that say that all of the tree was
// looked at: none means none.
var looked = []string{"likely_unused", "unused_in_tree"}

// callers are the callers of a symbol: how many, and the first of them.
type callers struct {
	total int
	first []string
	sure  bool // where there is none: that there is none
}

// String says how many there are, "" where none is known and that says little.
func (c callers) String() string {
	switch {
	case c.total == 0 && !c.sure:
		return ""
	case c.total == 0:
		return "no callers"
	case c.total == 1:
		return "1 caller"
	}
	return fmt.Sprintf("%d callers", c.total)
}

func (a *asking) callers(id string, limit int) (callers, bool) {
	var answer struct {
		Callers []struct {
			ID string `json:"id"`
		} `json:"callers"`
		Total  int `json:"total"`
		Caveat struct {
			Class string `json:"class"`
		} `json:"caveat"`
	}
	ok := a.ask("relations", object{
		"operation": "callers", "target": object{"symbol": id}, "options": object{"limit": limit, "compact": true},
	}, &answer)
	if !ok {
		return callers{}, false
	}
	c := callers{total: max(answer.Total, len(answer.Callers)), sure: slices.Contains(looked, answer.Caveat.Class)}
	for _, row := range answer.Callers {
		c.first = append(c.first, row.ID)
	}
	return c, true
}

// count says how many callers there are, as the end of a row; "" where that is
// not known.
func (a *asking) count(id, kind string) string {
	if !callable(kind) {
		return ""
	}
	c, ok := a.callers(id, 1)
	if text := c.String(); ok && text != "" {
		return ", " + text
	}
	return ""
}

func callable(kind string) bool {
	switch kind {
	case "function", "method", "constructor", "macro":
		return true
	}
	return false
}

// usage shows the model how to call a tool.
func (a *asking) usage(tool string, request object) string {
	return a.tool(tool) + " " + strings.TrimSpace(encoded(request))
}

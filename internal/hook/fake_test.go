package hook

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/facade/op"
)

// fakeIndex answers as the dispatcher does about a small repository.
type fakeIndex struct {
	err     *op.Error         // of every call, nil for none
	change  map[string]string // answers of change by operation; others are not available
	stale   bool              // files have changed since
	calls   []string
	panics  bool
	hanging chan struct{} // calls of hangs wait for it, whatever their context says
	hangs   string        // a tool, "" for all
}

func (f *fakeIndex) open(context.Context, string) (op.Caller, error) { return f, nil }

var fakeSymbols = []struct {
	id, kind  string
	line, end int
	callers   []string
	caveat    string
}{
	{"pkg/server.go::Server", "struct", 3, 6, nil, ""},
	{"pkg/server.go::Server.addr", "field", 4, 4, nil, ""},
	{"pkg/server.go::Server.Start", "method", 8, 12, []string{"cmd/main.go::main", "pkg/server_test.go::TestStart"}, ""},
	{"pkg/server.go::retryBackoff", "function", 14, 20, nil, "likely_unused"},
	{"pkg/server.go::Server.String", "method", 22, 24, nil, "coverage_incomplete"},
	{"cmd/main.go::main", "function", 5, 9, nil, "coverage_incomplete"},
	{"docs/guide.md::Server", "heading", 1, 1, nil, ""},
}

// Call implements op.Caller.
func (f *fakeIndex) Call(ctx context.Context, r op.Request) op.Reply {
	if f.panics {
		panic("a fault of the index")
	}
	if f.hanging != nil && (f.hangs == "" || f.hangs == r.Tool) {
		<-f.hanging
	}
	var q struct {
		Operation string
		Query     string
		Target    struct {
			File, Symbol string
			Symbols      []string
		}
		Options struct {
			Limit   int
			Compact bool
		}
	}
	if err := json.Unmarshal(r.Arguments, &q); err != nil {
		return op.Failed(op.Invalid("%v", err))
	}
	f.calls = append(f.calls, r.Tool+"."+q.Operation)
	if f.err != nil {
		return op.Failed(f.err)
	}
	switch r.Tool + "." + q.Operation {
	case "workspace.info":
		return answered(object{"name": "app", "files": 4, "symbols": 9})
	case "search.symbols":
		return answered(object{"results": f.search(q.Query)})
	case "read.summary":
		return f.summary(q.Target.File, q.Options.Compact)
	case "relations.callers":
		return f.callers(q.Target.Symbol, q.Options.Limit)
	}
	if text, ok := f.change[q.Operation]; ok && r.Tool == "change" {
		return op.Reply{Payload: json.RawMessage(text)}
	}
	return op.Failed(op.Errorf(op.CodeOperationUnavailable, "%s.%s is not available", r.Tool, q.Operation))
}

func answered(v any) op.Reply {
	return op.Reply{Payload: json.RawMessage(strings.TrimSpace(encoded(v)))}
}

func (f *fakeIndex) search(query string) []object {
	rows := []object{}
	for _, s := range fakeSymbols {
		file, name, _ := strings.Cut(s.id, "::")
		matched := ""
		switch {
		case strings.HasSuffix("."+name, "."+query):
			matched = "exact"
		case strings.EqualFold(short(name), query):
			matched = "case"
		case slices.ContainsFunc(strings.Fields(query), func(w string) bool { return slices.Contains(subwords(name), w) }):
			matched = "words"
		default:
			continue
		}
		rows = append(rows, object{"id": s.id, "kind": s.kind, "file": file, "line": s.line, "matched": matched})
	}
	return rows
}

func (f *fakeIndex) summary(path string, compact bool) op.Reply {
	rows := []object{}
	indexed := ""
	for _, s := range fakeSymbols {
		file, name, _ := strings.Cut(s.id, "::")
		if !strings.HasSuffix(path, "/"+file) {
			continue
		}
		indexed = file
		row := object{"name": name, "kind": s.kind, "line": s.line, "end_line": s.end}
		if !compact && !f.stale {
			row["signature"] = name
		}
		rows = append(rows, row)
	}
	if indexed == "" {
		return op.Failed(op.Errorf(op.CodeFileNotFound, "%s: no such file", path))
	}
	return answered(object{"path": indexed, "lines": 24, "symbols": rows})
}

func (f *fakeIndex) callers(id string, limit int) op.Reply {
	for _, s := range fakeSymbols {
		if s.id != id {
			continue
		}
		rows := []object{}
		for _, c := range s.callers[:min(limit, len(s.callers))] {
			rows = append(rows, object{"id": c})
		}
		answer := object{"callers": rows, "total": len(s.callers)}
		if s.caveat != "" {
			answer["caveat"] = object{"class": s.caveat}
		}
		return answered(answer)
	}
	return op.Failed(op.Errorf(op.CodeSymbolNotFound, "no symbol is called %q", id))
}

package bench

import (
	"context"
	"encoding/json"
	"strings"
)

// Timed is a kind of process that was run again and again, in turn with others.
type Timed struct {
	Name    string `json:"name"`
	Command string `json:"command"`
	Wall    Series `json:"wall_ms"`
	CPU     Series `json:"cpu_ms"`
	RSS     int64  `json:"peak_rss_bytes"` // the largest of all runs
	Answer  int    `json:"answer_bytes"`   // of the last run
}

// question is a tool call.
type question struct{ tool, arguments string }

// object is a JSON object.
type object = map[string]any

func ask(tool string, arguments object) question {
	text, _ := json.Marshal(arguments) // strings and booleans always encode
	return question{tool, string(text)}
}

func readSource(symbol string) question {
	return ask("read", object{"operation": "source", "target": object{"symbol": symbol}})
}

func searchSymbols(query string) question {
	return ask("search", object{"operation": "symbols", "query": query})
}

func callersOf(symbol string) question {
	return ask("relations", object{"operation": "callers", "target": object{"symbol": symbol}})
}

// probe is one kind of process of a round.
type probe struct {
	name    string
	command command
}

// calls measures a new process for each call, on an index that is up to date:
// finding that out is part of the call.
func (s *subject) calls(ctx context.Context) ([]Timed, error) {
	return s.rounds(ctx, "calls", max(leastCalls, s.Runs), []probe{
		{"version, for the start of a process alone", s.gortex(s.state, "version")},
		{"read source", s.call(s.root, s.state, readSource(s.symbol))},
		{"search symbols", s.call(s.root, s.state, searchSymbols(s.name))},
		{"relations callers", s.call(s.root, s.state, callersOf(s.symbol))},
	})
}

// rounds runs each probe once a round, so that what else the machine does
// falls on all of them. The first round is not counted.
func (s *subject) rounds(ctx context.Context, phase string, n int, probes []probe) ([]Timed, error) {
	kinds := make([]timed, len(probes))
	for i := range n + 1 {
		s.Progress.Report(phase, i, n+1)
		for k, p := range probes {
			got, err := p.command.run(ctx)
			if err != nil {
				return nil, err
			}
			if i > 0 {
				kinds[k].add(got)
			}
		}
	}
	var all []Timed
	for k, p := range probes {
		all = append(all, kinds[k].sum(p.name, p.command.String()))
	}
	return all, nil
}

// timed gathers samples of one kind.
type timed struct {
	wall, cpu []float64
	rss       int64
	answer    int
}

func (t *timed) add(s sample) {
	t.wall = append(t.wall, milliseconds(s.wall))
	t.cpu = append(t.cpu, milliseconds(s.cpu))
	t.rss = max(t.rss, s.rss)
	t.answer = s.size
}

func (t *timed) sum(name, command string) Timed {
	return Timed{Name: name, Command: command, Wall: series(t.wall), CPU: series(t.cpu), RSS: t.rss, Answer: t.answer}
}

// nameOf is what a symbol is called: the last part of its ID.
func nameOf(symbol string) string {
	if i := strings.LastIndex(symbol, "::"); i >= 0 {
		symbol = symbol[i+2:]
	}
	return symbol[strings.LastIndexByte(symbol, '.')+1:]
}

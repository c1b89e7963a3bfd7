package bench

import (
	"context"
	"fmt"
	"time"
)

// MCP is what a server over standard input and output costs.
type MCP struct {
	Command    string   `json:"command"`
	Initialize Series   `json:"initialize_ms"` // from the start of the process to the answer
	ToolsList  Series   `json:"tools_list_ms"` // from the start of the process to the answer
	ListBytes  int      `json:"tools_list_bytes"`
	FirstRead  Series   `json:"first_answer_ms"` // from the start of the process to the first answer about code
	Warm       []Answer `json:"warm"`
	RSS        int64    `json:"rss_bytes,omitempty"` // after the warm calls; 0 where the system does not say
	PeakRSS    int64    `json:"peak_rss_bytes"`      // of the whole life of that server
}

// Answer is one kind of call of a running server.
type Answer struct {
	Name   string `json:"name"`
	Wall   Series `json:"wall_ms"` // from the request to its answer
	Answer int    `json:"answer_bytes"`
}

func (s *subject) mcp(ctx context.Context) (*MCP, error) {
	c := s.gortex(s.state, "-C", s.root, "mcp")
	result := &MCP{Command: c.String()}
	var initialize, list, first []float64
	starts := max(leastEdits, s.Runs)
	for i := range starts + 1 { // the first is not counted
		s.Progress.Report("MCP, starting", i, starts+1)
		peak, err := run(ctx, c, func(session *session) error {
			times, err := session.open(readSource(s.symbol))
			if err != nil {
				return err
			}
			if i > 0 {
				initialize = append(initialize, milliseconds(times.initialize))
				list = append(list, milliseconds(times.list))
				first = append(first, milliseconds(times.first))
			}
			result.ListBytes = times.listBytes
			if i == starts {
				return s.warmCalls(session, result)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		result.PeakRSS = peak
	}
	result.Initialize, result.ToolsList, result.FirstRead = series(initialize), series(list), series(first)
	return result, nil
}

// warmCalls asks a running server, the kinds in turn.
func (s *subject) warmCalls(session *session, result *MCP) error {
	kinds := []struct {
		name string
		q    question
	}{
		{"read source", readSource(s.symbol)},
		{"relations callers", callersOf(s.symbol)},
		{"search symbols", searchSymbols(s.name)},
	}
	times := make([][]float64, len(kinds))
	result.Warm = make([]Answer, len(kinds))
	n := max(leastMCP, s.Runs)
	for i := range n + 1 {
		s.Progress.Report("MCP, warm calls", i, n+1)
		for k, kind := range kinds {
			start := time.Now()
			text, err := session.call(kind.q)
			took := time.Since(start)
			if err != nil {
				return fmt.Errorf("%s: %w", kind.name, err)
			}
			if i > 0 {
				times[k] = append(times[k], milliseconds(took))
			}
			result.Warm[k].Answer = len(text)
		}
	}
	for k, kind := range kinds {
		result.Warm[k].Name, result.Warm[k].Wall = kind.name, series(times[k])
	}
	result.RSS = residentNow(session.cmd.Process.Pid)
	return nil
}

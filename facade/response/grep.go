package response

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
)

var grep = op.Remembered(op.Spec{
	Name: "grep", Summary: "Lines of an earlier answer that match a pattern.",
	Legacy: []op.Legacy{{Name: "ctx_grep"}},
	Examples: []op.Example{
		{Text: "In the latest answer", Request: `{"operation":"grep","arguments":{"pattern":"\"id\": .*Test"}}`},
		{Text: "With the lines around", Request: `{"operation":"grep","arguments":{"pattern":"if err != nil {","literal":true,"context":2,"response_id":"r3"}}`},
	},
}, runGrep)

// GrepRequest looks for a pattern in one answer.
type GrepRequest struct {
	Arguments GrepArguments `json:"arguments"`
}

// GrepArguments are the fields of GrepRequest.
type GrepArguments struct {
	Pattern    string `json:"pattern" doc:"regular expression of RE2, matched line by line; an answer in JSON is laid out first, a member a line, and a string of several lines, such as a source, on as many"`
	Literal    bool   `json:"literal,omitempty" doc:"the pattern is text and no expression"`
	IgnoreCase bool   `json:"ignore_case,omitempty" doc:"letters match whatever their case"`
	Context    int    `json:"context,omitempty" min:"0" max:"100" doc:"lines before and after each match"`
	Before     int    `json:"before,omitempty" min:"0" max:"100" doc:"lines before each match"`
	After      int    `json:"after,omitempty" min:"0" max:"100" doc:"lines after each match"`
	MaxMatches int    `json:"max_matches,omitempty" default:"100" min:"1" max:"10000" doc:"most matches to return"`
	Which
}

// Match is one line that matches. Of a long one the part around the match is
// given.
type Match struct {
	Line int    `json:"line"` // 1-based
	Text string `json:"text"`
}

// GrepResult lists the lines that match.
type GrepResult struct {
	ResponseID string  `json:"response_id"`
	Tool       string  `json:"tool"`
	Operation  string  `json:"operation"`
	Pattern    string  `json:"pattern"`
	Lines      int     `json:"total_lines"`
	Count      int     `json:"match_count"`
	Returned   int     `json:"returned"`
	Matches    []Match `json:"matches" op:"rows"`
	op.Page
	Block string `json:"block,omitempty"` // with context: as grep -n prints it
}

func runGrep(_ context.Context, s engine.SessionReader, req GrepRequest) (GrepResult, error) {
	a := req.Arguments
	pattern := a.Pattern
	if a.Literal {
		pattern = regexp.QuoteMeta(pattern)
	}
	if a.IgnoreCase {
		pattern = "(?i)" + pattern
	}
	re, err := regexp.Compile(pattern)
	if err != nil || a.Pattern == "" {
		if err == nil {
			return GrepResult{}, op.Invalid("arguments.pattern: want what to look for").With("field", "arguments.pattern")
		}
		return GrepResult{}, op.Invalid("arguments.pattern: %v; literal takes it as text", err).With("field", "arguments.pattern").With("suggested_field", "arguments.literal")
	}
	k, err := a.open(s)
	if err != nil {
		return GrepResult{}, err
	}
	res := GrepResult{ResponseID: k.Handle, Tool: k.Tool, Operation: k.Operation, Pattern: a.Pattern, Lines: len(k.lines)}
	before, after := max(a.Before, a.Context), max(a.After, a.Context)
	var block strings.Builder
	last := 0 // line that the block has come to
	for i, line := range k.lines {
		at := re.FindStringIndex(line)
		if at == nil {
			continue
		}
		if res.Count++; res.Count > a.MaxMatches {
			continue
		}
		res.Matches = append(res.Matches, Match{i + 1, clipped(line, at[0])})
		if before+after > 0 {
			last = surround(&block, k.lines, re, last, i+1, before, after)
		}
	}
	res.Total, res.Returned, res.Block = res.Count, len(res.Matches), block.String()
	return res, nil
}

// surround adds a match and its surroundings to a block that has come to line
// last, and returns how far it has come then.
func surround(block *strings.Builder, lines []string, re *regexp.Regexp, last, line, before, after int) int {
	from, to := max(line-before, last+1, 1), min(line+after, len(lines))
	if last > 0 && from > last+1 {
		block.WriteString("--\n")
	}
	for n := from; n <= to; n++ {
		text, mark, at := lines[n-1], "-", []int{0}
		if found := re.FindStringIndex(text); found != nil {
			mark, at = ":", found
		}
		fmt.Fprintf(block, "%d%s%s\n", n, mark, clipped(text, at[0]))
	}
	return max(last, to)
}

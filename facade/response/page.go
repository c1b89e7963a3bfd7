package response

import (
	"encoding/json"
	"fmt"
	"strings"
)

// page is the briefing in Markdown.
func (res *ExportContextResult) page() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\nRepository %s", oneLine(res.Task), res.Repository)
	if res.Branch != "" {
		fmt.Fprintf(&b, ", branch %s", res.Branch)
	}
	if len(res.Head) >= 12 {
		fmt.Fprintf(&b, ", commit %s", res.Head[:12])
	}
	fmt.Fprintf(&b, ". Confidence: %s.\n", res.Confidence)
	if len(res.Symbols) == 0 {
		b.WriteString("\nNothing in the repository has these words.\n")
	}
	for i := range res.Symbols {
		res.Symbols[i].write(&b)
	}
	return b.String()
}

func (s *Briefed) write(b *strings.Builder) {
	fmt.Fprintf(b, "\n## `%s`\n\n%s, %s:%d-%d\n", s.ID, s.Kind, s.File, s.Line, s.EndLine)
	if s.Doc != "" {
		fmt.Fprintf(b, "\n%s\n", oneLine(s.Doc))
	}
	for _, list := range []struct {
		what string
		ids  []string
	}{{"Called by", s.Callers}, {"Calls", s.Callees}} {
		if len(list.ids) > 0 {
			fmt.Fprintf(b, "\n%s: `%s`\n", list.what, strings.Join(list.ids, "`, `"))
		}
	}
	text := s.Source
	if text == "" {
		text = s.Signature
	}
	if text == "" {
		return
	}
	if s.Shortened {
		b.WriteString("\nShortened:\n")
	}
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	fmt.Fprintf(b, "\n%s%s\n%s\n%s\n", fence, s.Language, strings.TrimRight(text, "\n"), fence)
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func encoded(v any) int {
	text, err := json.Marshal(v)
	if err != nil {
		return 0
	}
	return len(text)
}

package excerpt

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Body is a part of a file that may be left out: from where a body starts to
// where its declaration ends.
type Body struct{ Start, End uint32 }

// Elide puts a mark in place of each body that lies within text[from:to] and
// takes more than one line. Bodies may nest: the outermost is elided. It
// returns the text and how many were elided.
func Elide(text []byte, from, to uint32, bodies []Body) ([]byte, int) {
	bodies = slices.Clone(bodies)
	slices.SortFunc(bodies, func(a, b Body) int { return int(a.Start) - int(b.Start) })
	var out []byte
	at, n := from, 0
	for _, b := range bodies {
		if b.Start < at || b.End > to || b.End <= b.Start || int(b.End) > len(text) {
			continue
		}
		lines := bytes.Count(text[b.Start:b.End], []byte("\n"))
		if lines == 0 {
			continue
		}
		out = append(out, text[at:b.Start]...)
		if text[b.Start] == '{' {
			out = fmt.Appendf(out, "{ … %s }", count(lines))
		} else {
			out = fmt.Appendf(out, " … %s", count(lines))
		}
		at = b.End
		n++
	}
	return append(out, text[at:to]...), n
}

var controlFlow = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*(?:[})\]]\s*)?(?:if|else|elif|for|foreach|while|do|loop|switch|select|case|default|match|when|try|catch|except|finally|with|return|yield|throw|raise|panic|break|continue|goto|go|defer|await|async|func|fn|fun|def|class|struct|interface|function|export|public|private|protected|static)\b`)
})

// Skeleton shortens a text to most lines: its first line, its last, and
// those that steer control. Runs of lines left out become one mark that says
// how many they were. ok is false when the text was short enough.
func Skeleton(text string, most int) (short string, ok bool) {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	if most <= 0 || len(lines) <= most {
		return text, false
	}
	keep := make([]bool, len(lines))
	keep[0], keep[len(lines)-1] = true, true
	kept := 2
	for i, l := range lines {
		if kept < most && !keep[i] && controlFlow().MatchString(l) {
			keep[i] = true
			kept++
		}
	}
	var b strings.Builder
	for i := 0; i < len(lines); i++ {
		if keep[i] {
			b.WriteString(lines[i])
			continue
		}
		from := i
		for i+1 < len(lines) && !keep[i+1] {
			i++
		}
		indent := lines[from][:len(lines[from])-len(strings.TrimLeft(lines[from], " \t"))]
		fmt.Fprintf(&b, "%s… %s\n", strings.TrimRight(indent, "\r\n"), count(i-from+1))
	}
	return b.String(), true
}

func count(lines int) string {
	if lines == 1 {
		return "1 line"
	}
	return fmt.Sprintf("%d lines", lines)
}

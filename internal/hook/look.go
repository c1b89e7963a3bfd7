package hook

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Bounds of what is said about reads and searches.
const (
	mostKnown     = 1200 // bytes
	mostRows      = 12   // symbols of a file
	mostCounted   = 6    // of them with the number of their callers
	mostSegments  = 16   // alternatives that are counted
	mostSearched  = 6    // alternatives that are looked up
	mostSameNamed = 3
)

// known says what the index knows of what is read or searched for.
func known(a *asking, looks []look) string {
	l := &lines{room: mostKnown}
	for _, k := range looks {
		switch {
		case k.file != "":
			outline(a, l, k)
		case k.pattern != "":
			segments := alternatives(k.pattern)
			a.segments = min(a.segments+len(segments), mostSegments)
			hits(a, l, segments, k.anyCase)
		default:
			if name := stem(k.name); name != "" {
				hits(a, l, []string{name}, false)
			}
		}
	}
	return l.String()
}

// summary is the outline of a file as read.summary gives it.
type summary struct {
	Path    string
	Lines   int
	Symbols []declared
}

type declared struct {
	Name      string
	Kind      string
	Line      int
	EndLine   int `json:"end_line"`
	Signature string
}

func (d declared) end() int { return max(d.Line, d.EndLine) }

func (a *asking) summary(file string, compact bool) (summary, bool) {
	var s summary
	ok := a.ask("read", object{
		"operation": "summary", "target": object{"file": file},
		"options": object{"compact": compact}, "output": object{"max_tokens": 20000},
	}, &s)
	return s, ok
}

// outline lists the symbols in the part of a file that is read, those with the
// most lines if there are many.
func outline(a *asking, l *lines, k look) {
	s, ok := a.summary(k.file, true)
	if !ok {
		return
	}
	var rows []declared
	for _, d := range s.Symbols {
		if code(d.Kind) && d.end() >= k.first && (k.last == 0 || d.Line <= k.last) {
			rows = append(rows, d)
		}
	}
	if len(rows) == 0 {
		return
	}
	all := len(rows)
	if all > mostRows {
		slices.SortStableFunc(rows, func(x, y declared) int { return cmp.Compare(y.end()-y.Line, x.end()-x.Line) })
		rows = rows[:mostRows]
		slices.SortStableFunc(rows, func(x, y declared) int { return cmp.Compare(x.Line, y.Line) })
	}
	head := fmt.Sprintf("gortex: %s declares (line, symbol):", s.Path)
	if all > len(rows) {
		head = fmt.Sprintf("gortex: %s declares %d symbols; the longest (line, symbol):", s.Path, all)
	}
	if !l.add(head) {
		return
	}
	counted := 0
	for _, d := range rows {
		line := fmt.Sprintf("%d %s %s", d.Line, d.Kind, d.Name)
		if callable(d.Kind) && counted < mostCounted {
			counted++
			line += a.count(s.Path+"::"+d.Name, d.Kind)
		}
		if !l.add(line) {
			return
		}
	}
	longest := slices.MaxFunc(rows, func(x, y declared) int { return cmp.Compare(x.end()-x.Line, y.end()-y.Line) })
	l.add("One of them alone: " + a.usage("read", object{"target": object{"symbol": s.Path + "::" + longest.Name}}))
}

// hits lists the symbols that are called as the alternatives of a pattern.
func hits(a *asking, l *lines, segments []string, anyCase bool) {
	first := true
	for _, name := range segments[:min(len(segments), mostSearched)] {
		found, more := a.named(name, anyCase, mostSameNamed)
		if last := short(name); len(found) == 0 && last != name && len(last) >= 4 {
			found, more = a.named(last, anyCase, mostSameNamed) // after a variable
		}
		for _, s := range found {
			if first {
				if !l.add("gortex knows by that name:") {
					return
				}
			}
			first = false
			if !l.add(fmt.Sprintf("%s %s, %s:%d%s", s.Kind, s.name(), s.file(), s.Line, a.count(s.ID, s.Kind))) {
				return
			}
		}
		if more > 0 {
			l.add(fmt.Sprintf("and %d more called %s", more, name))
		}
		if len(found) == 1 && len(segments) == 1 {
			l.add("All uses: " + a.usage("relations", object{"operation": "usages", "target": object{"symbol": found[0].ID}}))
		}
	}
}

// Patterns are compiled when they are needed: every other command has this
// package too.
var (
	identifier = pattern(`^[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::)[\p{L}_$][\p{L}\p{N}_$]*)*$`)
	keyword    = pattern(`^(?:func|def|class|type|fn|function|interface|struct|enum|trait|const|let|var|impl|module)(?:\s|\\s[+*])+`)
	receiver   = pattern(`^\\?\([^)]*\)\s*`)
)

func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// alternatives are the names that a pattern searches for: its alternatives, in
// the syntaxes of grep, egrep and ripgrep, without what stands around a name.
// What is no name is left out.
func alternatives(text string) []string {
	text = strings.ReplaceAll(text, `\|`, "|")
	var names []string
	for part := range strings.SplitSeq(text, "|") {
		if name := bare(part); name != "" && !slices.Contains(names, name) && len(names) < mostSegments {
			names = append(names, name)
		}
	}
	return names
}

// edges may stand before and after a name in a pattern.
var edges = []string{`\b`, `\<`, `\>`, `\s*`, `\s+`, `.*`, `\(`, `\)`, "(", ")", `\`, "^", "$", " ", ":", "=", "{"}

// bare takes from an alternative what is not the name.
func bare(part string) string {
	for before := ""; before != part; {
		before = part
		for _, e := range edges {
			part = strings.TrimSuffix(part, e)
			if e != `\(` && e != "(" || !receiver().MatchString(part) {
				part = strings.TrimPrefix(part, e)
			}
		}
		part = keyword().ReplaceAllString(part, "")
		part = receiver().ReplaceAllString(part, "")
	}
	part = strings.TrimPrefix(strings.ReplaceAll(part, `\.`, "."), ".")
	if len(part) < 3 || !identifier().MatchString(part) {
		return ""
	}
	return part
}

// stem is the name that a pattern of file names has at its heart.
func stem(pattern string) string {
	base := filepath.Base(pattern)
	if i := strings.LastIndexByte(base, '.'); i > 0 {
		base = base[:i]
	}
	base = strings.Trim(base, "*?.")
	if len(base) < 4 || !identifier().MatchString(base) {
		return ""
	}
	return base
}

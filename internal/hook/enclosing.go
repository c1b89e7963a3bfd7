package hook

import (
	"strings"
	"unicode/utf8"
)

// spanning is the innermost declaration with a line, by the index.
func spanning(list []declared, line int) (best declared, where int) {
	for _, d := range list {
		if d.Line <= line && line <= d.end() && (best.Name == "" || d.end()-d.Line <= best.end()-best.Line) {
			best, where = d, d.Line
		}
	}
	return best, where
}

// enclosing is the innermost of some declarations with a line (from 0) of a
// text that has changed since they were listed: a line that is less indented
// than all between holds the declaration's name. It is the layout that people
// and formatters give code in any language; where code is laid out otherwise,
// nothing is found.
func enclosing(text []string, line int, list []declared) (declared, int) {
	if on := declaredOn(text[line], list); len(on) > 0 {
		return choose(text, line, on, list), line + 1
	}
	return outside(text, line, list)
}

// outside is enclosing without what the line itself declares.
func outside(text []string, line int, list []declared) (declared, int) {
	indent := indentOf(text, line)
	for i := line - 1; i >= 0; i-- {
		here := strings.TrimSpace(text[i])
		if here == "" || comment(here) {
			continue
		}
		at := indentation(text[i])
		if at >= indent {
			continue
		}
		if here == "{" || strings.HasPrefix(here, ")") {
			indent = at + 1 // a bracket belongs to a line above it, as far left
			continue
		}
		if on := declaredOn(text[i], list); len(on) > 0 {
			return choose(text, i, on, list), i + 1
		}
		indent = at
	}
	return declared{}, 0
}

// choose is the one of several declarations of a name that stands in what
// encloses the line.
func choose(text []string, line int, on, list []declared) declared {
	if len(on) == 1 {
		return on[0]
	}
	around, _ := outside(text, line, list)
	for _, d := range on {
		if around.Name != "" && d.Name == around.Name+"."+short(d.Name) {
			return d
		}
	}
	return on[0]
}

// indentOf is the indentation of a line, or of the next one that has any text.
func indentOf(text []string, line int) int {
	for ; line < len(text)-1 && strings.TrimSpace(text[line]) == ""; line++ {
	}
	return indentation(text[line])
}

func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

func comment(line string) bool {
	for _, mark := range []string{"//", "#", "*", "/*", "--", "@"} {
		if strings.HasPrefix(line, mark) {
			return true
		}
	}
	return false
}

var declaring = pattern(`^\s*(?:[\w@]+\s+)*(?:func|def|class|type|fn|function|interface|struct|enum|trait|impl|module|const|let|var|val|fun|sub|object|namespace|public|private|protected|static)\b`)

func declares(line string) bool { return declaring().MatchString(line) }

// declaredOn finds which of some declarations a line makes: it declares
// something, and has a name of the list. A name whose owner stands on the line
// too, as in "func (s *Server) Start", comes before others, then the first on
// the line, as what follows it are parameters and types. There are several
// where owners have members of one name.
func declaredOn(line string, list []declared) (on []declared) {
	if !declares(line) && indentation(line) > 0 && !strings.HasSuffix(strings.TrimSpace(line), "{") {
		return nil
	}
	head, _, _ := strings.Cut(line, "=")
	owned, place := false, -1
	for _, d := range list {
		at := wordIn(head, short(d.Name))
		if at < 0 {
			continue
		}
		owner := short(strings.TrimSuffix(d.Name, "."+short(d.Name)))
		has := owner != d.Name && wordIn(head, owner) >= 0
		switch better := place < 0 || has && !owned || has == owned && at < place; {
		case better:
			on, owned, place = []declared{d}, has, at
		case has == owned && at == place:
			on = append(on, d)
		}
	}
	return on
}

// wordIn is where a whole word begins in a line, -1 if it is not there.
func wordIn(line, word string) int {
	if word == "" {
		return -1
	}
	for from := 0; ; {
		i := strings.Index(line[from:], word)
		if i < 0 {
			return -1
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(line[:i])
		after, _ := utf8.DecodeRuneInString(line[i+len(word):])
		if !wordRune(before) && !wordRune(after) {
			return i
		}
		from = i + len(word)
	}
}

func wordRune(r rune) bool {
	return r == '_' || r == '$' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127 && r != utf8.RuneError
}

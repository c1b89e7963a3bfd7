package edit

import (
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// skipProperties passes anchors and tags, and the white space behind them.
func skipProperties(text []byte, at int) int {
	for at < len(text) && (text[at] == '&' || text[at] == '!') {
		at = yamlSpace(text, wordEnd(text, at))
	}
	return at
}

// propertiesEnd is the end of the last anchor or tag at at.
func propertiesEnd(text []byte, at int) int {
	end := at
	for at < len(text) && (text[at] == '&' || text[at] == '!') {
		end = wordEnd(text, at)
		at = yamlSpace(text, end)
	}
	return end
}

// wordEnd is the end of an anchor, a tag or an alias.
func wordEnd(text []byte, at int) int {
	if strings.HasPrefix(string(text[at:min(at+2, len(text))]), "!<") {
		for at < len(text) && text[at] != '>' {
			at++
		}
		return min(at+1, len(text))
	}
	for at < len(text) && strings.IndexByte(" \t\r\n,[]{}", text[at]) < 0 {
		at++
	}
	return at
}

// yamlComment is the offset after the comment at at, or -1. A # inside a word
// begins none.
func yamlComment(text []byte, at int) int {
	if text[at] == '#' && (at == 0 || strings.IndexByte(" \t\r\n,[]{}", text[at-1]) >= 0 || at == textStart(text)) {
		return lineEnd(text, at)
	}
	return -1
}

// yamlSpace passes white space, line endings and comments.
func yamlSpace(text []byte, at int) int {
	for at = skipSpace(text, at); at < len(text) && yamlComment(text, at) >= 0; {
		at = skipSpace(text, lineEnd(text, at))
	}
	return at
}

// nextDash is the next dash that begins an element of a block sequence.
func nextDash(text []byte, at int) int {
	at = yamlSpace(text, at)
	if at >= len(text) || text[at] != '-' {
		return -1
	}
	return at
}

// scalarEnd finds the end of a scalar whose content begins at at.
func scalarEnd(text []byte, at int, y *yaml.Node, indent int) int {
	switch {
	case y.Style&yaml.DoubleQuotedStyle != 0:
		for at++; at < len(text) && text[at] != '"'; at++ {
			if text[at] == '\\' {
				at++
			}
		}
		return min(at+1, len(text))
	case y.Style&yaml.SingleQuotedStyle != 0:
		for at++; at < len(text); at++ {
			if text[at] != '\'' {
				continue
			}
			if at+1 == len(text) || text[at+1] != '\'' {
				break
			}
			at++
		}
		return min(at+1, len(text))
	case y.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return blockScalarEnd(text, at, indent)
	}
	return plainEnd(text, at, y.Value)
}

// plainEnd walks a plain scalar beside its value: there are no escapes in it,
// so that all but the white space is the same.
func plainEnd(text []byte, at int, value string) int {
	end := at
	for _, want := range value {
		if isYAMLSpace(want) {
			continue
		}
		r, n := utf8.DecodeRune(text[at:])
		for at < len(text) && isYAMLSpace(r) {
			at += n
			r, n = utf8.DecodeRune(text[at:])
		}
		if r != want || n == 0 {
			return end
		}
		at += n
		end = at
	}
	return end
}

func isYAMLSpace(r rune) bool {
	return r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == 0x85 || r == 0x2028 || r == 0x2029
}

// blockScalarEnd is the end of the last line of a literal or folded scalar.
// indent is the column of the container, from which the lines are indented.
func blockScalarEnd(text []byte, at, indent int) int {
	headEnd := lineEnd(text, at)
	head := string(text[at:headEnd])
	if i := strings.Index(head, " #"); i >= 0 {
		head = head[:i]
	}
	keep := strings.Contains(head, "+")
	least := 0
	for _, c := range head {
		if c >= '1' && c <= '9' {
			least = max(indent, 0) + int(c-'0')
		}
	}
	end := headEnd
	for line := nextLine(text, at); line < len(text) && line > at; line = nextLine(text, line) {
		stop := lineEnd(text, line)
		first := line
		for first < stop && text[first] == ' ' {
			first++
		}
		if first == stop {
			if keep {
				end = stop
			}
			continue
		}
		if least == 0 {
			least = max(first-line, indent+1)
		}
		if first-line < least || marksDocument(text[line:stop]) {
			break
		}
		end = stop
	}
	return end
}

// marksDocument reports whether a line is --- or ..., which ends any scalar.
func marksDocument(line []byte) bool {
	s := string(line)
	return len(s) >= 3 && (s[:3] == "---" || s[:3] == "...") && (len(s) == 3 || s[3] == ' ' || s[3] == '\t')
}

package walk

import "strings"

// The outcomes of wildmatch. The aborts let an outer star give up early, which keeps patterns
// with many stars from taking exponential time.
const (
	wmMatch = iota
	wmNoMatch
	wmAbortAll        // the text ended: no longer star can help
	wmAbortToStarStar // a slash stopped a single star: only a double star further out can help
)

// wildSteps bounds the work on one pattern and one path. Git has no such bound; no pattern in
// use comes near it.
const wildSteps = 1 << 18

// wildmatch matches text with a pattern as git's wildmatch.c does. With pathname set, a slash is
// matched only by a slash or by a double star that fills a whole component.
func wildmatch(pattern, text string, pathname bool) bool {
	w := wild{pathname: pathname, steps: wildSteps}
	return w.match(pattern, text) == wmMatch
}

type wild struct {
	pathname bool
	steps    int
}

func (w *wild) match(p, text string) int {
	i, t := 0, 0
	for ; i < len(p); i, t = i+1, t+1 {
		if w.steps--; w.steps < 0 {
			return wmAbortAll
		}
		if t >= len(text) && p[i] != '*' {
			return wmAbortAll
		}
		switch p[i] {
		case '\\':
			if i++; i >= len(p) || text[t] != p[i] {
				return wmNoMatch
			}
		case '?':
			if w.pathname && text[t] == '/' {
				return wmNoMatch
			}
		case '*':
			return w.star(p, i, text[t:])
		case '[':
			end, in, ok := matchSet(p, i+1, text[t])
			if !ok {
				return wmAbortAll
			}
			if !in || w.pathname && text[t] == '/' {
				return wmNoMatch
			}
			i = end
		default:
			if text[t] != p[i] {
				return wmNoMatch
			}
		}
	}
	if t < len(text) {
		return wmNoMatch
	}
	return wmMatch
}

// star matches p[i:], which begins with a star, with the whole of text.
func (w *wild) star(p string, i int, text string) int {
	first := i
	for i < len(p) && p[i] == '*' {
		i++
	}
	rest := p[i:]
	slashes := !w.pathname
	if w.pathname && i-first > 1 && (first == 0 || p[first-1] == '/') &&
		(rest == "" || rest[0] == '/' || strings.HasPrefix(rest, `\/`)) {
		// "foo/**/bar" matches "foo/bar" too: let the stars and one slash match nothing.
		if rest != "" && rest[0] == '/' && w.match(rest[1:], text) == wmMatch {
			return wmMatch
		}
		slashes = true
	}
	if rest == "" {
		if !slashes && strings.IndexByte(text, '/') >= 0 {
			return wmAbortToStarStar
		}
		return wmMatch
	}
	if !slashes && rest[0] == '/' {
		slash := strings.IndexByte(text, '/')
		if slash < 0 {
			return wmAbortAll
		}
		return w.match(rest, text[slash:])
	}
	return w.grow(rest, text, slashes)
}

// grow lets a star take ever more of text until rest matches what is left.
func (w *wild) grow(rest, text string, slashes bool) int {
	for t := 0; t < len(text); t++ {
		if !globSpecial(rest[0]) {
			for t < len(text) && text[t] != rest[0] && (slashes || text[t] != '/') {
				t++
			}
			if t >= len(text) || text[t] != rest[0] {
				if slashes {
					return wmAbortAll
				}
				return wmAbortToStarStar
			}
		}
		if got := w.match(rest, text[t:]); got != wmNoMatch {
			if !slashes || got != wmAbortToStarStar {
				return got
			}
		} else if !slashes && text[t] == '/' {
			return wmAbortToStarStar
		}
	}
	return wmAbortAll
}

// matchSet looks c up in the bracket expression whose first byte is p[i]. end is the index of the
// closing bracket; ok is false when the expression is malformed.
func matchSet(p string, i int, c byte) (end int, in, ok bool) {
	at := func(i int) byte { // a NUL ends a pattern in git
		if i < len(p) {
			return p[i]
		}
		return 0
	}
	negated := at(i) == '!' || at(i) == '^'
	if negated {
		i++
	}
	var prev byte
	for first := true; first || at(i) != ']'; first = false {
		ch := at(i)
		switch {
		case ch == 0:
			return 0, false, false
		case ch == '\\':
			i++
			if ch = at(i); ch == 0 {
				return 0, false, false
			}
			in = in || c == ch
		case ch == '-' && prev != 0 && at(i+1) != 0 && at(i+1) != ']':
			i++
			if ch = at(i); ch == '\\' {
				i++
				if ch = at(i); ch == 0 {
					return 0, false, false
				}
			}
			in = in || prev <= c && c <= ch
			ch = 0
		case ch == '[' && at(i+1) == ':':
			close := strings.IndexByte(p[i+2:], ']')
			if close < 0 {
				return 0, false, false
			}
			if close == 0 || p[i+2+close-1] != ':' { // no ":]": an ordinary bracket
				in = in || c == '['
				break
			}
			member, known := inClass(p[i+2:i+2+close-1], c)
			if !known {
				return 0, false, false
			}
			in = in || member
			i += 2 + close
			ch = 0
		default:
			in = in || c == ch
		}
		prev = ch
		i++
	}
	return i, in != negated, true
}

// inClass is the C locale's idea of a character class.
func inClass(name string, c byte) (in, known bool) {
	lower, upper, digit := 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9'
	graph := 0x21 <= c && c <= 0x7e
	switch name {
	case "alnum":
		return lower || upper || digit, true
	case "alpha":
		return lower || upper, true
	case "blank":
		return c == ' ' || c == '\t', true
	case "cntrl":
		return c < 0x20 || c == 0x7f, true
	case "digit":
		return digit, true
	case "graph":
		return graph, true
	case "lower":
		return lower, true
	case "print":
		return graph || c == ' ', true
	case "punct":
		return graph && !lower && !upper && !digit, true
	case "space":
		return c == ' ' || '\t' <= c && c <= '\r', true
	case "upper":
		return upper, true
	case "xdigit":
		return digit || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F', true
	}
	return false, false
}

func globSpecial(c byte) bool { return c == '*' || c == '?' || c == '[' || c == '\\' }

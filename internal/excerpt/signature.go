package excerpt

import (
	"fmt"
	"strings"

	"github.com/gortexhq/gortex/internal/graph"
)

const (
	longestSignature = 160      // bytes
	longestHead      = 16 << 10 // bytes of a declaration before its body that are looked at
	longestBodiless  = 4 << 10
)

// Signature is a declaration up to its body, on one line and without comments.
// A declaration without a body is its own signature. Of several overloads that
// are one symbol it is the first, with their number.
func Signature(text []byte, s graph.Span) string {
	end, most := s.End, uint32(longestBodiless)
	if s.Body > s.Start {
		end, most = s.Body, longestHead
	}
	if s.Start >= end || int(end) > len(text) {
		return ""
	}
	sig := uncomment(shown(text[s.Start:min(end, s.Start+most)]), oneSpace)
	parts := statements(sig)
	if len(parts) == 0 {
		return ""
	}
	sig = tight.Replace(strings.Join(strings.Fields(parts[0]), " "))
	if len(parts) == 1 || s.Body <= s.Start {
		if s.Body > s.Start {
			sig = strings.TrimRight(sig, " :={")
		}
		if end-s.Start > most {
			sig = strings.TrimRight(strings.TrimRightFunc(sig, func(c rune) bool { return c >= 0x80 || wordByte(byte(c)) }), " ") + "…"
		}
		return clipToken(sig, longestSignature)
	}
	of := fmt.Sprintf(" (1 of %d overloads)", len(parts)-1)
	if len(parts) == 2 {
		of = " (1 overload)"
	}
	return clipToken(sig, longestSignature-len(of)) + of
}

// Implementation is the span of the declaration that has the body, when a
// symbol is several overloads: it starts where that one does, and its doc
// comment is the one right before it. Any other span is returned as it is.
func Implementation(text []byte, s graph.Span) graph.Span {
	if s.Body <= s.Start || int(s.Body) > len(text) || s.Body-s.Start > 4*longestHead {
		return s
	}
	head := string(text[s.Start:s.Body])
	// Spaces in place of comments would move what follows them.
	blank := uncomment(head, func(comment string) string { return strings.Repeat(" ", len(comment)) })
	parts := statements(blank)
	if len(parts) < 2 {
		return s
	}
	own := len(head) - len(parts[len(parts)-1])
	start := own + len(blank[own:]) - len(strings.TrimLeft(blank[own:], " \t\r\n"))
	before := strings.TrimRight(head[own:start], " \t\r\n")
	out := s
	out.Start = s.Start + uint32(start)
	out.Doc = out.Start
	if i := strings.LastIndex(before, "/*"); i >= 0 && strings.HasSuffix(before, "*/") {
		out.Doc = s.Start + uint32(own+i)
	}
	return out
}

// tight takes out the spaces that were line breaks inside of brackets.
var tight = strings.NewReplacer("( ", "(", ", )", ")", " )", ")")

// statements splits a head at the semicolons between overloads. A semicolon
// within brackets or in what is no list of overloads splits nothing.
func statements(head string) []string {
	var parts []string
	depth, from := 0, 0
	each(head, func(at int, c byte) {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ';':
			if depth == 0 {
				parts = append(parts, head[from:at])
				from = at + 1
			}
		}
	})
	if strings.TrimSpace(head[from:]) != "" {
		parts = append(parts, head[from:])
	}
	if len(parts) > 1 {
		for _, p := range parts {
			if !strings.Contains(p, "(") {
				return []string{head}
			}
		}
	}
	return parts
}

func oneSpace(string) string { return " " }

// uncomment replaces every comment. It knows no language: a
// number sign begins a comment after a space and before one, and anywhere in
// what begins as a declaration of Python.
func uncomment(s string, with func(comment string) string) string {
	hash := strings.HasPrefix(s, "def ") || strings.HasPrefix(s, "async def ") || strings.HasPrefix(s, "class ")
	slashes := !hash || strings.HasPrefix(s, "class ")
	if !strings.Contains(s, "/*") && !strings.Contains(s, "//") && !strings.Contains(s, "#") {
		return s
	}
	var b strings.Builder
	from := 0 // what is written up to here
	each(s, func(at int, c byte) {
		if at < from {
			return
		}
		rest := s[at:]
		var end int
		switch {
		case strings.HasPrefix(rest, "/*"):
			if end = strings.Index(rest[2:], "*/"); end < 0 {
				end = len(rest)
			} else {
				end += 4
			}
		case slashes && strings.HasPrefix(rest, "//"), c == '#' && (hash && !strings.HasPrefix(rest, "#[") || spaced(s, at)):
			if end = strings.IndexByte(rest, '\n'); end < 0 {
				end = len(rest)
			}
		default:
			return
		}
		b.WriteString(s[from:at])
		b.WriteString(with(rest[:end]))
		from = at + end
	})
	b.WriteString(s[min(from, len(s)):])
	return b.String()
}

func spaced(s string, at int) bool {
	return (at == 0 || s[at-1] == ' ' || s[at-1] == '\t' || s[at-1] == '\n') && at+1 < len(s) && (s[at+1] == ' ' || s[at+1] == '\n')
}

// each visits the bytes that stand outside of string literals. A quote that
// does not close on its line is an ordinary character, as in a lifetime of
// Rust; a comment may hold one, too.
func each(s string, visit func(at int, c byte)) {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '"', '\'', '`':
			if n := literal(s[i:]); n > 0 {
				i += n - 1
				continue
			}
			visit(i, c)
		case '/':
			visit(i, c)
			// What is quoted in a comment is no literal.
			if strings.HasPrefix(s[i:], "/*") {
				if n := strings.Index(s[i+2:], "*/"); n >= 0 {
					i += n + 3
				}
			} else if strings.HasPrefix(s[i:], "//") {
				if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
					i += n - 1
				}
			}
		default:
			visit(i, c)
		}
	}
}

// literal is the length of the string literal that s begins with, 0 if it does
// not close.
func literal(s string) int {
	if triple := strings.Repeat(s[:1], 3); strings.HasPrefix(s, triple) && s[0] != '`' {
		if n := strings.Index(s[3:], triple); n >= 0 {
			return n + 6
		}
		return 0
	}
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == '\n' && s[0] != '`':
			return 0
		case s[i] == s[0]:
			return i + 1
		}
	}
	return 0
}

// clipToken cuts a line between two tokens.
func clipToken(s string, most int) string {
	if len(s) <= most {
		return s
	}
	end := most - len("…")
	for end > 0 && wordByte(s[end]) && wordByte(s[end-1]) {
		end--
	}
	if end == 0 {
		return clip(s, most)
	}
	return strings.TrimRight(s[:end], " ") + "…"
}

// wordByte reports whether a byte can stand in a name.
func wordByte(c byte) bool {
	return c >= 0x80 || c == '_' || c == '$' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

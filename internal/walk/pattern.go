package walk

import (
	"bytes"
	"strings"
)

// pattern is one line of an ignore file, as git's dir.c takes it apart.
type pattern struct {
	text     string // without the leading !, the leading / and the trailing /
	literal  int    // how many leading bytes of text hold no wildcard
	negative bool   // the line began with !
	dirOnly  bool   // the line ended with /
	base     bool   // no slash inside: compared with the last component alone
	suffix   bool   // a star and then literal text
}

// parseIgnore reads an ignore file. Lines that can never match are kept out.
func parseIgnore(raw []byte) []pattern {
	raw = bytes.TrimPrefix(raw, []byte("\xEF\xBB\xBF"))
	var out []pattern
	for line := range bytes.Lines(raw) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		line = bytes.TrimSuffix(line, []byte("\r"))
		if nul := bytes.IndexByte(line, 0); nul >= 0 {
			line = line[:nul]
		}
		if p, ok := parsePattern(trimSpaces(string(line))); ok {
			out = append(out, p)
		}
	}
	return out
}

// trimSpaces drops trailing spaces that no backslash keeps.
func trimSpaces(s string) string {
	last := -1
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ':
			if last < 0 {
				last = i
			}
		case '\\':
			if i++; i >= len(s) {
				return s
			}
			last = -1
		default:
			last = -1
		}
	}
	if last >= 0 {
		return s[:last]
	}
	return s
}

func parsePattern(line string) (pattern, bool) {
	var p pattern
	if strings.HasPrefix(line, "!") {
		p.negative = true
		line = line[1:]
	}
	if strings.HasSuffix(line, "/") {
		p.dirOnly = true
		line = line[:len(line)-1]
	}
	if line == "" {
		return p, false
	}
	p.base = strings.IndexByte(line, '/') < 0
	p.literal = literalLen(line)
	p.suffix = p.base && line[0] == '*' && literalLen(line[1:]) == len(line)-1
	if line[0] == '/' {
		line = line[1:]
		p.literal--
	}
	p.text = line
	return p, line != ""
}

func literalLen(s string) int {
	for i := 0; i < len(s); i++ {
		if globSpecial(s[i]) {
			return i
		}
	}
	return len(s)
}

// match compares a path relative to the ignore file's directory; base is its last component.
func (p *pattern) match(rel, base string, isDir bool) bool {
	if p.dirOnly && !isDir {
		return false
	}
	if p.base {
		switch {
		case p.literal == len(p.text):
			return p.text == base
		case p.suffix:
			return strings.HasSuffix(base, p.text[1:])
		}
		return wildmatch(p.text, base, false)
	}
	if len(rel) < p.literal || rel[:p.literal] != p.text[:p.literal] {
		return false
	}
	// Git matches the rest apart from the literal start, so that "a**/b" acts as "a" and "**/b".
	return wildmatch(p.text[p.literal:], rel[p.literal:], true)
}

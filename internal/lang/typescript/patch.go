package typescript

import "bytes"

// patch returns a source of the same length in which spaces take the place of
// variance marks ("<in out T>"), and a semicolon the place of a space before a
// call signature that follows a member without one:
//
//	{
//	  <A>(a: A): A
//	  <B>(b: B): B
//	}
//
// and likewise before a property called in. Escapes in templates are blanked,
// as they may stand in types as well. The TypeScript grammar 0.23.2 knows none
// of these and loses whole files to them.
// src is not changed; it is returned if there is nothing to do.
func patch(src []byte) []byte {
	if !mayNeedPatch(src) {
		return src
	}
	p := patcher{scanner: scanner{src: src}, out: src}
	p.escape = func(at int) {
		p.set(at, ' ')
		p.set(at+1, ' ')
	}
	for p.next() {
		switch t := p.tok; {
		case t.kind == tokenName || t.kind == tokenWord:
			p.variance(t)
			p.property(t)
		case t.kind == '<' && t.newline:
			p.signature(t)
		}
	}
	return p.out
}

// mayNeedPatch is a quick look for what patch changes.
func mayNeedPatch(src []byte) bool {
	for _, mark := range [...]string{"<in ", "<out ", ", in ", ", out ", "\\`"} {
		if bytes.Contains(src, []byte(mark)) {
			return true
		}
	}
	for rest := src; ; {
		i := bytes.IndexByte(rest, '\n')
		if i < 0 {
			return false
		}
		rest = rest[i+1:]
		line := rest
		for len(line) > 0 && (line[0] == ' ' || line[0] == '\t') {
			line = line[1:]
		}
		if len(line) > 4 && (line[0] == '<' || bytes.HasPrefix(line, []byte("in ")) || bytes.HasPrefix(line, []byte("in:")) || bytes.HasPrefix(line, []byte("in?:")) || bytes.HasPrefix(line, []byte("out "))) {
			return true
		}
	}
}

type patcher struct {
	scanner
	out []byte // src until the first change
}

func (p *patcher) set(at int, c byte) {
	if &p.out[0] == &p.src[0] {
		p.out = bytes.Clone(p.src)
	}
	p.out[at] = c
}

// notAfterOut are words that follow a variable called out.
var notAfterOut = map[string]bool{
	"extends": true, "in": true, "as": true, "instanceof": true, "is": true, "of": true, "satisfies": true,
}

// variance blanks "in" and "out" where a type parameter begins and another
// name follows on the line.
func (p *patcher) variance(t token) {
	word := string(p.src[t.start:t.end])
	if word != "in" && word != "out" {
		return
	}
	if k := t.before; k != '<' && k != ',' && k != tokenMark {
		return
	}
	i := t.end
	for i < len(p.src) && (p.src[i] == ' ' || p.src[i] == '\t') {
		i++
	}
	if i == t.end || i == len(p.src) || !isNameByte(p.src[i]) {
		return
	}
	if end := nameEnd(p.src, i); word == "out" && notAfterOut[string(p.src[i:end])] {
		return
	}
	for i := t.start; i < t.end; i++ {
		p.set(i, ' ')
	}
	p.prev = tokenMark // "in out" is two marks
}

// property puts a semicolon before a line that begins with a property called
// in, which the grammar takes for the operator.
func (p *patcher) property(t token) {
	if !t.newline || string(p.src[t.start:t.end]) != "in" || p.top() != '{' || !endsType(t.before) {
		return
	}
	if rest := p.src[t.end:]; !bytes.HasPrefix(rest, []byte(":")) && !bytes.HasPrefix(rest, []byte("?:")) {
		return
	}
	if c := p.src[t.start-1]; c == ' ' || c == '\t' {
		p.set(t.start-1, ';')
	}
}

// signature puts a semicolon before a line that begins with type parameters
// and an argument list, inside braces, after something that ends a type.
func (p *patcher) signature(t token) {
	if p.top() != '{' || !endsType(t.before) || t.start == 0 {
		return
	}
	if c := p.src[t.start-1]; c != ' ' && c != '\t' {
		return
	}
	end := angleEnd(p.src, t.start)
	if end < 0 {
		return
	}
	for end < len(p.src) && (p.src[end] == ' ' || p.src[end] == '\n' || p.src[end] == '\r' || p.src[end] == '\t') {
		end++
	}
	if end < len(p.src) && p.src[end] == '(' {
		p.set(t.start-1, ';')
	}
}

func endsType(k byte) bool {
	switch k {
	case tokenName, tokenString, tokenNumber, ')', ']', '}', '>':
		return true
	}
	return false
}

// longestParameters bounds the search for the end of type parameters, in bytes.
const longestParameters = 4096

// angleEnd returns the index after the ">" that closes the "<" at i, -1 if
// there is none near.
func angleEnd(src []byte, i int) int {
	depth := 0
	for limit := min(len(src), i+longestParameters); i < limit; i++ {
		switch src[i] {
		case '<', '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '>':
			if src[i-1] == '=' {
				continue
			}
			depth--
			if depth == 0 {
				return i + 1
			}
		case '"', '\'':
			i = quoteEnd(src, i) - 1
		case '/':
			if i+1 < len(src) && (src[i+1] == '/' || src[i+1] == '*') {
				i = commentEnd(src, i) - 1
			}
		case ';':
			if depth <= 1 {
				return -1
			}
		}
		if depth <= 0 {
			return -1
		}
	}
	return -1
}

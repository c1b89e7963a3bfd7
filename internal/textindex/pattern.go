package textindex

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"slices"
)

// Pattern is what is searched for in lines. It is safe for concurrent use.
type Pattern struct {
	literal []byte         // of a plain pattern
	re      *regexp.Regexp // of any other
	query   *Query
	need    needles
}

// ErrEmptyPattern says that there is nothing to search for.
var ErrEmptyPattern = errors.New("the pattern is empty")

// Compile prepares a plain string or, with isRegexp, a regular expression of
// Go's syntax. The ends of a line are its ends too; \r before a line feed is
// not part of the line. Errors: ErrEmptyPattern, *syntax.Error.
func Compile(pattern string, isRegexp, ignoreCase bool) (*Pattern, error) {
	if pattern == "" {
		return nil, ErrEmptyPattern
	}
	if !isRegexp && !ignoreCase {
		literal := []byte(pattern)
		return &Pattern{literal: literal, query: queryLiteral(pattern), need: needles{set: [][]byte{literal}}}, nil
	}
	flags := syntax.Perl
	if !isRegexp {
		pattern = regexp.QuoteMeta(pattern)
	}
	if ignoreCase {
		flags |= syntax.FoldCase
	}
	tree, err := syntax.Parse(pattern, flags)
	if err != nil {
		return nil, err
	}
	tree = withinLine(tree)
	p := &Pattern{}
	if p.re, err = regexp.Compile(tree.String()); err != nil {
		return nil, err
	}
	// Parsed again so that plan, requirement and matcher are of one pattern.
	if tree, err = syntax.Parse(tree.String(), syntax.Perl); err != nil {
		return nil, err
	}
	tree = tree.Simplify()
	p.query = planRegexp(tree)
	p.need = required(tree)
	return p, nil
}

// Query is the condition for documents to match.
func (p *Pattern) Query() *Query { return p.query }

func queryLiteral(s string) *Query {
	if slices.Contains([]byte(s), '\n') {
		return queryNone
	}
	if len(s) < 3 {
		return queryAll
	}
	return queryString(s)
}

// withinLine rewrites a pattern so that it matches within a line of a larger
// text: it never matches a line feed, and the ends of the text are those of
// the line.
func withinLine(re *syntax.Regexp) *syntax.Regexp {
	switch re.Op {
	case syntax.OpAnyChar:
		re.Op = syntax.OpAnyCharNotNL
	case syntax.OpBeginText:
		re.Op = syntax.OpBeginLine
	case syntax.OpEndText:
		re.Op, re.Flags = syntax.OpEndLine, re.Flags&^syntax.WasDollar
	case syntax.OpLiteral:
		if slices.Contains(re.Rune, '\n') {
			return &syntax.Regexp{Op: syntax.OpNoMatch}
		}
	case syntax.OpCharClass:
		re.Rune = withoutNewline(re.Rune)
		if len(re.Rune) == 0 {
			return &syntax.Regexp{Op: syntax.OpNoMatch}
		}
	}
	for i, sub := range re.Sub {
		re.Sub[i] = withinLine(sub)
	}
	return re
}

// withoutNewline takes the line feed out of pairs of runes, each a range.
func withoutNewline(ranges []rune) []rune {
	var out []rune
	for i := 0; i < len(ranges); i += 2 {
		lo, hi := ranges[i], ranges[i+1]
		if lo > '\n' || hi < '\n' {
			out = append(out, lo, hi)
			continue
		}
		if lo < '\n' {
			out = append(out, lo, '\n'-1)
		}
		if hi > '\n' {
			out = append(out, '\n'+1, hi)
		}
	}
	return out
}

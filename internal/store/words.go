package store

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// splitWords calls yield with the lower-cased words of an identifier: camelCase
// and PascalCase humps, acronyms ("HTTPServer": http, server), parts between
// other characters, and runs of digits ("utf8": utf, 8).
func splitWords(ident string, yield func(word string)) {
	start, prev := -1, classOther
	for i := 0; i < len(ident); {
		r, size := utf8.DecodeRuneInString(ident[i:])
		class := classOf(r)
		switch {
		case class == classOther:
			if start >= 0 {
				yield(strings.ToLower(ident[start:i]))
			}
			start = -1
		case start < 0:
			start = i
		case class == prev || prev == classUpper && class == classLower:
			// An acronym ends before the capital that starts the next word.
			if prev == classUpper && class == classLower {
				_, back := utf8.DecodeLastRuneInString(ident[start:i])
				if i-back > start {
					yield(strings.ToLower(ident[start : i-back]))
					start = i - back
				}
			}
		default:
			yield(strings.ToLower(ident[start:i]))
			start = i
		}
		prev = class
		i += size
	}
	if start >= 0 {
		yield(strings.ToLower(ident[start:]))
	}
}

type runeClass uint8

const (
	classOther runeClass = iota
	classLower           // and letters without case
	classUpper
	classDigit
)

func classOf(r rune) runeClass {
	switch {
	case 'a' <= r && r <= 'z':
		return classLower
	case 'A' <= r && r <= 'Z':
		return classUpper
	case '0' <= r && r <= '9':
		return classDigit
	case r < utf8.RuneSelf:
		return classOther
	case unicode.IsUpper(r):
		return classUpper
	case unicode.IsLetter(r) || unicode.IsMark(r):
		return classLower
	case unicode.IsDigit(r):
		return classDigit
	}
	return classOther
}

// How much a word counts by where it stands.
const (
	weightName  = 3
	weightOwner = 1
	maxWeight   = 7 // postings keep three bits
	maxLength   = 255
)

// nodeWords calls yield with each word a node is found by. The name written
// together is a word of its own when it has several, so that who types it whole
// finds it first.
func nodeWords(name, qual string, yield func(word string, weight uint8)) {
	n := 0
	splitWords(name, func(w string) { n++; yield(w, weightName) })
	if whole := joined(name); n > 1 && whole != "" {
		yield(whole, weightName)
	}
	if owner, ok := strings.CutSuffix(qual, name); ok && owner != "" {
		splitWords(owner, func(w string) { yield(w, weightOwner) })
	}
}

// joined is an identifier lower-cased without what separates its words.
func joined(ident string) string {
	return strings.Map(func(r rune) rune {
		if classOf(r) == classOther {
			return -1
		}
		return unicode.ToLower(r)
	}, ident)
}

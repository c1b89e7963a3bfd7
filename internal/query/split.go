package query

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words splits text into lower-cased words: at anything that is no letter or
// digit, and inside identifiers at case changes, acronyms and digits.
func Words(text string) []string {
	var words []string
	eachWord(text, func(w []byte) { words = append(words, string(w)) })
	return words
}

// eachWord yields what Words lists. The bytes are good until yield returns.
func eachWord(text string, yield func([]byte)) {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			eachRuneWord(text, yield)
			return
		}
	}
	var room [64]byte
	cur := room[:0]
	prev := byte(0)
	for i := range len(text) {
		c := text[i]
		upper := 'A' <= c && c <= 'Z'
		if upper && len(cur) > 0 && ('a' <= prev && prev <= 'z' ||
			'A' <= prev && prev <= 'Z' && i+1 < len(text) && 'a' <= text[i+1] && text[i+1] <= 'z') {
			yield(cur)
			cur = cur[:0]
		}
		prev = c
		switch {
		case upper:
			cur = append(cur, c|0x20)
		case 'a' <= c && c <= 'z' || '0' <= c && c <= '9':
			cur = append(cur, c)
		case len(cur) > 0:
			yield(cur)
			cur = cur[:0]
		}
	}
	if len(cur) > 0 {
		yield(cur)
	}
}

func eachRuneWord(text string, yield func([]byte)) {
	var cur []rune
	flush := func() {
		if len(cur) > 0 {
			yield([]byte(strings.ToLower(string(cur))))
			cur = cur[:0]
		}
	}
	rs := []rune(text)
	for i, c := range rs {
		switch {
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
			flush()
			continue
		case i > 0 && unicode.IsUpper(c) && unicode.IsLower(rs[i-1]):
			flush()
		case i > 0 && i+1 < len(rs) && unicode.IsUpper(c) && unicode.IsUpper(rs[i-1]) && unicode.IsLower(rs[i+1]):
			flush()
		}
		cur = append(cur, c)
	}
	flush()
}

package bind

import (
	"slices"
	"unicode/utf8"

	"github.com/gortexhq/gortex/internal/lang"
)

// letters returns text of the same length in which every byte that is no UTF-8
// is a letter, so that a name in an older encoding is one token. It returns
// text itself when all of it is UTF-8.
func letters(text []byte) []byte {
	if utf8.Valid(text) {
		return text
	}
	out := slices.Clone(text)
	for i := 0; i < len(out); {
		r, n := utf8.DecodeRune(out[i:])
		if r == utf8.RuneError && n == 1 {
			out[i] = 'x'
		}
		i += n
	}
	return out
}

// legible gives the names of a unit whose text is no UTF-8 the letters they
// have in Latin-1, the most common of the older encodings.
func legible(u *lang.Unit) {
	fix := func(names ...*string) {
		for _, s := range names {
			if !utf8.ValidString(*s) {
				*s = latin1(*s)
			}
		}
	}
	for i := range u.Symbols {
		fix(&u.Symbols[i].Name, &u.Symbols[i].Qual)
	}
	for i := range u.Imports {
		fix(&u.Imports[i].Module, &u.Imports[i].Name, &u.Imports[i].Alias)
	}
	for i := range u.Exports {
		fix(&u.Exports[i].Name)
	}
	for i := range u.Exprs {
		fix(&u.Exprs[i].Name)
	}
}

func latin1(s string) string {
	out := make([]rune, 0, len(s))
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			r = rune(s[i])
		}
		out = append(out, r)
		i += n
	}
	return string(out)
}

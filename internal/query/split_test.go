package query

import (
	"slices"
	"testing"
)

// The quick way for ASCII splits like the general one.
func FuzzWords(f *testing.F) {
	for _, s := range []string{"HTTPServer_utf8", "a.bC dE2F", "ABCd", "-", "x9Y", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var general []string
		eachRuneWord(text, func(w []byte) { general = append(general, string(w)) })
		if got := Words(text); !slices.Equal(got, general) {
			t.Errorf("%q: got %q, want %q", text, got, general)
		}
	})
}

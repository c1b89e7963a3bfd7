package bind

import "testing"

// Bytes that are no UTF-8 are letters of one name to the parser, and Latin-1 to
// people; what is UTF-8 stays as it is.
func TestOlderEncodings(t *testing.T) {
	for text, want := range map[string][2]string{
		"caf\xe9":      {"cafx", "café"},
		"na\xefve_é":   {"naxve_é", "naïve_é"},
		"plain":        {"plain", "plain"},
		"\xff\xfe":     {"xx", "ÿþ"},
		"日本\xe9":       {"日本x", "日本é"},
		"\xe6\x97 cut": {"xx cut", "æ\u0097 cut"},
	} {
		if got := string(letters([]byte(text))); got != want[0] {
			t.Errorf("letters(%q) = %q, want %q", text, got, want[0])
		}
		if got := latin1(text); got != want[1] {
			t.Errorf("latin1(%q) = %q, want %q", text, got, want[1])
		}
	}
}

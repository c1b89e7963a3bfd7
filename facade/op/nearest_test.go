package op

import "testing"

// A word that has nothing in common with a name is not a misspelling of it,
// however short both are.
func TestNearest(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"raed", "read"}, {"zz", ""}, {"pz", "pr"}, {"rp", "pr"}, {"x", ""}, {"serach", "search"}, {"", ""},
	} {
		if got := Nearest(tt.name, []string{"read", "pr", "search"}); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.name, got, tt.want)
		}
	}
}

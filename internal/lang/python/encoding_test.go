package python

import (
	"slices"
	"testing"

	"github.com/gortexhq/gortex/internal/bind/bindtest"
)

// Names in a file that is no UTF-8 are whole, and their uses are bound.
func TestLatin1Names(t *testing.T) {
	p := bindtest.New(t, New(), bindtest.Languages(map[string]string{".py": "python"}),
		map[string]string{"a.py": "def caf\xe9(a):\n    return a\n\ndef go():\n    return caf\xe9(1)  # \xe9t\xe9\n"})
	f := p.Facts["a.py"]
	var names []string
	for _, s := range f.Symbols {
		names = append(names, s.Name)
	}
	if want := []string{"café", "go"}; !slices.Equal(names, want) || f.ErrorBytes != 0 {
		t.Errorf("names %q with %d bytes lost, want %q", names, f.ErrorBytes, want)
	}
	if len(f.Refs) == 0 || f.Targets[f.Refs[0].Target].Name != "café" {
		t.Errorf("the call is not bound: %+v of %+v", f.Refs, f.Targets)
	}
}

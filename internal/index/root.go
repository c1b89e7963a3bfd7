package index

import (
	"bytes"
	"path/filepath"

	"github.com/gortexhq/gortex/internal/source"
	"github.com/gortexhq/gortex/internal/walk"
)

// RootOf is the root of the tree whose index is in a directory, "" where
// nothing there says which that is.
func RootOf(dir string) string {
	raw, err := source.ReadFile(filepath.Join(dir, censusName))
	if err != nil {
		return ""
	}
	_, raw, _ = bytes.Cut(raw, []byte{'\n'})
	c, err := walk.Decode(raw)
	if err != nil {
		return ""
	}
	return c.Root
}

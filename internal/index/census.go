package index

import (
	"os"
	"path/filepath"

	"github.com/gortexhq/gortex/internal/walk"
)

// The census is kept beside the generations, not in them: it changes without
// them. It may be older than the index (then files are hashed for nothing),
// never newer: it is written after the generation it fits.
const censusName = "CENSUS"

func readCensus(dir, root string) *walk.Census {
	raw, err := os.ReadFile(filepath.Join(dir, censusName))
	if err != nil {
		return nil
	}
	c, err := walk.Decode(raw)
	if err != nil || c.Root != root {
		return nil
	}
	return c
}

func writeCensus(dir string, c *walk.Census) error {
	f, err := os.CreateTemp(dir, censusName+".*.tmp")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if _, err = f.Write(c.Encode()); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), filepath.Join(dir, censusName))
}

package index

import (
	"bytes"
	"os"
	"path/filepath"

	"github.com/gortexhq/gortex/internal/source"
	"github.com/gortexhq/gortex/internal/store"
	"github.com/gortexhq/gortex/internal/walk"
)

// The census is kept beside the generations, not in them: it changes without
// them. It begins with the name of the generation it fits. Beside any other it
// proves nothing, as that may be an older one that came back when the end of
// the log was lost; then every file is hashed.
const censusName = "CENSUS"

func readCensus(o Options, r *store.Reader) *walk.Census {
	raw, err := source.ReadFile(filepath.Join(o.Dir, censusName))
	if err != nil {
		return nil
	}
	of, raw, _ := bytes.Cut(raw, []byte{'\n'})
	if string(of) != r.Generation() {
		return nil
	}
	c, err := walk.Decode(raw)
	if err != nil || c.Root != o.Root {
		return nil
	}
	return c
}

func writeCensus(o Options, r *store.Reader, c *walk.Census) error {
	f, err := os.CreateTemp(o.Dir, censusName+".*.tmp")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if _, err = f.Write(append([]byte(r.Generation()+"\n"), c.Encode()...)); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), filepath.Join(o.Dir, censusName))
}

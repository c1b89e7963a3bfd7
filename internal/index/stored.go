package index

import (
	"github.com/gortexhq/gortex/internal/store"
	"github.com/gortexhq/gortex/internal/walk"
)

// Stored opens the stored index as it is: the tree is not looked at, and
// nothing is written. The census is the stored one, or an empty one if that is
// not to be had, so that nothing counts as fresh without having been read.
// Errors: store.ErrNoIndex, also for an index that has to be made anew, and
// those of [Refresh] about an index that cannot be read.
func Stored(o Options) (*Index, error) {
	r := refresher{o: o}
	stored, err := r.open()
	switch {
	case err != nil:
		return nil, err
	case stored == nil:
		return nil, store.ErrNoIndex
	}
	c := readCensus(o, stored)
	if c == nil {
		c = &walk.Census{Root: o.Root}
	}
	return &Index{Reader: stored, Census: c}, nil
}

package index

import (
	"github.com/gortexhq/gortex/internal/store"
	"github.com/gortexhq/gortex/internal/walk"
)

// Stored opens the stored index as it is: the tree is not looked at, and
// nothing is written. Its census is empty, as reading that of a large tree takes
// longer than what is asked here may: no file counts as fresh without being
// read and compared. Errors: store.ErrNoIndex, also for an index that has to be
// made anew, and those of [Refresh] about an index that cannot be read.
func Stored(o Options) (*Index, error) {
	r := refresher{o: o}
	stored, err := r.open()
	switch {
	case err != nil:
		return nil, err
	case stored == nil:
		return nil, store.ErrNoIndex
	}
	return &Index{Reader: stored, Census: &walk.Census{Root: o.Root}}, nil
}

package mcpserver

import (
	"context"
	"time"
)

// watchParent calls gone when the process that started this one has ended: its
// pipe may be held open by another child. Parent gives the parent's id.
func watchParent(ctx context.Context, parent func() int, gone func()) {
	if parent == nil {
		return
	}
	first := parent()
	tick := time.NewTicker(2 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if parent() != first {
				gone()
				return
			}
		}
	}
}

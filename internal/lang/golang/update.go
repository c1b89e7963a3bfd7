package golang

import "context"

// update redoes what a change requires.
func (a *analysis) update(ctx context.Context) error { return errRestart }

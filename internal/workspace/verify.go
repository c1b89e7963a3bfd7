package workspace

// verify reads, beside the calls, all of the stored generation that a
// long-lived process began with: opening it checked headers only. If it is
// damaged the next call makes it anew.
func (t *tree) verify(s *snapshot) {
	if t.verified {
		return
	}
	t.verified = true
	if s.report.Full {
		return // this process wrote it
	}
	t.shelf.use(s)
	go func() {
		defer t.shelf.release(s)
		if s.Verify() != nil {
			t.mu.Lock()
			t.suspect = true
			t.mu.Unlock()
		}
	}()
}

// suspected reports whether the stored generation was found damaged.
func (t *tree) suspected() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.suspect
}

package watch

import "testing"

// At the limit of watches all are given back, and everything may have changed.
func TestLimit(t *testing.T) {
	w := New(t.TempDir())
	w.Set([]string{"."}, nil)
	w.os.close()
	w.os.limited = true
	if w.Set([]string{"."}, nil) || w.Exact() || !w.Changed() {
		t.Error("a watcher without watches says that nothing changed")
	}
	if w.os.fd != 0 {
		t.Error("watches are kept")
	}
}

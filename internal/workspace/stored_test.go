package workspace_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/engine"
)

// What is stored is answered from, what is not is never made, and a file that
// changed is not passed off as the one that was indexed.
func TestStored(t *testing.T) {
	root, state := resolved(t), t.TempDir()
	write(t, def("a"), root, "a.py")
	w := setup(t, root, state, nil)
	_, err := w.Stored().View(context.Background(), engine.Scope{})
	var f *engine.Failure
	if !errors.As(err, &f) || f.Code != "unavailable" || f.Data["reason"] != "not_indexed" {
		t.Fatalf("without an index: %v", err)
	}
	if left, err := os.ReadDir(filepath.Join(state, "cache")); err == nil {
		t.Fatalf("asking made %v", left)
	}

	must(t, look(t, w, engine.Scope{}).Close())
	write(t, def("b"), root, "b.py")
	write(t, def("longer"), root, "a.py")
	w = setup(t, root, state, nil)
	v, err := w.Stored().View(context.Background(), engine.Scope{})
	must(t, err)
	defer v.Close()
	if got := v.Repository(); got.State != "indexed" || got.Files != 1 {
		t.Errorf("state %s, %d files; want what was stored", got.State, got.Files)
	}
	if !slices.ContainsFunc(v.Status().Caveats, func(c string) bool { return strings.HasPrefix(c, "index_not_compared: ") }) {
		t.Errorf("the answer does not say that it may be old: %q", v.Status().Caveats)
	}
	if c, err := v.ReadFile(context.Background(), "a.py"); !errors.As(err, &f) || f.Code != "unavailable" {
		t.Errorf("a file that changed was read as %q, %v", c.Bytes, err)
	}
	for name, ask := range map[string]func() error{
		"workspace": func() error { _, err := w.Stored().Workspace(context.Background(), engine.Scope{}); return err },
		"control":   func() error { _, err := w.Stored().Control(context.Background(), engine.Scope{}); return err },
	} {
		if err := ask(); !errors.As(err, &f) || f.Code != "unavailable" {
			t.Errorf("%s can be had: %v", name, err)
		}
	}
}

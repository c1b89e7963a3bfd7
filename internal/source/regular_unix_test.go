//go:build unix

package source_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/gortexhq/gortex/internal/source"
)

// Regular files are read whole; anything else is refused at once.
func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	for _, text := range []string{"", "x", strings.Repeat("line\n", 10_000)} {
		name := filepath.Join(dir, "file")
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got, err := source.ReadFile(name); err != nil || string(got) != text {
			t.Errorf("read %d bytes, %v; want %d", len(got), err, len(text))
		}
	}
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Skip(err)
	}
	for _, name := range []string{pipe, dir, "/dev/zero"} {
		if _, err := source.ReadFile(name); !errors.Is(err, source.ErrIrregular) {
			t.Errorf("%s: %v, want %v", name, err, source.ErrIrregular)
		}
	}
}

package store

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A base that anything wrote into is summed before it is believed, and one
// that was not touched is not summed twice.
func TestOpenFindsDamage(t *testing.T) {
	dir, _ := publish(t, small().builder(t))
	open(t, dir)
	name := filepath.Join(dir, baseName(1))
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for at := imageHeader; at < len(whole); at += len(whole)/60 + 1 {
		b := append([]byte(nil), whole...)
		b[at] ^= 0x10
		if err := os.WriteFile(name, b, 0o644); err != nil {
			t.Fatal(err)
		}
		r, err := Open(dir)
		var corrupt *CorruptError
		switch {
		case err == nil && r.Verify() == nil:
			r.Close() // a byte between sections
		case !errors.As(err, &corrupt):
			t.Errorf("byte %d was flipped: %v, want a CorruptError", at, err)
		}
	}
	if err := os.WriteFile(name, whole, 0o644); err != nil {
		t.Fatal(err)
	}
	open(t, dir)
	info, err := os.Stat(name)
	if err != nil || !vouched(dir, 1, info) {
		t.Error("a base that was summed is not vouched for")
	}
}

// What is no file where one should be is damage, at once.
func TestOpenRefusesPipes(t *testing.T) {
	for _, what := range []string{manifestName, baseName(1), logName(1)} {
		dir, _ := publish(t, small().builder(t))
		os.Remove(filepath.Join(dir, what))
		if err := syscall.Mkfifo(filepath.Join(dir, what), 0o644); err != nil {
			t.Skip(err)
		}
		done := make(chan error, 1)
		go func() { _, err := Open(dir); done <- err }()
		select {
		case err := <-done:
			var corrupt *CorruptError
			if !errors.As(err, &corrupt) {
				t.Errorf("a pipe for %s: %v, want a CorruptError", what, err)
			}
		case <-time.After(5 * time.Second):
			t.Fatalf("a pipe for %s: no answer", what)
		}
	}
}

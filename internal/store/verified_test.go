package store

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
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

// Who peeks waits for no sums and leaves no trace, and is not told wrong by
// what can be seen without them.
func TestPeek(t *testing.T) {
	dir, _ := publish(t, small().builder(t))
	if err := os.Remove(filepath.Join(dir, verifiedName)); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Peek(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	whole := slices.Collect(r.Names())
	for _, first := range []string{"", "a", whole[len(whole)/2], whole[len(whole)-1], "\xff"} {
		at, _ := slices.BinarySearch(whole, first)
		if got := slices.Collect(r.NamesFrom(first)); !slices.Equal(got, whole[at:]) {
			t.Errorf("from %q: %q, want %q", first, got, whole[at:])
		}
	}
	if after, err := os.ReadDir(dir); err != nil || len(after) != len(before) {
		t.Errorf("%d files became %d, error %v", len(before), len(after), err)
	}
	if err := os.Truncate(filepath.Join(dir, baseName(1)), 100); err != nil {
		t.Fatal(err)
	}
	var corrupt *CorruptError
	if _, err := Peek(dir); !errors.As(err, &corrupt) {
		t.Errorf("a base that is cut off: %v, want a CorruptError", err)
	}
}

// A base with a flipped byte that nobody has summed is read without a panic.
func TestPeekAtDamage(t *testing.T) {
	dir, _ := publish(t, small().builder(t))
	name := filepath.Join(dir, baseName(1))
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for at := range whole {
		if at%7 != 0 {
			continue
		}
		b := slices.Clone(whole)
		b[at] ^= 0x91
		if err := os.WriteFile(name, b, 0o644); err != nil {
			t.Fatal(err)
		}
		r, err := Peek(dir)
		if err != nil {
			continue
		}
		for name := range r.NamesFrom("a") {
			for id := range r.ByName(name) {
				_ = r.File(r.Node(id).File)
			}
		}
		r.Close()
	}
}

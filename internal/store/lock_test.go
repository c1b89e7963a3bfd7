package store

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Whoever waits for the lock of a directory that is deleted meanwhile gets the
// lock of the new one, so that there are never two writers.
func TestLockOfADeletedDirectory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "index")
	first, err := Lock(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	got := make(chan *Writer, 1)
	go func() {
		w, err := Lock(context.Background(), dir)
		if err != nil {
			t.Error(err)
		}
		got <- w
	}()
	time.Sleep(20 * time.Millisecond) // it waits for the first by now
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	first.Close()
	second := <-got
	if second == nil {
		return
	}
	defer second.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if third, err := Lock(ctx, dir); err == nil {
		third.Close()
		t.Error("there are two writers")
	}
}

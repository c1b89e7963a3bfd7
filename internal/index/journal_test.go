package index

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func noted(t *testing.T, dir string) Journal {
	t.Helper()
	j, err := ReadJournal(dir)
	if err != nil {
		t.Fatal(err)
	}
	for i := range j.Changes {
		j.Changes[i].At = time.Time{}
	}
	return j
}

// Numbers go on over a line that a crash cut short.
func TestJournalAfterACrash(t *testing.T) {
	dir := t.TempDir()
	if d := cmp.Diff(Journal{First: 1}, noted(t, dir)); d != "" {
		t.Error(d)
	}
	note(dir, []Change{{Path: "a.go", Modified: []string{"F"}}, {Path: "b.go", Added: []string{"G"}}})
	path := filepath.Join(dir, journalName)
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = f.WriteString(`{"n":3,"path":"c`)
	_ = f.Close()
	note(dir, []Change{{Path: "d.go"}})
	want := Journal{First: 1, Last: 3, Changes: []Change{
		{Number: 1, Path: "a.go", Modified: []string{"F"}}, {Number: 2, Path: "b.go", Added: []string{"G"}}, {Number: 3, Path: "d.go"},
	}}
	if d := cmp.Diff(want, noted(t, dir)); d != "" {
		t.Error(d)
	}
}

// A journal does not grow for ever, and says from where on it is whole.
func TestJournalIsBounded(t *testing.T) {
	dir := t.TempDir()
	const n = 1000
	for range n {
		note(dir, []Change{{Path: strings.Repeat("x", 1000) + ".go"}})
	}
	info, err := os.Stat(filepath.Join(dir, journalName))
	if err != nil || info.Size() > journalRoom {
		t.Errorf("%d bytes, %v", info.Size(), err)
	}
	if j := noted(t, dir); j.Last != n || j.First < 2 || len(j.Changes) != int(j.Last-j.First)+1 {
		t.Errorf("from %d to %d, %d of them", j.First, j.Last, len(j.Changes))
	}
}

// Whatever a journal holds, what is read of it has rising numbers.
func FuzzJournal(f *testing.F) {
	f.Add([]byte("{\"n\":1,\"path\":\"a\"}\n{\"n\":1}\nx\n{\"n\":7,\"at\":\"2001-02-03T04:05:06Z\"}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		last := uint64(0)
		j := parseJournal(text)
		for _, c := range j.Changes {
			if c.Number <= last {
				t.Fatalf("%d after %d", c.Number, last)
			}
			last = c.Number
		}
		if j.Last != last {
			t.Errorf("the last is %d, said to be %d", last, j.Last)
		}
	})
}

package hook

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"
)

// Whatever a host writes is answered with what it can read: its silence, or
// one JSON value where it wants JSON.
func FuzzPayload(f *testing.F) {
	paths, _ := filepath.Glob("testdata/golden/*.txtar")
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range txtar.Parse(raw).Files {
			if file.Name == "payload" {
				f.Add(bytes.ReplaceAll(file.Data, []byte("DIR"), []byte("/src")))
			}
		}
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		for _, d := range dialects {
			var out bytes.Buffer
			index := &fakeIndex{stale: len(payload)%2 == 0}
			Run(context.Background(), Options{Agent: d.Agent, In: bytes.NewReader(payload), Out: &out, Dir: "/src", Open: index.open, Limit: patient})
			switch {
			case out.String() == d.silence:
			case out.Len() > 8<<10:
				t.Errorf("%s: %d bytes", d.Agent, out.Len())
			case d.shape != shapePlain && !json.Valid(out.Bytes()):
				t.Errorf("%s: no JSON: %q", d.Agent, out.String())
			}
			if in, ok := d.parse(payload); ok {
				checkCall(t, d.classify(in))
			}
		}
	})
}

func checkCall(t *testing.T, c call) {
	if len(c.looks) > mostLooks || len(c.changes) > mostFiles {
		t.Errorf("%d looks, %d changes", len(c.looks), len(c.changes))
	}
	for _, l := range c.looks {
		if l.file != "" && !filepath.IsAbs(l.file) {
			t.Errorf("%q is not absolute", l.file)
		}
	}
	for _, ch := range c.changes {
		if !filepath.IsAbs(ch.file) || len(ch.hunks) > mostHunks {
			t.Errorf("%q with %d hunks", ch.file, len(ch.hunks))
		}
	}
}

// A command line that is understood gives words with nothing of the shell's
// own, and ends.
func FuzzShell(f *testing.F) {
	for _, s := range []string{"cat a.go", "grep -n 'a|b' x | head -3", "cd x && sed -n '1,2p' \"y z\" 2>&1", "bash -c 'rg x'", "a\\ b `c` $(d) <<E"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		for _, words := range first(splitCommands(line)) {
			if len(words) == 0 {
				t.Error("a command of no words")
			}
		}
		for _, l := range shellLooks("/src", line, 0) {
			if l.file == "" && l.pattern == "" && l.name == "" {
				continue // an empty pattern is said nothing about
			}
			alternatives(l.pattern)
			stem(l.name)
		}
	})
}

func first[T any](v T, _ bool) T { return v }

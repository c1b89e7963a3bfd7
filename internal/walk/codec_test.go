package walk_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/walk"
)

func TestCodecRoundTrip(t *testing.T) {
	tr := ruleTree(t)
	tr.git("add", "-f", "a.log", "build/x.go")
	tr.link("a.go", "ln")
	c := tr.walk(walk.Options{MaxFileSize: 100})
	raw := c.Encode()
	back, err := walk.Decode(raw)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(c, back, sameCensus...); d != "" {
		t.Errorf("(-encoded +decoded):\n%s", d)
	}
	if !bytes.Equal(raw, back.Encode()) {
		t.Error("encoding what was decoded gives other bytes")
	}
}

func TestDecodeRefuses(t *testing.T) {
	raw := newRepo(t).walk(walk.Options{}).Encode()
	for i := range raw {
		bad := bytes.Clone(raw)
		bad[i] ^= 1
		if _, err := walk.Decode(bad); err == nil {
			t.Errorf("byte %d flipped: no error", i)
		}
		if _, err := walk.Decode(raw[:i]); !errors.Is(err, walk.ErrDamaged) {
			t.Errorf("cut at %d: %v", i, err)
		}
	}
	raw[8]++
	if _, err := walk.Decode(raw); !errors.Is(err, walk.ErrFormat) {
		t.Errorf("another version: %v", err)
	}
}

// Any bytes under a right checksum: an error, or a census that stands every lookup and encodes.
func FuzzDecode(f *testing.F) {
	root := f.TempDir()
	for _, name := range []string{"a/b/x.go", "a/y.log", ".gitignore", "z.go"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755); err != nil {
			f.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte("*.log\n"), 0o644); err != nil {
			f.Fatal(err)
		}
	}
	c, err := walk.Walk(f.Context(), root, walk.Options{})
	if err != nil {
		f.Fatal(err)
	}
	raw := c.Encode()
	f.Add(raw[9 : len(raw)-4])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, body []byte) {
		raw := append([]byte("GXCENSUS\x01"), body...)
		raw = binary.LittleEndian.AppendUint32(raw, crc32.Checksum(raw, crc32.MakeTable(crc32.Castagnoli)))
		c, err := walk.Decode(raw)
		if err != nil {
			if !errors.Is(err, walk.ErrDamaged) {
				t.Fatal(err)
			}
			return
		}
		c.Skipped()
		for _, f := range c.Files {
			c.File(f.Path)
		}
		for _, d := range c.Dirs {
			c.Dir(d.Path)
		}
		if d := walk.Compare(c, c); len(d.Added)+len(d.Removed) > 0 {
			t.Fatalf("a census differs from itself: %+v", d)
		}
		if _, err := walk.Decode(c.Encode()); err != nil {
			t.Fatalf("its own encoding: %v", err)
		}
	})
}

package store

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// damaged is a directory with a base and two segments, and its files.
func damaged(tb testing.TB) (dir string, base, log []byte) {
	tb.Helper()
	b := small().builder(tb)
	b.SetDerived("go", []lang.DerivedEdge{{Src: in("server.go", "Server"), Dst: external("http.Handler"), Kind: graph.EdgeImplements, Tier: graph.TierCompilerResolved}})
	b.PutBlob("go/a", []byte("one"))
	b.SetNotes([]string{"a note"})
	b.SetText([]byte("trigrams"), []string{"tool.go"})
	dir, w := publish(tb, b)
	defer w.Close()
	for range 2 {
		change := tree{"tool.go": small()["tool.go"], "new.go": small()["server.go"]}
		change["new.go"].file.Path = "new.go"
		b := change.builder(tb)
		b.PutBlob("go/b", []byte("two"))
		b.RemoveFile("README")
		if err := w.Update(b); err != nil {
			tb.Fatal(err)
		}
	}
	return dir, read(tb, dir, baseName(1)), read(tb, dir, logName(1))
}

func read(tb testing.TB, dir, name string) []byte {
	tb.Helper()
	b, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// ask asks everything of what can be opened; it must not panic.
func ask(base, log []byte) (*Reader, error) {
	r, err := newReader(base, log)
	if err != nil {
		return nil, err
	}
	show(r)
	for i := range 3 {
		r.Node(graph.NodeID(1 << (10 * i)))
		r.File(graph.FileID(1 << (10 * i)))
	}
	r.Text()
	r.Stats()
	r.builder()
	return r, nil
}

// A log cut anywhere holds the segments that are whole.
func TestTornLog(t *testing.T) {
	_, base, log := damaged(t)
	want := map[int]string{}
	for n := range len(log) + 1 {
		r, err := newReader(base, log[:n])
		if err != nil {
			t.Fatalf("%d bytes: %v", n, err)
		}
		k := len(r.parts) - 1
		if want[k] == "" {
			want[k] = show(r)
		} else if n%97 == 0 && want[k] != show(r) {
			t.Fatalf("%d bytes: other answers with %d segments", n, k)
		}
	}
	if len(want) != 3 || want[0] == want[1] {
		t.Errorf("cutting showed %d states", len(want))
	}
}

// A byte changed in the log costs the segments from there on, nothing else.
func TestFlippedLog(t *testing.T) {
	_, base, log := damaged(t)
	whole, err := newReader(base, log)
	if err != nil {
		t.Fatal(err)
	}
	for i := range log {
		bad := slices.Clone(log)
		bad[i] ^= 0x40
		r, err := newReader(base, bad)
		if err != nil {
			t.Fatalf("byte %d: %v", i, err)
		}
		if len(r.parts) >= len(whole.parts) && i != 20 && i != 21 && i != 22 && i != 23 { // 20 to 23: padding
			t.Fatalf("byte %d: nobody noticed", i)
		}
	}
}

// A base cut anywhere is refused; a byte changed in it is refused or noticed by
// Verify, and whatever is asked in between does not panic.
func TestDamagedBase(t *testing.T) {
	_, base, log := damaged(t)
	for n := range len(base) {
		if _, err := newReader(base[:n], log); err == nil {
			t.Fatalf("%d of %d bytes were accepted", n, len(base))
		}
	}
	r, err := newReader(base, log)
	if err != nil {
		t.Fatal(err)
	}
	sections := map[int]bool{} // bytes that belong to a section
	at := imageHeader + sectionSize*int(numSections) + 8
	for _, body := range r.parts[0].cols {
		for i := range body {
			sections[at+i] = true
		}
		at = int(align8(uint64(at + len(body))))
	}
	for i := range base {
		for _, mask := range []byte{0x01, 0xff} {
			bad := slices.Clone(base)
			bad[i] ^= mask
			r, err := ask(bad, log)
			if err == nil && sections[i] && r.Verify() == nil {
				t.Fatalf("byte %d: nobody noticed", i)
			}
		}
	}
}

// Errors tell apart what the caller does about them.
func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(dir); !errors.Is(err, ErrNoIndex) {
		t.Errorf("an empty directory: %v", err)
	}
	if _, err := Open(filepath.Join(dir, "none")); !errors.Is(err, ErrNoIndex) {
		t.Errorf("no directory: %v", err)
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var version *VersionError
	var corrupt *CorruptError
	write(manifestName, "gortex-index 99 whatever comes then")
	if _, err := Open(dir); !errors.As(err, &version) || !version.Newer() {
		t.Errorf("a newer format: %v", err)
	}
	w := lock(t, dir)
	if err := w.Publish(NewBuilder()); !errors.As(err, &version) {
		t.Errorf("publishing over a newer format: %v", err)
	}
	write(manifestName, "gortex-index 0 1")
	if _, err := Open(dir); !errors.As(err, &version) || version.Newer() {
		t.Errorf("an older format: %v", err)
	}
	for _, text := range []string{"", "hello", "gortex-index 1", "gortex-index x 1", "gortex-index 1 1 00000000\n", string(encodeManifest(3)) + "x"} {
		write(manifestName, text)
		if _, err := Open(dir); !errors.As(err, &corrupt) {
			t.Errorf("%q: %v", text, err)
		}
	}
	write(manifestName, string(encodeManifest(3)))
	if _, err := Open(dir); !errors.As(err, &corrupt) || corrupt.File != baseName(3) {
		t.Errorf("no base: %v", err)
	}
	write(baseName(3), "")
	if _, err := Open(dir); !errors.As(err, &corrupt) {
		t.Errorf("an empty base: %v", err)
	}
	// What is older or corrupt is replaced.
	if err := w.Publish(small().builder(t)); err != nil {
		t.Fatal(err)
	}
	open(t, dir)
}

// The columns of a part are read without panicking whatever they hold, even
// under checksums that are right.
func FuzzPart(f *testing.F) {
	_, base, log := damaged(f)
	whole, err := decodeImage(base)
	if err != nil {
		f.Fatal(err)
	}
	first, err := decodeImage(decodeRecord(log[logHeader:], 0))
	if err != nil {
		f.Fatal(err)
	}
	for _, ofBase := range []bool{true, false} {
		cols := first
		if ofBase {
			cols = whole
		}
		for i, body := range cols {
			f.Add(ofBase, uint(i), body)
			f.Add(ofBase, uint(i), append(slices.Clone(body), 0xff, 0xff, 0xff, 0xff))
			if len(body) > 8 {
				bad := slices.Clone(body)
				bad[4] ^= 0xff
				f.Add(ofBase, uint(i), bad)
			}
		}
	}
	f.Fuzz(func(t *testing.T, ofBase bool, section uint, body []byte) {
		cols := *first
		if ofBase {
			cols = *whole
		}
		cols[section%uint(numSections)] = body
		image, record := base, encodeRecord(&cols, 0)
		if ofBase {
			image, record = cols.appendImage(nil), encodeRecord(first, 0)
		}
		ask(image, append(encodeLogHeader(imageChecksum(image)), record...))
	})
}

// Bytes that are no index are refused.
func FuzzOpen(f *testing.F) {
	_, base, log := damaged(f)
	f.Add(base, log)
	f.Add([]byte{}, []byte{})
	f.Fuzz(func(t *testing.T, base, log []byte) { ask(base, log) })
}

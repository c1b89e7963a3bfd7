package edit

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// seeds adds the corpus of a folder.
func seeds(f *testing.F, folders ...string) {
	for _, folder := range folders {
		files, _ := filepath.Glob(filepath.Join("testdata", folder, "*.*"))
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text, "gortex")
			f.Add(bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")), "a b")
		}
	}
}

// fuzzed makes the edits that the hosts need in any document, with any text as
// key and value.
func fuzzed(t *testing.T, f Format, doc []byte, text string) {
	t.Helper()
	if len(doc) > 1<<14 {
		return
	}
	server := Object{{"command", text}, {"args", []any{"mcp", text}}, {"env", Object{{"K", text}}}}
	for _, x := range []struct {
		path  Path
		value any
	}{
		{Path{"mcpServers", "gortex"}, server},
		{Path{"a", text}, int64(5)},
		{Path{"list", Where{Value: text}}, text},
		{Path{"hooks", Where{"command", text}}, server},
	} {
		c, err := Set(f, doc, x.path, x.value)
		if !bytes.Equal(doc, c.Before) || err != nil && !bytes.Equal(c.After, doc) {
			t.Fatalf("%s: %v: changed all the same", x.path, err)
		}
		if err != nil {
			continue
		}
		lawsOfAny(t, f, c, x.path, x.value)
	}
}

// lawsOfAny checks what holds in documents of every kind.
func lawsOfAny(t *testing.T, f Format, c Change, path Path, value any) {
	t.Helper()
	if got, found, err := Get(f, c.After, path); err != nil || !found || !Equal(got, value) {
		t.Fatalf("%s: got %v (%v, %v) in\n%q\nfrom\n%q", path, got, found, err, c.After, c.Before)
	}
	if again, err := Set(f, c.After, path, value); err != nil || again.Changed() {
		t.Fatalf("%s: a second time changes it: %v\n%q", path, err, c.After)
	}
	if back, err := Revert(c.After, c.Undo); err != nil || !bytes.Equal(back.Text, c.Before) {
		t.Fatalf("%s: undone: %v\n%q\nwas\n%q", path, err, back.Text, c.Before)
	}
	independent(t, f, path.String(), c.Before, c.After, path)
	r, err := Remove(f, c.After, path)
	if err != nil {
		if !refused(err) {
			t.Fatalf("%s: remove: %v\n%q", path, err, c.After)
		}
		return
	}
	if _, isList := path[len(path)-1].(Where); !isList {
		if _, found, err := Get(f, r.After, path); err != nil || found {
			t.Fatalf("%s: still there: %v\n%q\n%q", path, err, c.After, r.After)
		}
	}
}

func FuzzJSON(f *testing.F) {
	seeds(f, "json", "jsonc", "json5")
	f.Fuzz(func(t *testing.T, doc []byte, text string) {
		agreeOnJSON(t, doc)
		for _, format := range []Format{JSON, JSONC, JSON5} {
			fuzzed(t, format, doc, text)
		}
	})
}

func FuzzTOML(f *testing.F) {
	seeds(f, "toml")
	f.Fuzz(func(t *testing.T, doc []byte, text string) { fuzzed(t, TOML, doc, text) })
}

func FuzzYAML(f *testing.F) {
	seeds(f, "yaml")
	f.Fuzz(func(t *testing.T, doc []byte, text string) { fuzzed(t, YAML, doc, text) })
}

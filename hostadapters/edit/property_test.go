package edit

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// keys are few, so that paths of an edit and of a document meet.
var keys = rapid.SampledFrom([]string{"a", "b", "mcpServers", "gortex", "amp.mcpServers", "with space", "é", "-", "true"})

var texts = rapid.SampledFrom([]string{"", "x", "/opt/gortex/bin/gortex", "yes", "1.0", "a: b", "# no", "it's", `C:\x`, "ü\t", "- a", "{", "\"q\"", "two\nlines", "*a", "null"})

// values draws a value that every format can hold.
func values(depth int) *rapid.Generator[any] {
	return rapid.Custom(func(t *rapid.T) any {
		most := 5
		if depth == 0 {
			most = 3
		}
		switch rapid.IntRange(0, most).Draw(t, "kind") {
		case 0:
			return texts.Draw(t, "text")
		case 1:
			return rapid.Int64Range(-1<<40, 1<<40).Draw(t, "number")
		case 2:
			return rapid.Bool().Draw(t, "flag")
		case 3:
			return float64(rapid.IntRange(-100, 100).Draw(t, "float")) / 4
		case 4:
			return rapid.SliceOfN(values(depth-1), 0, 3).Draw(t, "list")
		}
		return objects(depth-1).Draw(t, "object")
	})
}

func objects(depth int) *rapid.Generator[Object] {
	return rapid.Custom(func(t *rapid.T) Object {
		o := Object{}
		for _, k := range rapid.SliceOfNDistinct(keys, 0, 4, rapid.ID).Draw(t, "keys") {
			o = append(o, Member{k, values(depth).Draw(t, k)})
		}
		return o
	})
}

// scribble writes a document by edits and then disturbs how it is set, so that
// it is no longer as an editor would write it.
func scribble(t *rapid.T, f Format) []byte {
	c, err := Set(f, nil, Path{"root"}, objects(3).Draw(t, "document"))
	if err != nil {
		t.Fatalf("%v", err)
	}
	doc := string(c.After)
	for i := range rapid.IntRange(0, 4).Draw(t, "disturbances") {
		lines := strings.SplitAfter(doc, "\n")
		n := rapid.IntRange(0, len(lines)-1).Draw(t, "line")
		was := lines[n]
		body := strings.TrimRight(was, "\n")
		comment := map[Format]string{TOML: " # c", YAML: " # c"}[f]
		if comment == "" && f != JSON {
			comment = rapid.SampledFrom([]string{" // c", " /* c */"}).Draw(t, "comment")
		}
		switch rapid.IntRange(0, 4).Draw(t, "how") {
		case 0:
			lines[n] = body + comment + was[len(body):]
		case 1:
			lines[n] = strings.TrimLeft(comment, " ") + fmt.Sprint(i) + "\n" + was
		case 2:
			lines[n] = "\n" + was
		case 3:
			lines[n] = body + "  " + was[len(body):]
		case 4:
			if f <= JSON5 {
				lines[n] = strings.TrimLeft(body, " ") // a ragged line, or one joined to the next
			}
		}
		if next := strings.Join(lines, ""); parses(f, next) {
			doc = next
		}
	}
	if rapid.Bool().Draw(t, "crlf") {
		doc = strings.ReplaceAll(doc, "\n", "\r\n")
	}
	if rapid.Bool().Draw(t, "no newline") {
		doc = strings.TrimRight(doc, "\r\n")
	}
	if rapid.Bool().Draw(t, "bom") {
		doc = string(bom) + doc
	}
	if !parses(f, doc) {
		t.Skip("disturbed too much")
	}
	return []byte(doc)
}

func parses(f Format, doc string) bool {
	_, _, err := Get(f, []byte(doc), nil)
	return err == nil
}

func TestPropertiesOfAnyDocument(t *testing.T) {
	for _, f := range []Format{JSON, JSONC, JSON5, TOML, YAML} {
		t.Run(f.String(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { property(t, f) })
		})
	}
}

func property(t *rapid.T, f Format) {
	doc := scribble(t, f)
	path := Path{"root"}
	for range rapid.IntRange(0, 2).Draw(t, "depth") {
		path = append(path, keys.Draw(t, "step"))
	}
	value := values(2).Draw(t, "value")
	if len(path) == 1 {
		value = objects(2).Draw(t, "root")
	}
	before, _, _ := Get(f, doc, path)
	c, err := Set(f, doc, path, value)
	if err != nil {
		if !refused(err) || !bytes.Equal(c.After, doc) {
			t.Fatalf("%s: %v\n%s", path, err, doc)
		}
		return
	}
	got, found, err := Get(f, c.After, path)
	if err != nil || !found || !Equal(got, value) {
		t.Fatalf("%s: got %v, want %v (%v)\n%s\nfrom\n%s", path, got, value, err, c.After, doc)
	}
	if Equal(before, value) && before != nil && c.Changed() {
		t.Fatalf("%s: equal already, and changed:\n%s\nto\n%s", path, doc, c.After)
	}
	if again, err := Set(f, c.After, path, value); err != nil || again.Changed() {
		t.Fatalf("%s: not the same a second time: %v\n%s", path, err, c.After)
	}
	if back, err := Revert(c.After, c.Undo); err != nil || !bytes.Equal(back.Text, doc) {
		t.Fatalf("%s: undone: %v\n%q\nwas\n%q", path, err, back.Text, doc)
	}
	for _, line := range comments(string(doc)) {
		if c.Changed() && len(c.Undo.Steps) == 1 && c.Undo.Steps[0].Kind == insertStep && !strings.Contains(string(c.After), line) {
			t.Fatalf("%s: the comment %q is gone:\n%s\nfrom\n%s", path, line, c.After, doc)
		}
	}
	r, err := Remove(f, c.After, path)
	if err != nil {
		if !refused(err) {
			t.Fatalf("%s: remove: %v\n%s", path, err, c.After)
		}
		return
	}
	if _, found, err := Get(f, r.After, path); err != nil || found {
		t.Fatalf("%s: still there: %v\n%s", path, err, r.After)
	}
	if back, err := Revert(r.After, r.Undo); r.Changed() && (err != nil || !bytes.Equal(back.Text, c.After)) {
		t.Fatalf("%s: removal undone: %v\n%q\nwas\n%q", path, err, back.Text, c.After)
	}
}

// comments are the numbered comment lines of scribble.
func comments(doc string) (out []string) {
	for line := range strings.Lines(doc) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "# c") || strings.HasPrefix(line, "// c") {
			out = append(out, line)
		}
	}
	return out
}

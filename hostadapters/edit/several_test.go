package edit

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"testing"
)

// readers are the formats that a file of the corpus may be read as: a program
// that takes comments is given plain JSON too.
func readers(f Format) []Format {
	switch f {
	case JSON:
		return []Format{JSON, JSONC, JSON5}
	case JSONC:
		return []Format{JSONC, JSON5}
	}
	return []Format{f}
}

// All that the hosts need goes into one file, and out of it again: from the
// last to the first every byte comes back, in another order every value. Then
// a container that one edit made and a later one went into may stay, empty.
func TestSeveralEdits(t *testing.T) {
	for _, folder := range []string{"json", "jsonc", "json5", "toml", "yaml"} {
		t.Run(folder, func(t *testing.T) {
			t.Parallel()
			eachFile(t, folder, func(t *testing.T, name string, doc []byte) {
				for _, f := range readers(formatOf(name)) {
					severalEdits(t, f, name, doc)
				}
			})
		})
	}
}

func severalEdits(t *testing.T, f Format, name string, doc []byte) {
	t.Helper()
	all := edits(f)
	text, records := doc, []*Undo(nil)
	for _, what := range slices.Sorted(maps.Keys(all)) {
		c, err := Set(f, text, all[what].path, all[what].value)
		if err != nil && !refused(err) {
			t.Errorf("%s as %s, %s: %v", name, f, what, err)
		}
		if c.Changed() {
			text, records = c.After, append(records, c.Undo)
		}
	}
	back := text
	for _, u := range slices.Backward(records) {
		r, err := Revert(back, u)
		if err != nil || !r.Exact {
			t.Errorf("%s as %s: undone (%v): exact %v", name, f, err, r.Exact)
		}
		back = r.Text
	}
	if !bytes.Equal(back, doc) {
		t.Errorf("%s as %s: undone:\n%q\nwas\n%q", name, f, back, doc)
	}
	back = text
	for _, u := range records {
		r, err := Revert(back, u)
		if err != nil || len(r.Kept) > 0 {
			t.Errorf("%s as %s: undone from the first (%v): kept %v", name, f, err, r.Kept)
		}
		back = r.Text
	}
	was, _, err := Get(f, doc, nil)
	if is, _, again := Get(f, back, nil); err != nil || again != nil || fmt.Sprintf("%#v", full(is)) != fmt.Sprintf("%#v", full(was)) {
		t.Errorf("%s as %s: undone from the first (%v):\n%s\nwas\n%s", name, f, again, back, doc)
	}
}

// full is a value without what is empty in it, nil if all is.
func full(v any) any {
	switch v := v.(type) {
	case Object:
		var out Object
		for _, m := range v {
			if inner := full(m.Value); inner != nil {
				out = append(out, Member{m.Key, inner})
			}
		}
		if out == nil {
			return nil
		}
		return out
	case []any:
		var out []any
		for _, e := range v {
			if inner := full(e); inner != nil {
				out = append(out, inner)
			}
		}
		if out == nil {
			return nil
		}
		return out
	}
	return v
}

// Blocks of several names stand in one file, and go from the last to the first
// without a trace.
func TestSeveralBlocks(t *testing.T) {
	bodies := map[string]string{"communities": "## Parts\n\n- parser", "notes": "Ask first.", "rules": "```sh\ngortex call\n```"}
	eachDocument(t, "markdown", func(t *testing.T, name string, doc []byte) {
		text, records, set := doc, []*Undo(nil), []string(nil)
		for _, block := range slices.Sorted(maps.Keys(bodies)) {
			c, err := SetBlock(text, block, bodies[block])
			if err != nil {
				continue
			}
			text, records, set = c.After, append(records, c.Undo), append(set, block)
		}
		for _, block := range set {
			if got, found, err := GetBlock(text, block); err != nil || !found || got != bodies[block] {
				t.Errorf("%s: block %s is %q (%v)", name, block, got, err)
			}
		}
		back := text
		for _, u := range slices.Backward(records) {
			r, err := Revert(back, u)
			if err != nil || !r.Exact {
				t.Errorf("%s: undone (%v): exact %v", name, err, r.Exact)
			}
			back = r.Text
		}
		if !bytes.Equal(back, doc) || len(set) < 2 {
			t.Errorf("%s: with %d blocks, undone:\n%q\nwas\n%q", name, len(set), back, doc)
		}
	})
}

package edit

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"testing"
)

func TestBlocks(t *testing.T) {
	body := "## Code\n\nAsk gortex first."
	eachDocument(t, "markdown", func(t *testing.T, name string, doc []byte) {
		c, err := SetBlock(doc, "rules", body)
		if broken := strings.HasPrefix(name, "missing-") || strings.HasPrefix(name, "start-twice"); broken {
			var e *MarkerError
			if !errors.As(err, &e) || e.Line < 1 || !bytes.Equal(c.After, doc) {
				t.Errorf("%s: got %v", name, err)
			}
			return
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		if got, found, err := GetBlock(c.After, "rules"); err != nil || !found || got != body {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
		if n := bytes.Count(c.After, []byte("Ask gortex first")); n != 1 {
			t.Errorf("%s: the block is there %d times:\n%s", name, n, c.After)
		}
		if again, err := SetBlock(c.After, "rules", body); err != nil || again.Changed() {
			t.Errorf("%s: a second time changes it: %v", name, err)
		}
		if back, err := Revert(c.After, stored(t, c.Undo)); err != nil || !bytes.Equal(back.Text, doc) {
			t.Errorf("%s: undone: %v\n%q\nwas\n%q", name, err, back.Text, doc)
		}
		sameEndings(t, name, c)
		removedBlock(t, name, doc, c)
	})
}

// removedBlock checks that nothing but the block goes, and all of it.
func removedBlock(t *testing.T, name string, doc []byte, c Change) {
	t.Helper()
	r, err := RemoveBlock(c.After, "rules")
	if err != nil {
		t.Errorf("%s: remove: %v", name, err)
		return
	}
	if _, found, err := GetBlock(r.After, "rules"); found || err != nil {
		t.Errorf("%s: the block is still there: %v\n%s", name, err, r.After)
	}
	_, was, _ := GetBlock(doc, "rules")
	// An empty line at the end of the document cannot be told from the one that
	// sets the block apart; only the record knows.
	if !was && !blank(doc) && !emptyLineBefore(doc, len(doc)) && !bytes.Equal(r.After, doc) {
		t.Errorf("%s: set and removed:\n%q\nwas\n%q", name, r.After, doc)
	}
	if strings.Join(strings.Fields(string(r.After)), " ") != strings.Join(strings.Fields(withoutRules(name, string(doc))), " ") {
		t.Errorf("%s: something else went too:\n%q\nfrom\n%q", name, r.After, doc)
	}
	more := append(append([]byte{}, c.After...), "\nmine\n"...)
	back, err := Revert(more, c.Undo)
	if err != nil || !bytes.Contains(back.Text, []byte("mine")) || back.Delete {
		t.Errorf("%s: undone after an edit: %v\n%q", name, err, back.Text)
	}
	if bytes.Contains(back.Text, []byte("Ask gortex")) && len(back.Kept) == 0 {
		t.Errorf("%s: undone after an edit, the block is there: %q", name, back.Text)
	}
}

// rulesBlock is a block in the simplest way of seeing it.
var rulesBlock = regexp.MustCompile(`(?ms)^(\x{feff}?)[ \t]*<!--\s*gortex:rules:start\s*-->\s*$.*?^[ \t]*<!--\s*gortex:rules:end\s*-->\s*$`)

// withoutRules takes the blocks out of a document, other than those that are
// examples in fenced code.
func withoutRules(name, doc string) string {
	if strings.HasPrefix(name, "fenced") || strings.HasPrefix(name, "nested-fences.md") {
		return doc
	}
	return rulesBlock.ReplaceAllString(doc, "$1")
}

func TestNewFileOfABlock(t *testing.T) {
	c, err := SetBlock(nil, "rules", "text\n")
	want := "<!-- gortex:rules:start -->\ntext\n<!-- gortex:rules:end -->\n"
	if err != nil || string(c.After) != want {
		t.Fatalf("%v: %q", err, c.After)
	}
	if back, err := Revert(c.After, c.Undo); err != nil || !back.Delete {
		t.Errorf("%+v, %v", back, err)
	}
	if _, err := SetBlock(nil, "ru les", ""); err == nil {
		t.Error("a name with a space was taken")
	}
	if _, err := SetBlock(nil, "rules", "<!-- gortex:rules:end -->"); err == nil {
		t.Error("a text with a marker was taken")
	}
}

func TestMarkerErrors(t *testing.T) {
	for doc, want := range map[string]string{
		"a\n\n<!-- gortex:rules:start -->\nb\n":                                                 "block gortex:rules: line 3: the block starts here and ends nowhere",
		"a\n<!-- gortex:rules:end -->\n":                                                        "block gortex:rules: line 2: the block ends here and starts nowhere",
		"<!-- gortex:rules:start -->\n<!-- gortex:rules:start -->\n<!-- gortex:rules:end -->\n": "block gortex:rules: line 1: the block has no end: another starts at line 2",
	} {
		for _, edit := range []func() (Change, error){
			func() (Change, error) { return SetBlock([]byte(doc), "rules", "x") },
			func() (Change, error) { return RemoveBlock([]byte(doc), "rules") },
		} {
			c, err := edit()
			if err == nil || err.Error() != want || string(c.After) != doc {
				t.Errorf("got %v\nwant %s", err, want)
			}
		}
	}
}

func FuzzBlocks(f *testing.F) {
	f.Add([]byte("# a\n\n<!-- gortex:r:start -->\nx\n<!-- gortex:r:end -->\n"), "body")
	f.Add([]byte("\xef\xbb\xbf---\r\na: b\r\n---\r\n"), "")
	f.Add([]byte("```\n<!-- gortex:r:start -->\n```\n"), "one\n\ntwo\n")
	f.Fuzz(func(t *testing.T, doc []byte, body string) {
		c, err := SetBlock(doc, "r", body)
		if err != nil {
			return
		}
		got, found, err := GetBlock(c.After, "r")
		if want := normalBody(body); err != nil || !found || got != want {
			t.Fatalf("got %q (%v, %v), want %q\n%q", got, found, err, want, c.After)
		}
		if back, err := Revert(c.After, c.Undo); err != nil || !bytes.Equal(back.Text, doc) {
			t.Fatalf("undone: %v\n%q\nwas\n%q", err, back.Text, doc)
		}
		r, err := RemoveBlock(c.After, "r")
		if _, found, again := GetBlock(r.After, "r"); err != nil || found || again != nil {
			t.Fatalf("removed: %v, %v, %v\n%q\n%q", err, found, again, c.After, r.After)
		}
	})
}

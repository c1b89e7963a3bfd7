package edit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"unicode/utf8"
)

// Change is what an edit makes of a document.
type Change struct {
	Before, After []byte
	// Undo brings Before back; nil when nothing changed.
	Undo *Undo
}

// Changed reports whether there is something to write.
func (c Change) Changed() bool { return c.Undo != nil }

// Undo is the record of a change that a receipt keeps. It is small: it holds
// what was written and what that replaced, never the rest of the document.
type Undo struct {
	Format Format `json:"format"`
	// Missing says that there was no file before.
	Missing bool `json:"missing,omitempty"`
	// Sum is the SHA-256 of the document after the change, in hexadecimal.
	Sum   string `json:"sum"`
	Steps []Step `json:"steps"`
}

// Step is one splice, or a few that belong together, in the order of making.
type Step struct {
	Kind string `json:"kind"` // insert, replace, remove or block
	Path Path   `json:"path"` // of the entry that came, changed or went
	// Created counts the steps of Path whose values did not exist before.
	Created int `json:"created,omitempty"`
	// Anchor is where the entry, or for remove its container, begins after the
	// step.
	Anchor int   `json:"anchor"`
	Cuts   []Cut `json:"cuts"`
}

// Cut says that New stands at the offset At of the text after the step where
// Old stood before it. Both are bytes of the text, and may be empty.
type Cut struct {
	At  int  `json:"at"`
	Old Text `json:"old,omitempty"`
	New Text `json:"new,omitempty"`
}

// Text is bytes of a document. In JSON it is a string when it is UTF-8, and
// otherwise {"base64": "..."}, so that nothing is lost.
type Text string

type textJSON struct {
	Base64 []byte `json:"base64"`
}

// MarshalJSON keeps bytes that are not UTF-8.
func (t Text) MarshalJSON() ([]byte, error) {
	if utf8.ValidString(string(t)) {
		return json.Marshal(string(t))
	}
	return json.Marshal(textJSON{[]byte(t)})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (t *Text) UnmarshalJSON(text []byte) error {
	var s string
	if err := json.Unmarshal(text, &s); err == nil {
		*t = Text(s)
		return nil
	}
	var b textJSON
	err := json.Unmarshal(text, &b)
	*t = Text(b.Base64)
	return err
}

const (
	insertStep  = "insert"
	replaceStep = "replace"
	removeStep  = "remove"
	blockStep   = "block"
)

func sum(text []byte) string {
	h := sha256.Sum256(text)
	return hex.EncodeToString(h[:])
}

// step applies splices, checks the result and records how to undo it. in is the
// path of what was there already, path that of the entry concerned.
func (e *editor) step(err error, kind string, in, path Path, splices []splice) error {
	if err != nil {
		return err
	}
	refuse := func(msg string) error {
		where := Position{Line: 1, Col: 1}
		if at, _ := find(e.doc, e.text, in); at.node != nil && at.node.start >= 0 {
			where = positionAt(e.text, at.node.start)
		}
		return &UnsupportedError{path, where, msg}
	}
	if overlap(splices) {
		return refuse("the parts of the edit overlap")
	}
	text := apply(e.text, splices)
	if bytes.Equal(text, e.text) {
		return refuse("the value cannot be written in " + e.format.String())
	}
	after, err := parse(e.format, text)
	if err != nil {
		return refuse("the result would not be valid: " + err.Error())
	}
	if !sameOutside(side{e.doc, e.text}, side{after, text}, e.doc.root(), after.root(), path) {
		return refuse("something else would change with it")
	}
	s := Step{Kind: kind, Path: slices.Clone(path)}
	if kind == insertStep {
		s.Created = len(path) - len(in)
	}
	shift := 0
	slices.SortStableFunc(splices, func(a, b splice) int { return a.start - b.start })
	for _, c := range splices {
		s.Cuts = append(s.Cuts, Cut{c.start + shift, Text(e.text[c.start:c.end]), Text(c.put)})
		shift += len(c.put) - (c.end - c.start)
	}
	s.Anchor = anchorOf(after, text, s)
	e.text, e.doc = text, after
	e.steps = append(e.steps, s)
	return nil
}

// anchorOf is where the entry of a step begins in a text, or -1.
func anchorOf(d document, text []byte, s Step) int {
	path := s.Path
	if s.Kind == insertStep && s.Created > 0 {
		path = path[:len(path)-s.Created+1]
	}
	if s.Kind == removeStep {
		path = path[:len(path)-1]
	}
	at, err := find(d, text, path)
	switch {
	case err != nil || at.node == nil || at.depth < len(path):
		return -1
	case at.parent != nil && s.Kind == insertStep:
		return at.parent.entries[at.index].start
	}
	return at.node.start
}

func (e *editor) finish(err error) (Change, error) {
	c := Change{Before: e.before, After: e.text}
	if err != nil {
		return unchanged(e.before), err
	}
	if len(e.steps) > 0 && !bytes.Equal(e.before, e.text) {
		c.Undo = &Undo{Format: e.format, Missing: e.before == nil, Sum: sum(e.text), Steps: e.steps}
	}
	return c, nil
}

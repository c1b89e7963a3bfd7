package edit

import (
	"bytes"
	"errors"
	"slices"
	"strings"
)

// Reverted is a document without a change.
type Reverted struct {
	Text []byte
	// Delete says that the file was made by the change and that nothing else
	// is in it, so that it is to be deleted.
	Delete bool
	// Exact says that the document was as the change had left it, so that Text
	// is byte for byte what the change had found.
	Exact bool
	// Kept are entries that the user has changed since; they stay as they are.
	Kept []Path
}

// Revert takes a change out of a document. When the document is as the change
// left it, what comes back is what was there before, byte for byte. When other
// parts were edited since, those stay and the bytes of the change alone go;
// containers that the change created go with it if nothing else is in them.
// A value of the user's that the change replaced comes back unless the user has
// changed it again.
//
// Records of several changes are reverted from the last to the first.
func Revert(doc []byte, u *Undo) (Reverted, error) {
	if u == nil {
		return Reverted{Text: doc, Exact: true}, nil
	}
	if sum(doc) == u.Sum {
		text := doc
		for _, s := range slices.Backward(u.Steps) {
			back, ok := s.backIn(text, 0)
			if !ok {
				return Reverted{}, errRecord
			}
			text = back
		}
		return Reverted{Text: text, Delete: u.Missing, Exact: true}, nil
	}
	if len(u.Steps) > 0 && u.Steps[0].Kind == blockStep {
		return revertBlock(doc, u)
	}
	e, err := open(u.Format, doc, nil)
	if err != nil {
		return Reverted{}, err
	}
	var kept []Path
	for _, s := range slices.Backward(u.Steps) {
		done, err := e.revert(s)
		if err != nil {
			return Reverted{}, err
		}
		if !done {
			kept = append(kept, s.Path)
		}
	}
	out := Reverted{Text: e.text, Kept: kept}
	if top := e.doc.root(); u.Missing && (top == nil && blank(e.text) || top != nil && bare(e.doc, e.text, top) && onlyRoot(e.text, top)) {
		out.Delete = true
	}
	return out, nil
}

var errRecord = errors.New("the record of the change does not fit its own document")

// onlyRoot reports whether nothing stands around the root, not even a comment.
func onlyRoot(text []byte, top *node) bool {
	return top.start >= 0 && blank(text[textStart(text):top.start]) && blank(text[top.end:])
}

// backIn undoes the cuts in a text that is shifted against the one of the step.
func (s Step) backIn(text []byte, shift int) ([]byte, bool) {
	splices := make([]splice, len(s.Cuts))
	for i, c := range s.Cuts {
		at := c.At + shift
		if at < 0 || at+len(c.New) > len(text) || string(text[at:at+len(c.New)]) != string(c.New) {
			return nil, false
		}
		splices[i] = splice{at, at + len(c.New), string(c.Old)}
	}
	return apply(text, splices), true
}

// revert undoes one step in a document that was edited since. It reports false
// when the entry is no longer what the step made of it.
func (e *editor) revert(s Step) (done bool, err error) {
	if e.doc.root() == nil {
		return s.Kind == insertStep, nil
	}
	if e.revertShifted(s) {
		return true, nil
	}
	switch s.Kind {
	case insertStep:
		return e.revertInsert(s)
	case replaceStep:
		return e.revertReplace(s)
	}
	return false, nil
}

// revertShifted tries the bytes of the step where its entry is now.
func (e *editor) revertShifted(s Step) bool {
	at := anchorOf(e.doc, e.text, s)
	if at < 0 || s.Anchor < 0 {
		return false
	}
	text, ok := s.backIn(e.text, at-s.Anchor)
	if !ok {
		return false
	}
	d, err := parse(e.format, text)
	if err != nil || !sameOutside(side{e.doc, e.text}, side{d, text}, e.doc.root(), d.root(), s.Path) {
		return false
	}
	there, err := find(d, text, s.Path)
	if err != nil || (s.Kind == insertStep) == (there.node != nil && there.depth == len(s.Path)) {
		return false
	}
	e.text, e.doc = text, d
	return true
}

// revertInsert removes the entry and the containers that were made for it. It
// reports false for an element of a list that is not there as it was written:
// the user may have changed it.
func (e *editor) revertInsert(s Step) (done bool, err error) {
	at, err := find(e.doc, e.text, s.Path)
	if err != nil {
		return false, err
	}
	if _, key := s.Path[len(s.Path)-1].(string); !key && at.depth < len(s.Path) {
		return false, nil
	}
	if err := e.remove(s.Path); err != nil {
		return false, err
	}
	for n := 1; n < s.Created; n++ {
		path := s.Path[:len(s.Path)-n]
		at, err := find(e.doc, e.text, path)
		if err != nil {
			return false, err
		}
		if at.node == nil || at.depth < len(path) {
			continue
		}
		if at.node.kind != nullKind && !bare(e.doc, e.text, at.node) {
			return true, nil
		}
		if err := e.remove(path); err != nil {
			return false, err
		}
	}
	return true, nil
}

// revertReplace puts the old value back where the new one still stands.
func (e *editor) revertReplace(s Step) (bool, error) {
	at, err := find(e.doc, e.text, s.Path)
	if err != nil || at.node == nil || at.depth < len(s.Path) || len(s.Cuts) != 1 || at.node.start < 0 {
		return false, err
	}
	now := bytes.TrimSpace(e.text[at.node.start:at.node.end])
	if string(now) != strings.TrimSpace(string(s.Cuts[0].New)) {
		return false, nil
	}
	text := apply(e.text, []splice{{at.node.start, at.node.start + len(now), strings.TrimSpace(string(s.Cuts[0].Old))}})
	d, err := parse(e.format, text)
	if err != nil || !sameOutside(side{e.doc, e.text}, side{d, text}, e.doc.root(), d.root(), s.Path) {
		return false, nil
	}
	e.text, e.doc = text, d
	return true, nil
}

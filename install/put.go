package install

import (
	"bytes"
	"errors"
	"slices"

	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
)

// ownedClaim is the claim on a file that is ours as a whole.
const ownedClaim = "the file"

// putter brings the files of one row that are one file on the disk into it.
type putter struct {
	text    []byte
	rec     *Record
	want    *want
	without []host.Part
	parts   []host.Part
}

// file brings one file of the row in. Errors leave the whole file as it was,
// but for the other hosts' parts.
func (s *putter) file(f host.File) error {
	switch {
	case f.Owned != nil:
		s.owned(f)
		return nil
	case f.Block != nil:
		return s.block(f)
	}
	entries := f.Entries
	if f.Hooks != nil {
		entries = slices.Concat(entries, f.Hooks(s.want.env))
	}
	return s.settings(f, entries)
}

func (s *putter) owned(f host.File) {
	wanted := []byte(f.Owned(s.want.env))
	switch {
	case bytes.Equal(s.text, wanted) && s.text != nil:
		if s.rec.Owned {
			s.rec.claim(ownedClaim, s.want.host.Name)
		}
		return
	case blank(s.text):
		s.begin(nil)
	case s.rec.Owned && sum(s.text) == s.rec.Sum:
	default:
		s.want.change.skip(f.Part, "", "it is not as gortex wrote it and stays; remove it to have it written anew")
		return
	}
	s.rec.Owned, s.rec.Part = true, f.Part
	s.text = wanted
	s.done(f.Part, ownedClaim, nil)
}

// begin notes what a file was before the first thing was written into it that
// is to replace all of it.
func (s *putter) begin(start []byte) {
	if s.rec.written(ownedClaim) || len(s.rec.Edits) > 0 {
		return
	}
	s.rec.Created, s.rec.Was, s.rec.Start = s.text == nil, string(s.text), string(start)
}

// done notes what was written.
func (s *putter) done(part host.Part, claim string, undo []*edit.Undo) {
	for _, u := range undo {
		s.rec.Edits = append(s.rec.Edits, Edit{claim, part, u})
	}
	s.rec.claim(claim, s.want.host.Name)
	if !slices.Contains(s.parts, part) {
		s.parts = append(s.parts, part)
	}
}

func (s *putter) block(f host.File) error {
	claim := "block " + f.BlockName
	c, err := edit.SetBlock(s.text, f.BlockName, f.Block(s.want.env))
	switch {
	case err != nil:
		return err
	case c.Changed():
		if s.text == nil {
			s.begin(nil)
		}
		s.text = c.After
		s.done(f.Part, claim, []*edit.Undo{c.Undo})
	default: // without an edit, so that it stays when ours is taken back
		s.rec.claim(claim, s.want.host.Name)
	}
	return nil
}

// settings brings entries into a file of settings.
func (s *putter) settings(f host.File, entries []host.Entry) error {
	doc := &sheet{format: f.Format, text: s.text}
	started := blank(s.text) && f.New != ""
	if started {
		doc.text = []byte(f.New)
	}
	var conflict *conflictError
	for _, x := range entries {
		if why, request := s.unwanted(x); why != "" {
			s.want.change.skip(x.Part, request, "%s", why)
			continue
		}
		before := len(doc.steps)
		if err := doc.put(x, s.want.env); errors.As(err, &conflict) {
			s.want.change.Problem = editProblem(s.rec.Target, err)
			continue
		} else if err != nil {
			return err
		}
		switch made := doc.steps[before:]; {
		case len(made) > 0:
			if len(s.rec.Edits) == 0 && (started || s.text == nil) {
				s.begin(start(started, f.New))
			}
			s.done(x.Part, claimOf(x), made)
		default: // without an edit, so that it stays when ours is taken back
			s.rec.claim(claimOf(x), s.want.host.Name)
		}
	}
	if len(doc.steps) > 0 {
		s.text = doc.text
	}
	return nil
}

func start(started bool, text string) []byte {
	if started {
		return []byte(text)
	}
	return nil
}

func (s *putter) unwanted(x host.Entry) (why, request string) {
	switch {
	case slices.Contains(s.without, x.Part):
		return "left out", ""
	case x.OnRequest != "" && !s.want.env.Given[x.OnRequest]:
		return "only on request", x.OnRequest
	case x.When != nil:
		return x.When(s.want.env), ""
	}
	return "", ""
}

// claimOf names what an entry puts into a file.
func claimOf(x host.Entry) string {
	if x.Element {
		return x.At.String() + "[]"
	}
	return x.At.String()
}

// blank reports whether a text says nothing.
func blank(text []byte) bool {
	return len(bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))) == 0
}

// position is where in a document an error is.
func position(err error) (line, col int) {
	var syntax *edit.SyntaxError
	var shape *edit.ShapeError
	var twice *edit.DuplicateError
	var cannot *edit.UnsupportedError
	var marker *edit.MarkerError
	switch {
	case errors.As(err, &syntax):
		return syntax.Line, syntax.Col
	case errors.As(err, &shape):
		return shape.Line, shape.Col
	case errors.As(err, &twice):
		return twice.Second.Line, twice.Second.Col
	case errors.As(err, &cannot):
		return cannot.Line, cannot.Col
	case errors.As(err, &marker):
		return marker.Line, 1
	}
	return 0, 0
}

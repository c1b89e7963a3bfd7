package install

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
)

// PlanRemoval says what the files become when gortex is taken out for the
// selected hosts. A file that is as gortex left it becomes what it was before,
// byte for byte; in one that was edited since only what is ours goes. Where no
// receipt is, what is ours is recognised by the rows.
func (e *Engine) PlanRemoval(s Selection) (*Plan, error) {
	r, err := e.Receipt()
	if err != nil {
		return nil, err
	}
	p := e.plan(s, r)
	p.removal = true
	env := e.env(r, host.Requests())
	for _, h := range s.Hosts {
		for _, f := range h.Files {
			if f.Scope == s.Scope {
				e.want(p, h, env, f)
			}
		}
		for _, record := range r.Files {
			if record.Scope != s.Scope || record.Repo != e.repo(s.Scope) || !record.has(h.Name) {
				continue
			}
			// The row may name another path today than when this was written, and
			// the path may lead to another file.
			path := record.Path
			if found, err := e.disk().Read(path); err != nil || found.Target != record.Target {
				path = record.Target
			}
			if g, c, ok := e.group(p, h, path); ok && !slices.ContainsFunc(g.wants, func(w *want) bool { return w.change == c }) {
				g.wants = append(g.wants, &want{host: h, env: env, change: c})
				e.fill(p, g)
			}
		}
	}
	return p, nil
}

// fillRemoval takes out of a file what is ours, by its record and else by the
// rows.
func (e *Engine) fillRemoval(p *Plan, g *group) {
	t := &taker{text: g.found.Text, group: g, exact: true}
	if g.record != nil {
		t.byRecord(p.Hosts)
	} else {
		g.next = nil
		held := e.held(p)
		for _, w := range g.wants {
			t.byRow(w, func(claim string) bool { return held[g.target+"\x00"+claim] })
		}
	}
	g.after = t.text
	if len(g.wants) == 0 {
		return
	}
	c := g.wants[0].change
	if t.hadBefore() {
		c.skip("", "", "it named gortex before it was installed by this program, and does again; a second gortex uninstall takes that out too")
	}
	c.After = t.text
	if c.Action() != Keep {
		c.Parts = t.parts
	}
	if t.err != nil {
		c.Problem = editProblem(g.target, t.err)
		c.After, c.Parts, g.after, g.next = c.Before, nil, c.Before, g.record
	}
}

// taker takes what is ours out of one file.
type taker struct {
	text  []byte
	group *group
	parts []host.Part
	exact bool // so far the text is what was there before
	err   error
}

// byRecord takes out what the selected hosts are the last ones to rely on.
func (t *taker) byRecord(hosts []host.Host) {
	g := t.group
	next := g.record.clone()
	gone := map[string]bool{}
	for claim, users := range next.Claims {
		users = slices.DeleteFunc(users, func(name string) bool {
			return slices.ContainsFunc(hosts, func(h host.Host) bool { return h.Name == name })
		})
		next.Claims[claim] = users
		if len(users) == 0 {
			gone[claim] = true
			delete(next.Claims, claim)
		}
	}
	for _, h := range hosts {
		delete(next.Requests, h.Name)
	}
	g.next = next
	if len(next.Claims) == 0 {
		g.next = nil
	}
	switch {
	case t.text == nil: // the user has removed the file, and with it what was ours
	case g.record.Owned:
		if gone[ownedClaim] {
			t.owned(g.record)
		}
	default:
		t.revert(g.record, gone, next)
	}
	if g.next != nil {
		next.Sum = sum(t.text)
	}
}

// hadBefore reports whether what was brought back has something of ours in it.
func (t *taker) hadBefore() bool {
	g := t.group
	if g.record == nil || g.record.Owned || g.next != nil || t.err != nil || t.text == nil {
		return false
	}
	if bytes.Equal(t.text, g.found.Text) && len(g.record.Edits) > 0 {
		return false // what there is of ours was put there since
	}
	again := &taker{text: t.text, group: &group{target: g.target}}
	for _, w := range g.wants {
		again.byRow(&want{host: w.host, env: w.env, files: w.files, change: &Change{}}, func(string) bool { return false })
	}
	return again.err == nil && !bytes.Equal(again.text, t.text)
}

func (t *taker) owned(r *Record) {
	switch {
	case sum(t.text) != r.Sum:
		t.group.wants[0].change.skip("", "", "it was changed since gortex wrote it and stays")
	case r.Created:
		t.text = nil
		t.took(r.Part)
	default:
		t.text = []byte(r.Was)
		t.took(r.Part)
	}
}

// revert undoes the edits whose claims are gone, the last one first.
func (t *taker) revert(r *Record, gone map[string]bool, next *Record) {
	text, emptied := t.text, false
	var kept bool
	for _, x := range slices.Backward(r.Edits) {
		if !gone[x.Claim] {
			t.exact = false
			continue
		}
		if w := t.stranger(text, x.Claim); w != nil {
			w.change.skip(x.Part, "", "the entry there does not start gortex any more and stays")
			t.exact = false
			continue
		}
		back, err := edit.Revert(text, x.Undo)
		if err != nil {
			t.err = err
			return
		}
		text, emptied = back.Text, back.Delete
		t.took(x.Part)
		t.exact = t.exact && back.Exact
		kept = kept || len(back.Kept) > 0
	}
	next.Edits = slices.DeleteFunc(next.Edits, func(x Edit) bool { return gone[x.Claim] })
	t.text = text
	if kept {
		// What the user has changed since is still ours by its name.
		t.exact = false
		for _, w := range t.group.wants {
			t.byRow(w, func(claim string) bool { return !gone[claim] })
		}
	}
	if t.err != nil || len(next.Claims) > 0 {
		return
	}
	unstarted := r.Start != "" && string(t.text) == r.Start
	switch {
	case r.Created && (t.exact || emptied || unstarted || blank(t.text)):
		t.text = nil
	case !r.Created && unstarted:
		t.text = []byte(r.Was)
	}
}

// stranger is whose entry another has put in the place of ours by now, nil if
// nobody has.
func (t *taker) stranger(text []byte, claim string) *want {
	for _, w := range t.group.wants {
		for _, f := range w.files {
			doc := &sheet{format: f.Format, text: text}
			for _, x := range f.Entries {
				if x.Part != host.Server || x.Ours == nil || claimOf(x) != claim {
					continue
				}
				if is, found, err := doc.get(x.At); err == nil && found && !x.Ours(is) {
					return w
				}
			}
		}
	}
	return nil
}

// byRow takes out what the row recognises as ours, but for what is held by
// others.
func (t *taker) byRow(w *want, held func(claim string) bool) {
	for _, f := range slices.Backward(w.files) {
		if t.text == nil || t.err != nil {
			return
		}
		switch {
		case f.Owned != nil:
			t.ownedByRow(w, f, held)
		case f.Block != nil:
			if held("block " + f.BlockName) {
				w.change.skip(f.Part, "", "other assistants read it too")
				continue
			}
			c, err := edit.RemoveBlock(t.text, f.BlockName)
			if err != nil {
				t.err = err
			} else if c.Changed() {
				t.text = c.After
				t.took(f.Part)
			}
		default:
			t.settingsByRow(w, f, held)
		}
	}
}

func (t *taker) took(part host.Part) {
	if !slices.Contains(t.parts, part) {
		t.parts = append(t.parts, part)
	}
}

func (t *taker) ownedByRow(w *want, f host.File, held func(string) bool) {
	switch {
	case held(ownedClaim):
		w.change.skip(f.Part, "", "other assistants read it too")
	case bytes.Equal(t.text, []byte(f.Owned(w.env))):
		t.text = nil
		t.took(f.Part)
	default:
		w.change.skip(f.Part, "", "it is not as gortex writes it and stays")
	}
}

func (t *taker) settingsByRow(w *want, f host.File, held func(string) bool) {
	entries := f.Entries
	if f.Hooks != nil {
		entries = slices.Concat(entries, f.Hooks(w.env))
	}
	doc := &sheet{format: f.Format, text: t.text}
	for _, x := range slices.Backward(entries) {
		if held(claimOf(x)) {
			w.change.skip(x.Part, "", "other assistants read it too")
			continue
		}
		before := len(doc.steps)
		if err := doc.drop(x, w.env); err != nil {
			if bytes.Contains(t.text, []byte(host.Name)) {
				t.err = err // something of ours may be there and cannot be taken out
			}
			return
		}
		if len(doc.steps) > before {
			t.took(x.Part)
		}
	}
	t.text = doc.text
}

// held lists what hosts of this machine that are not selected need, by file and
// claim. Of files without a record it is not known who wrote them.
func (e *Engine) held(p *Plan) map[string]bool {
	held := map[string]bool{}
	env := e.env(p.receipt, nil)
	for _, h := range e.Hosts {
		selected := slices.ContainsFunc(p.Hosts, func(s host.Host) bool { return s.Name == h.Name })
		if selected || !e.Detect(h, p.Scope).There {
			continue
		}
		for _, f := range h.Files {
			if f.Scope != p.Scope {
				continue
			}
			found, err := e.disk().Read(f.Place(env))
			if err != nil {
				continue
			}
			key := found.Target + "\x00"
			switch {
			case f.Owned != nil:
				held[key+ownedClaim] = true
			case f.Block != nil:
				held[key+"block "+f.BlockName] = true
			}
			for _, x := range f.Entries {
				held[key+claimOf(x)] = true
			}
		}
	}
	return held
}

// leftDirs are the directories that go with a file when they are empty: those
// that were made for it, or without a record the one that bears our name.
func (g *group) leftDirs() []string {
	if g.record != nil {
		return g.record.Dirs
	}
	if dir := filepath.Dir(g.target); strings.HasPrefix(filepath.Base(dir), host.Name) {
		return []string{dir}
	}
	return nil
}

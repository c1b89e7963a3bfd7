package install

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gortexhq/gortex/internal/lockedfile"
)

// lockTime is how long one installation waits for another.
const lockTime = 10 * time.Second

// Apply makes the files what the plan says. What was done, and what could not
// be, is in the changes of the plan; what is wrong with one file does not keep
// the others from being written. A file that is no longer what the plan was
// made for is planned anew, once.
//
// The error is of what concerns all files: the receipt cannot be written, or
// another installation does not end. Then nothing, or nothing more, was changed.
func (e *Engine) Apply(ctx context.Context, p *Plan) error {
	if p.Empty() && !p.receipt.unsettled {
		return nil
	}
	if err := os.MkdirAll(e.Dirs.State, 0o700); err != nil {
		return unrecorded(err)
	}
	waiting, stop := context.WithTimeout(ctx, lockTime)
	defer stop()
	unlock, err := lockedfile.Lock(waiting, filepath.Join(e.Dirs.State, "installed.lock"), 0o600)
	switch {
	case ctx.Err() != nil && err != nil:
		return ctx.Err()
	case err != nil && waiting.Err() == nil:
		return unrecorded(err)
	case err != nil:
		return problem(Failed, "another gortex install is at work: %v; wait for it and run the command again", err)
	}
	defer unlock()
	r, err := e.Receipt()
	if err != nil {
		return err
	}
	e.sweep()
	p.receipt = r
	e.probe.remember(r)
	for _, g := range p.groups {
		e.renew(p, g)
	}
	if err := e.ahead(p, p.groups...); err != nil {
		return unrecorded(err)
	}
	for _, g := range p.groups {
		if ctx.Err() != nil {
			break
		}
		e.applyGroup(p, g)
	}
	for _, f := range r.Files {
		if f.Pending != nil {
			f.Pending = nil // it was not begun
		}
	}
	r.Files = real(r.Files)
	e.step("receipt")
	if err := e.save(r); err != nil {
		return problem(Failed, "the files were written, but the receipt was not completed: %v; run the command again", err)
	}
	e.step("end")
	return ctx.Err()
}

func unrecorded(err error) error {
	p := asProblem(err)
	p.Message = "the receipt cannot be written, so nothing was changed: " + p.Message
	return p
}

// real leaves out records of what was never written.
func real(files []*Record) (written []*Record) {
	for _, f := range files {
		if len(f.Claims) > 0 {
			written = append(written, f)
		}
	}
	return written
}

// renew plans a file again unless it and its record are what the plan was made
// for.
func (e *Engine) renew(p *Plan, g *group) {
	record := p.receipt.record(g.target)
	found, err := e.disk().Read(g.path)
	if err == nil && e.unchanged(g) == nil && slices.Equal(found.Missing, g.found.Missing) && same(g.record, record) {
		g.record = record
		return
	}
	e.again(p, g, record)
}

func same(a, b *Record) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && string(x) == string(y)
}

// again plans a file on what it is now.
func (e *Engine) again(p *Plan, g *group, record *Record) {
	found, err := e.disk().Read(g.path)
	if err == nil && found.Target != g.target {
		err = problem(Stale, "%s leads to another file now; run the command again", g.path)
	}
	if err != nil {
		e.fail(g, err)
		return
	}
	g.found, g.record, g.next, g.after = found, record, record, found.Text
	e.fill(p, g)
}

// fail notes why the file of a group stays as it was.
func (e *Engine) fail(g *group, err error) {
	p := asProblem(err)
	if errors.Is(err, errStale) {
		p = problem(Stale, "%s was changed by another program while it was being written; nothing was written, run the command again", g.target)
	}
	for _, w := range g.wants {
		if w.change.Action() != Keep || w.change.Problem == nil {
			w.change.Problem = p
		}
		w.change.After = w.change.Before
	}
	g.next, g.after = g.record, g.found.Text
}

// ahead writes into the receipt what is about to be done.
func (e *Engine) ahead(p *Plan, groups ...*group) error {
	for _, g := range groups {
		if !g.changesFile() {
			continue
		}
		record := &Record{Target: g.target, Path: g.path, Scope: g.scope}
		if g.record != nil {
			record = g.record.clone()
		}
		record.Pending = &Pending{Before: sum(g.found.Text), After: sum(g.after), Next: g.next}
		if g.after != nil {
			record.Pending.Temp = tempName(g.target)
		}
		p.receipt.put(g.target, record)
	}
	e.step("ahead")
	err := e.save(p.receipt)
	e.step("recorded")
	return err
}

// applyGroup writes one file.
func (e *Engine) applyGroup(p *Plan, g *group) {
	if !g.differs() {
		return
	}
	for try := 0; g.changesFile(); try++ {
		err := e.write(g, e.temp(p, g))
		if err == nil {
			break
		}
		p.receipt.put(g.target, g.record)
		if !errors.Is(err, errStale) || try > 0 {
			e.fail(g, err)
			return
		}
		e.again(p, g, g.record)
		if err := e.ahead(p, g); err != nil {
			p.receipt.put(g.target, g.record)
			e.fail(g, unrecorded(err))
			return
		}
	}
	p.receipt.put(g.target, g.next)
	for _, w := range g.wants {
		w.change.Done = w.change.Action() != Keep
	}
}

// temp is the name that the receipt has for the temporary file of a group.
func (e *Engine) temp(p *Plan, g *group) string {
	if r := p.receipt.record(g.target); r != nil && r.Pending != nil {
		return r.Pending.Temp
	}
	return ""
}

// sweep removes what an interrupted process left lying about: temporary files,
// and directories that were made for files that were not written then.
func (e *Engine) sweep() {
	text, err := os.ReadFile(e.receiptPath())
	if err != nil {
		return
	}
	var r Receipt
	if json.Unmarshal(text, &r) != nil {
		return // Receipt says so
	}
	for _, f := range r.Files {
		if f.Pending == nil {
			continue
		}
		if f.Pending.Temp != "" {
			_ = os.Remove(f.Pending.Temp) // it may never have been made
		}
		if f.Pending.Next != nil {
			removeEmpty(f.Pending.Next.Dirs)
		} else if present(f.Target) {
			continue
		} else {
			removeEmpty(f.Dirs)
		}
	}
}

// Failure is the first problem of a plan, in the order of the changes, nil if
// there is none.
func (p *Plan) Failure() (*Change, int) {
	var first *Change
	n := 0
	for _, c := range p.Changes {
		if c.Problem != nil {
			n++
			if first == nil {
				first = c
			}
		}
	}
	return first, n
}

package install

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/internal/lockedfile"
)

// receiptVersion is the version of the receipt that this program writes.
const receiptVersion = 1

// Receipt is the record of all that was written, and how to take it back.
type Receipt struct {
	Version int       `json:"version"`
	Files   []*Record `json:"files"`
	// Versions are those that programs told, by their path.
	Versions map[string]Told `json:"versions,omitempty"`

	unsettled bool // an interrupted process left something open
}

// Record is what was written into one file.
type Record struct {
	Target string     `json:"target"` // the file itself
	Path   string     `json:"path"`   // as the host names it
	Scope  host.Scope `json:"scope"`
	Repo   string     `json:"repo,omitempty"` // of a file in a repository, its root
	// Claims are the hosts that rely on each thing that was written.
	Claims map[string][]string `json:"claims"`
	// Requests are what the user asked for beside the usual, by host.
	Requests map[string][]string `json:"requests,omitempty"`
	// Edits are in the order in which they were made.
	Edits []Edit `json:"edits,omitempty"`
	// Owned says that the whole file is ours, and Part what it is for.
	Owned bool      `json:"owned,omitempty"`
	Part  host.Part `json:"part,omitempty"`
	// Created says that there was no file; Was is the blank text that there was
	// instead, and Start what the edits began with.
	Created bool   `json:"created,omitempty"`
	Was     string `json:"was,omitempty"`
	Start   string `json:"start,omitempty"`
	// Dirs are the directories that were made for it, the outermost first.
	Dirs []string `json:"dirs,omitempty"`
	// Sum is the SHA-256 of the file as it was left, in hexadecimal.
	Sum string `json:"sum"`

	Pending *Pending `json:"pending,omitempty"`
}

// Edit is one change of a file.
type Edit struct {
	Claim string     `json:"claim"`
	Part  host.Part  `json:"part,omitempty"`
	Undo  *edit.Undo `json:"undo"`
}

// Pending is a change that was about to be made when the receipt was written.
// Whether it was made is seen in the file.
type Pending struct {
	Before string  `json:"before"`         // the sum of the file, "" for none
	After  string  `json:"after"`          // the same when it is done
	Next   *Record `json:"next,omitempty"` // the record then, nil for none
	Temp   string  `json:"temp,omitempty"`
}

// path of the receipt.
func (e *Engine) receiptPath() string { return filepath.Join(e.Dirs.State, "installed.json") }

// Receipt reads the record of what was written. What an interrupted process
// left open is decided by the files as they are. A receipt that is not there is
// empty.
func (e *Engine) Receipt() (*Receipt, error) {
	r := &Receipt{Version: receiptVersion}
	if info, err := os.Stat(e.receiptPath()); err == nil && !info.Mode().IsRegular() {
		return nil, problem(Unreadable, "the receipt %s is not a regular file; move it away to go on by what stands in the files", e.receiptPath())
	}
	text, err := os.ReadFile(e.receiptPath())
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err != nil {
		return nil, problem(Unreadable, "read the receipt: %v", err)
	}
	var version struct{ Version int }
	if json.Unmarshal(text, &version) == nil && version.Version > receiptVersion {
		return nil, problem(Unreadable, "the receipt %s was written by a newer gortex (version %d); use that one", e.receiptPath(), version.Version)
	}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, problem(Malformed, "the receipt %s is damaged: %v; move it away to go on by what stands in the files", e.receiptPath(), err)
	}
	var files []*Record
	for _, record := range r.Files {
		if record == nil {
			return nil, problem(Malformed, "the receipt %s is damaged: a record is null; move it away to go on by what stands in the files", e.receiptPath())
		}
		r.unsettled = r.unsettled || record.Pending != nil
		if record = e.settle(record); record != nil {
			files = append(files, record)
		}
	}
	r.Files = files
	return r, nil
}

// settle decides whether a pending change was made.
func (e *Engine) settle(r *Record) *Record {
	p := r.Pending
	if p == nil {
		return r
	}
	was := *r
	was.Pending = nil
	before := &was
	if len(was.Claims) == 0 {
		before = nil
	}
	found, err := e.disk().Read(r.Target)
	switch now := sum(found.Text); {
	case err == nil && now == p.After:
		return p.Next
	case err == nil && now == p.Before:
		return before
	}
	// The user has changed the file since. The longer record takes out whatever
	// of either is there.
	if p.Next == nil || before != nil && len(before.Edits) > len(p.Next.Edits) {
		return before
	}
	return p.Next
}

// record finds the record of a file.
func (r *Receipt) record(target string) *Record {
	i := slices.IndexFunc(r.Files, func(f *Record) bool { return f.Target == target })
	if i < 0 {
		return nil
	}
	return r.Files[i]
}

// put makes record the one of the target; nil takes it out.
func (r *Receipt) put(target string, record *Record) {
	i := slices.IndexFunc(r.Files, func(f *Record) bool { return f.Target == target })
	switch {
	case i < 0 && record != nil:
		r.Files = append(r.Files, record)
	case i >= 0 && record == nil:
		r.Files = slices.Delete(r.Files, i, i+1)
	case i >= 0:
		r.Files[i] = record
	}
}

// made are the directories above a file that were made by gortex, or are about
// to be. The last file that goes takes them with it, whichever it is.
func (r *Receipt) made(target string, missing []string) []string {
	dirs := slices.Clone(missing)
	for _, f := range r.Files {
		for _, dir := range f.Dirs {
			if !slices.Contains(dirs, dir) && strings.HasPrefix(target, dir+string(filepath.Separator)) {
				dirs = append(dirs, dir)
			}
		}
	}
	slices.SortFunc(dirs, func(a, b string) int { return len(a) - len(b) })
	return dirs
}

// requests are what the user asked for when a host was written before.
func (r *Receipt) requests(name string, scope host.Scope, repo string) (given []string) {
	for _, f := range r.Files {
		if f.Scope == scope && f.Repo == repo {
			given = append(given, f.Requests[name]...)
		}
	}
	return given
}

// ask notes what was asked for when a host was written that relies on the file.
func (r *Record) ask(name string, requests []string) {
	all := append(slices.Clone(r.Requests[name]), requests...)
	if len(all) == 0 || !r.has(name) {
		return
	}
	slices.Sort(all)
	if r.Requests == nil {
		r.Requests = map[string][]string{}
	}
	r.Requests[name] = slices.Compact(all)
}

// has reports whether a host relies on something in the file.
func (r *Record) has(name string) bool {
	for _, hosts := range r.Claims {
		if slices.Contains(hosts, name) {
			return true
		}
	}
	return false
}

// clone is a copy that can be changed.
func (r *Record) clone() *Record {
	c := *r
	c.Claims = map[string][]string{}
	for claim, hosts := range r.Claims {
		c.Claims[claim] = slices.Clone(hosts)
	}
	c.Edits, c.Requests, c.Dirs = slices.Clone(r.Edits), maps.Clone(r.Requests), slices.Clone(r.Dirs)
	return &c
}

// claim notes that a host relies on something that was written.
func (r *Record) claim(claim, name string) {
	if r.Claims == nil {
		r.Claims = map[string][]string{}
	}
	if !slices.Contains(r.Claims[claim], name) {
		r.Claims[claim] = append(r.Claims[claim], name)
		slices.Sort(r.Claims[claim])
	}
}

// written reports whether a claim is for something that gortex wrote.
func (r *Record) written(claim string) bool {
	return r.Owned && claim == ownedClaim || slices.ContainsFunc(r.Edits, func(e Edit) bool { return e.Claim == claim })
}

// save writes the receipt for this user alone, whole or not at all. Without
// files it is removed.
func (e *Engine) save(r *Receipt) error {
	if len(r.Files) == 0 && len(r.Versions) == 0 {
		err := os.Remove(e.receiptPath())
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	r.Version = receiptVersion
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(r); err != nil {
		return err
	}
	if err := os.MkdirAll(e.Dirs.State, 0o700); err != nil {
		return err
	}
	return lockedfile.Replace(e.receiptPath(), b.Bytes(), 0o600, !e.hasty)
}

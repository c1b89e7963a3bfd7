package install

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/gortexhq/gortex/hostadapters/host"
)

// Plan is what files should become.
type Plan struct {
	Selection
	// Changes are in the order of the hosts and of their files. A file that
	// several hosts read is changed for the first of them that needs it.
	Changes []*Change
	// Found is what was seen of the hosts when the plan was made.
	Found map[string]Detection

	removal bool
	groups  []*group
	receipt *Receipt
}

// Change is what one file should become for one host.
type Change struct {
	Host   string
	Scope  host.Scope
	Path   string // as the host names it
	Target string // the file itself, behind symbolic links
	// Before and After are nil where there is no file.
	Before, After []byte
	// Parts are those that Before and After differ in.
	Parts []host.Part
	// Skipped are reasons why something is not written, or was left.
	Skipped []Skip
	// Problem says why the file, or a part of it, stays as it was.
	Problem *Problem
	// Done says that the change was made.
	Done bool
}

// Skip is why something is not written, or was left.
type Skip struct {
	Part host.Part `json:"part,omitempty"`
	Why  string    `json:"why"`
	// Request is the name by which it is written, "" if there is none.
	Request string `json:"request,omitempty"`
}

// Action is what a change does to its file.
type Action string

// The actions.
const (
	Create Action = "create"
	Update Action = "update"
	Delete Action = "delete"
	Keep   Action = "none"
)

// Action is what the change does.
func (c *Change) Action() Action {
	switch {
	case c.Before == nil && c.After == nil, bytes.Equal(c.Before, c.After) && (c.Before == nil) == (c.After == nil):
		return Keep
	case c.Before == nil:
		return Create
	case c.After == nil:
		return Delete
	}
	return Update
}

func (c *Change) skip(part host.Part, request, format string, a ...any) {
	s := Skip{part, fmt.Sprintf(format, a...), request}
	if !slices.Contains(c.Skipped, s) {
		c.Skipped = append(c.Skipped, s)
	}
}

// Removal reports whether the plan takes gortex out.
func (p *Plan) Removal() bool { return p.removal }

// Empty reports whether there is nothing to write, whatever the problems are.
func (p *Plan) Empty() bool {
	return !slices.ContainsFunc(p.groups, func(g *group) bool { return g.differs() })
}

// Note is a sentence for the user about a host.
type Note struct {
	Host string `json:"agent"`
	Text string `json:"text"`
}

// Notes are what the hosts want from a person, after what the plan writes. One
// that takes gortex out wants nothing.
func (p *Plan) Notes() (notes []Note) {
	if p.removal {
		return nil
	}
	for _, h := range p.Hosts {
		for _, n := range h.Notes {
			if n.Scope != "" && n.Scope != p.Scope {
				continue
			}
			if slices.ContainsFunc(p.Changes, func(c *Change) bool {
				return c.Host == h.Name && c.Action() != Keep && slices.Contains(c.Parts, n.Part)
			}) {
				notes = append(notes, Note{h.Name, n.Text})
			}
		}
	}
	return notes
}

// group is all that is planned for one file.
type group struct {
	target, path string
	scope        host.Scope
	found        Found
	wants        []*want
	record, next *Record
	after        []byte
}

// want is what one host needs in a file.
type want struct {
	host   host.Host
	env    host.Env
	files  []host.File
	change *Change
}

func (g *group) changesFile() bool {
	return (g.found.Text == nil) != (g.after == nil) || !bytes.Equal(g.found.Text, g.after)
}

func (g *group) differs() bool { return g.changesFile() || !reflect.DeepEqual(g.record, g.next) }

// Plan says what the files of the selected hosts should become.
func (e *Engine) Plan(s Selection) (*Plan, error) {
	r, err := e.Receipt()
	if err != nil {
		return nil, err
	}
	p := e.plan(s, r)
	installed := s.Scope == host.Project && e.installed(r)
	envs := map[string]host.Env{}
	for _, h := range s.Hosts {
		env := e.env(r, append(slices.Clone(s.Requests), r.requests(h.Name, s.Scope, e.repo(s.Scope))...))
		env.Installed = installed
		envs[h.Name] = env.For(s.Scope)
	}
	warm(s.Hosts, s.Scope, envs)
	for _, h := range s.Hosts {
		env := envs[h.Name]
		env.Read = p.reader(env.Read)
		for _, f := range h.Files {
			if f.Scope == s.Scope {
				e.want(p, h, env, f)
			}
		}
	}
	return p, nil
}

func (e *Engine) plan(s Selection, r *Receipt) *Plan {
	p := &Plan{Selection: s, Found: map[string]Detection{}, receipt: r}
	for _, h := range s.Hosts {
		p.Found[h.Name] = e.Detect(h, s.Scope)
	}
	return p
}

// reader reads files as the plan so far makes them. So a row sees what there
// will be, and a plan that is made after this one was applied sees the same.
func (p *Plan) reader(read func(string) []byte) func(string) []byte {
	return func(path string) []byte {
		for _, g := range p.groups {
			if g.path == path || g.target == path {
				return g.after
			}
		}
		return read(path)
	}
}

// repo is the root of the repository that files of a scope belong to.
func (e *Engine) repo(scope host.Scope) string {
	if scope == host.Project {
		return e.Env.Repo
	}
	return ""
}

// fill works out what becomes of a file, from what it is.
func (e *Engine) fill(p *Plan, g *group) {
	for _, w := range g.wants {
		w.change.Before, w.change.After = g.found.Text, g.found.Text
		w.change.Parts, w.change.Problem = nil, nil
	}
	if p.removal {
		e.fillRemoval(p, g)
	} else {
		e.fillInstall(p, g)
	}
	if g.changesFile() && g.found.Locked != "" {
		for _, w := range g.wants {
			if c := w.change; c.Action() != Keep {
				c.Problem = problem(ReadOnly, "%s", g.found.Locked)
			}
			w.change.Before, w.change.After, w.change.Parts = g.found.Text, g.found.Text, nil
		}
		g.after, g.next = g.found.Text, g.record
	}
}

// fillInstall brings what the hosts need into the file, one host after the
// other. What cannot be done for one leaves the others' alone.
func (e *Engine) fillInstall(p *Plan, g *group) {
	text := g.found.Text
	rec := &Record{Target: g.target, Path: g.path, Scope: g.scope, Repo: e.repo(g.scope)}
	if g.record != nil && text != nil {
		rec = g.record.clone()
	} // else the user has removed the file, or there never was one
	rec.Dirs = p.receipt.made(g.target, g.found.Missing)
	for _, w := range g.wants {
		c := w.change
		s := &putter{text: text, rec: rec.clone(), want: w, without: p.Without}
		var err error
		for _, f := range w.files {
			if err = s.file(f); err != nil {
				break
			}
		}
		c.Before, c.After = text, text
		if err != nil {
			c.Problem = editProblem(g.target, err)
			continue
		}
		text, rec = s.text, s.rec
		c.After, c.Parts = text, s.parts
	}
	g.after, g.next = text, rec
	if len(rec.Claims) == 0 || text == nil { // there is nothing to rely on
		g.next = g.record
		if g.found.Text == nil {
			g.next = nil // the user has removed the file
		}
		return
	}
	for _, w := range g.wants {
		rec.ask(w.host.Name, p.Requests)
	}
	if g.changesFile() || rec.Sum == "" {
		rec.Sum = sum(text)
	}
}

// installed reports whether files of the user name the server already.
func (e *Engine) installed(r *Receipt) bool {
	for _, f := range r.Files {
		if f.Scope == host.User && len(f.Edits) > 0 {
			return true
		}
	}
	env := e.env(r, nil)
	for _, h := range e.Hosts {
		for _, f := range h.Files {
			if f.Scope != host.User || !slices.ContainsFunc(f.Entries, func(x host.Entry) bool { return x.Part == host.Server && x.Ours != nil }) {
				continue
			}
			s := &sheet{format: f.Format, text: env.Text(f.Place(env))}
			for _, x := range f.Entries {
				if x.Part != host.Server || x.Ours == nil || s.text == nil {
					continue
				}
				if is, found, err := s.get(x.At); err == nil && found && x.Ours(is) {
					return true
				}
			}
		}
	}
	return false
}

// editProblem is an error of an edit with its path.
func editProblem(path string, err error) *Problem {
	var conflict *conflictError
	if errors.As(err, &conflict) {
		return problem(Conflict, "%s: %v", path, err)
	}
	p := problem(Malformed, "%s: %v; mend it and run the command again", path, err)
	p.Line, p.Col = position(err)
	return p
}

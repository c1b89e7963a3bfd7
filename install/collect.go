package install

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/hostadapters/host"
)

// want adds one file of a host to the plan.
func (e *Engine) want(p *Plan, h host.Host, env host.Env, f host.File) {
	path := f.Place(env)
	if path == "" || !p.removal && f.Needs != nil && !e.exists(env, f.Needs(env)) {
		return
	}
	g, c, ok := e.group(p, h, path)
	if !ok {
		return
	}
	if !p.removal {
		if why, request := e.unwanted(p, env, f); why != "" {
			c.skip(f.Part, request, "%s", why)
			return
		}
	}
	i := slices.IndexFunc(g.wants, func(w *want) bool { return w.change == c })
	if i < 0 {
		g.wants = append(g.wants, &want{host: h, env: env, change: c})
		i = len(g.wants) - 1
	}
	g.wants[i].files = append(g.wants[i].files, f)
	e.fill(p, g)
}

// unwanted says why a file is not written, "" if it is.
func (e *Engine) unwanted(p *Plan, env host.Env, f host.File) (why, request string) {
	switch {
	case f.Part != "" && slices.Contains(p.Without, f.Part):
		return "left out", ""
	case f.OnRequest != "" && !env.Given[f.OnRequest]:
		return "only on request", f.OnRequest
	case f.When != nil:
		return f.When(env), ""
	}
	return "", ""
}

// exists reports whether there is, or will be, something at a path.
func (e *Engine) exists(env host.Env, path string) bool {
	if path == "" || env.Text(path) != nil {
		return path != ""
	}
	found, err := e.disk().Read(path)
	return err != nil || found.Text != nil
}

// group finds what is planned for the file at a path, and the change of it for
// a host. It reports false when the file cannot be looked at.
func (e *Engine) group(p *Plan, h host.Host, path string) (*group, *Change, bool) {
	found, err := e.disk().Read(path)
	if err == nil && p.Scope == host.Project {
		err = e.inside(found.Target)
	}
	for _, c := range p.Changes {
		if c.Host == h.Name && c.Target == found.Target {
			return p.groupOf(found.Target), c, c.Problem == nil
		}
	}
	c := &Change{Host: h.Name, Scope: p.Scope, Path: path, Target: found.Target, Problem: asProblem(err)}
	if err != nil {
		if p.removal && !slices.ContainsFunc(p.receipt.Files, func(r *Record) bool { return r.Target == found.Target || r.Path == path }) {
			return nil, nil, false // nothing of ours is known to be there
		}
		p.Changes = append(p.Changes, c)
		return nil, nil, false
	}
	c.Before, c.After = found.Text, found.Text
	p.Changes = append(p.Changes, c)
	g := p.groupOf(found.Target)
	if g == nil {
		r := p.receipt.record(found.Target)
		g = &group{target: found.Target, path: path, scope: p.Scope, found: found, after: found.Text, record: r, next: r}
		p.groups = append(p.groups, g)
	}
	return g, c, true
}

func (p *Plan) groupOf(target string) *group {
	for _, g := range p.groups {
		if g.target == target {
			return g
		}
	}
	return nil
}

// inside refuses a file that a symbolic link leads out of the repository to: it
// is this user's, and what is for a repository is not written there.
func (e *Engine) inside(target string) error {
	root := e.Env.Repo
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	rel, err := filepath.Rel(root, target)
	if root == "" || err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return problem(Outside, "%s is outside of the repository %s, where gortex init writes nothing", target, root)
	}
	return nil
}

package doctor

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/install"
)

// judge compares the files of every host with what an installation would make
// of them.
func (v *view) judge(r *Report) {
	if v.failed != nil {
		r.addf(Warning, "plan", "", "what an installation would change is not known: %v", v.failed)
	}
	for _, a := range r.Agents {
		v.judgeAgent(r, a)
	}
}

func (v *view) judgeAgent(r *Report, a *Agent) {
	if a.Configured {
		a.State = Current
	}
	for _, p := range v.plans {
		here := p.Scope == host.User && a.Configured || p.Scope == host.Project && v.inProject(a)
		for _, c := range p.Changes {
			if c.Host != a.Name {
				continue
			}
			if c.Problem != nil && (a.Found != "" || a.Configured) {
				v.problem(r, a, c, here)
			}
			if here && c.Action() != install.Keep {
				v.drift(r, a, c)
			}
		}
	}
	if a.Found != "" && a.State == Absent && hasServer(a.host) {
		r.add(Finding{
			Severity: Info, Check: "not_installed", Agent: a.Name, Message: a.Title + " is on this machine and gortex is not in its files",
			Remedy: "gortex install --agents " + a.Name,
		})
	}
	if a.Configured && a.Found == "" {
		r.add(Finding{
			Severity: Info, Check: "host_not_found", Agent: a.Name, Message: "gortex is in the files of " + a.Title + ", and nothing else shows that it is on this machine",
			Remedy: "gortex uninstall --agents " + a.Name + ", if it is gone for good",
		})
	}
}

// inProject reports whether gortex is in the files of the repository for a host.
func (v *view) inProject(a *Agent) bool {
	return v.claimed(a.Name, host.Project) || slices.ContainsFunc(a.Servers, func(s Server) bool { return s.Scope == host.Project })
}

func hasServer(h host.Host) bool {
	return slices.ContainsFunc(h.Files, func(f host.File) bool {
		return f.Scope == host.User && slices.ContainsFunc(f.Entries, func(x host.Entry) bool { return x.Part == host.Server })
	})
}

// quoted is text of a file in a message about it, longer than one letter: it may
// be a secret.
var quoted = regexp.MustCompile(`"[^"]{2,}"`)

// problem is a file that an installation would leave as it is.
func (v *view) problem(r *Report, a *Agent, c *install.Change, here bool) {
	f := Finding{Agent: a.Name, Path: c.Path, Line: c.Problem.Line, Col: c.Problem.Col, Message: c.Problem.Message}
	switch c.Problem.Code {
	case install.Conflict:
		a.State = Conflict
		f.Severity, f.Check, f.Remedy = Blocker, "conflict", "give the other server another name in "+c.Path+", then gortex install --agents "+a.Name
	case install.Malformed, install.Unreadable:
		a.State = Malformed
		f.Message = quoted.ReplaceAllString(f.Message, `"`+mask+`"`)
		f.Severity, f.Check, f.Remedy = Blocker, c.Problem.Code, "mend "+c.Path+"; it is left as it is until then"
	default:
		if !here {
			return // nothing of ours is there that could be out of date
		}
		f.Severity, f.Check = Warning, c.Problem.Code
	}
	if c.Scope == host.Project && !here && f.Severity == Blocker {
		f.Severity = Warning // the user's own entry can still be good
	}
	r.add(f)
}

// drift is a file that an installation would change, of a host that has gortex.
func (v *view) drift(r *Report, a *Agent, c *install.Change) {
	a.Drift = append(a.Drift, Drift{c.Path, c.Scope, c.Action(), c.Parts})
	var drifted, missing []string
	for _, part := range c.Parts {
		old, wrote := v.wrote(a.Name, c.Scope, part)
		switch {
		case part == host.Rules && wrote && old != c.Target:
			a.State = worse(a.State, Drifted)
			r.add(Finding{
				Severity: Warning, Check: "instructions_shadowed", Agent: a.Name, Path: c.Path,
				Message: fmt.Sprintf("%s reads %s in place of %s, and the rules of gortex are not in it", a.Title, c.Path, old),
				Remedy:  repairs(a, c.Scope),
			})
		case part == host.Rules && wrote:
			a.State = worse(a.State, Drifted)
			r.add(Finding{
				Severity: Warning, Check: "instructions_drifted", Agent: a.Name, Path: c.Path,
				Message: "the rules of gortex are not in " + c.Path + " as they should be", Remedy: repairs(a, c.Scope),
			})
		case part == host.Direct && !wrote:
			a.State = worse(a.State, Drifted)
			r.add(Finding{
				Severity: Warning, Check: "tools_hidden", Agent: a.Name, Path: c.Path,
				Message: a.Title + " hides the tools behind a search in the first turn, and its version can be told not to", Remedy: repairs(a, c.Scope),
			})
		case wrote || part == host.Server:
			drifted = append(drifted, string(part))
		default:
			missing = append(missing, string(part))
		}
	}
	if len(drifted) > 0 {
		a.State = worse(a.State, Drifted)
		r.add(Finding{
			Severity: Warning, Check: "drifted", Agent: a.Name, Path: c.Path,
			Message: drifts(c, drifted), Remedy: repairs(a, c.Scope),
		})
	}
	if len(missing) > 0 {
		r.add(Finding{
			Severity: Info, Check: "part_not_installed", Agent: a.Name, Path: c.Path,
			Message: fmt.Sprintf("%s is without gortex's %s in %s", a.Title, strings.Join(missing, ", "), c.Path), Remedy: command(c.Scope) + " --agents " + a.Name,
		})
	}
}

// worse keeps a state that says more than a drift.
func worse(was, now State) State {
	if was == Conflict || was == Malformed {
		return was
	}
	return now
}

func command(scope host.Scope) string {
	if scope == host.Project {
		return "gortex init"
	}
	return "gortex install"
}

func repairs(a *Agent, scope host.Scope) string {
	return fmt.Sprintf("gortex doctor --fix, or %s --agents %s", command(scope), a.Name)
}

// drifts says in what a file is not as gortex would write it.
func drifts(c *install.Change, parts []string) string {
	if c.Action() == install.Create {
		return fmt.Sprintf("%s is gone: %s", c.Path, strings.Join(parts, ", "))
	}
	return fmt.Sprintf("%s is not as gortex would write it: %s", c.Path, strings.Join(parts, ", "))
}

package doctor

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/install"
)

// view is what an installation would make of the files of the hosts.
type view struct {
	engine  install.Engine
	hosts   []host.Host
	receipt *install.Receipt
	plans   []*install.Plan // of the user's files, and of the repository's
	failed  error
	unread  bool // the receipt is there and cannot be read
}

// view reads the receipt. One that cannot be read is a finding, and then what
// stands in the files is all that is known.
func (d *Doctor) view(r *Report) *view {
	v := &view{engine: *d.Engine, hosts: d.Hosts}
	v.engine.Quiet = true
	var err error
	if v.receipt, err = v.engine.Receipt(); err != nil {
		r.addf(Warning, "receipt", "move the file away; gortex install then goes by what stands in the files", "what was installed is not known: %v", err)
		v.receipt, v.unread = &install.Receipt{}, true
		v.engine.Dirs.State = filepath.Join(v.engine.Dirs.State, "none")
	}
	return v
}

// plan makes the plans. The quick way runs no program; after it the versions
// that were missing are asked for and what depends on them is planned again.
func (v *view) plan(ctx context.Context, quick bool) {
	if !quick {
		if len(v.engine.Unasked()) == 0 {
			return
		}
		v.engine.Env.Version = versions(ctx, v.engine.Env)
	}
	var plans []*install.Plan
	for _, scope := range v.scopes() {
		p, err := v.engine.Plan(install.Selection{Scope: scope, Hosts: v.hosts})
		if err != nil {
			v.failed = err
			return
		}
		plans = append(plans, p)
	}
	v.plans = plans
}

func (v *view) scopes() []host.Scope {
	if v.engine.Env.Repo == "" {
		return []host.Scope{host.User}
	}
	return []host.Scope{host.User, host.Project}
}

// versions asks programs for their versions, each once and not for long.
func versions(ctx context.Context, env host.Env) func(string) string {
	var mu sync.Mutex
	asked := map[string]func() string{}
	return func(program string) string {
		mu.Lock()
		ask := asked[program]
		if ask == nil {
			ask = sync.OnceValue(func() string {
				path := find(env, program)
				if path == "" {
					return ""
				}
				bounded, stop := context.WithTimeout(ctx, versionTime)
				defer stop()
				text, err := output(child(bounded, path, "--version"))
				if err != nil {
					return ""
				}
				line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
				return line
			})
			asked[program] = ask
		}
		mu.Unlock()
		return ask()
	}
}

// find is the path of a program on the PATH of env, "" where there is none.
func find(env host.Env, program string) string {
	e := install.Engine{Env: env}
	return e.Detect(host.Host{Signs: []host.Sign{{Program: program}}}, host.User).By
}

// agent is what is known of a host before anything is run.
func (v *view) agent(h host.Host) *Agent {
	a := &Agent{Name: h.Name, Title: h.Title, State: Absent, host: h}
	a.Found = v.engine.Detect(h, host.User).By
	for _, f := range h.Files {
		if f.Scope == host.Project && v.engine.Env.Repo == "" {
			continue
		}
		a.Servers = append(a.Servers, v.servers(f)...)
	}
	a.Configured = len(a.Servers) > 0 || v.claimed(h.Name, host.User) || v.claimed(h.Name, host.Project)
	a.events = v.registered(h)
	return a
}

// servers are the entries of ours in a file of a host.
func (v *view) servers(f host.File) (list []Server) {
	env := v.env()
	path := f.Place(env)
	var text []byte
	for _, x := range f.Entries {
		if x.Part != host.Server || path == "" {
			continue
		}
		if text == nil {
			if text = env.Text(path); text == nil {
				return nil
			}
		}
		value, found, err := edit.Get(f.Format, text, x.At)
		if err != nil || !found || x.Ours != nil && !x.Ours(value) {
			continue // the plan tells
		}
		e := entryOf(value, env.Get)
		list = append(list, Server{Path: path, Scope: f.Scope, Command: e.shown, Env: e.names(), Off: e.off, entry: e})
	}
	return list
}

// env is the machine as a row of a host looks at it.
func (v *view) env() host.Env {
	env := v.engine.Env
	if env.Get == nil {
		env.Get = func(string) string { return "" }
	}
	if env.Read == nil {
		env.Read = readFile
	}
	return env
}

// repo is the root that records of a scope have.
func (v *view) repo(scope host.Scope) string {
	if scope == host.Project {
		return v.engine.Env.Repo
	}
	return ""
}

// records are those of files that a host relies on.
func (v *view) records(name string, scope host.Scope) (list []*install.Record) {
	for _, r := range v.receipt.Files {
		if r.Scope != scope || r.Repo != v.repo(scope) {
			continue
		}
		for _, hosts := range r.Claims {
			if slices.Contains(hosts, name) {
				list = append(list, r)
				break
			}
		}
	}
	return list
}

func (v *view) claimed(name string, scope host.Scope) bool { return len(v.records(name, scope)) > 0 }

// wrote reports whether an installation wrote a part for a host, and where.
func (v *view) wrote(name string, scope host.Scope, part host.Part) (target string, ok bool) {
	for _, r := range v.records(name, scope) {
		if r.Owned && r.Part == part {
			return r.Target, true
		}
		for _, x := range r.Edits {
			if x.Part == part && slices.Contains(r.Claims[x.Claim], name) {
				return r.Target, true
			}
		}
	}
	return "", false
}

// exitOf is the status with which a program ended, -1 where it did not.
func exitOf(err error) int {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	return -1
}

package doctor

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gortexhq/gortex/hostadapters/host"
)

const (
	// slow is how long a server may take to list its tools. Codex goes ahead
	// without them after about a second.
	slow = 700 * time.Millisecond
	// atOnce is how many servers are started at a time: more would slow each
	// other down on a small machine.
	atOnce = 2
)

// tried is one server, however many files name it.
type tried struct {
	path      string
	args, env []string
	protocol  string
	shake     shake // what it answered
}

// prepare finds the programs of all servers that the files name, those that are
// the same once.
func (d *Doctor) prepare(agents []*Agent) (list []*tried) {
	known := map[string]*tried{}
	for _, a := range agents {
		for i := range a.Servers {
			s := &a.Servers[i]
			s.located = d.locate(a.host, s.entry)
			if s.Scope == host.Project {
				if f := &s.located.fault; f.Check == "relative_command" && s.located.path != "" {
					// Files that others share name no place on this machine.
					f.Severity, f.Remedy = Info, "gortex install --agents "+a.Name+" names it by its path, for you alone"
				}
				d.distrust(&s.located, s.entry)
			}
			if s.located.path == "" || s.Off {
				continue
			}
			t := &tried{path: s.located.path, args: s.entry.words[1:], env: d.session(s.located.search, s.entry), protocol: protocolOf(a.host)}
			key := fmt.Sprintf("%q %q %q %q", t.path, t.args, t.env, t.protocol)
			if known[key] == nil {
				known[key] = t
				list = append(list, t)
			}
			s.tried = known[key]
		}
	}
	return list
}

// shakeAll starts the servers and asks each for its tools.
func (d *Doctor) shakeAll(ctx context.Context, servers []*tried) {
	slots := make(chan struct{}, atOnce)
	var group sync.WaitGroup
	for _, t := range servers {
		slots <- struct{}{}
		group.Go(func() {
			defer func() { <-slots }()
			t.shake = d.measured(ctx, t)
		})
	}
	group.Wait()
}

// measured starts a server, and once more if it was slow: the first start may
// have waited for the disk, or for another program.
func (d *Doctor) measured(ctx context.Context, t *tried) shake {
	if ctx.Err() != nil {
		return shake{check: "server_not_tried"}
	}
	s := d.handshake(ctx, t)
	if s.check == "" && s.took > slow && ctx.Err() == nil {
		if again := d.handshake(ctx, t); again.check == "" && again.took < s.took {
			return again
		}
	}
	if s.check != "" && ctx.Err() != nil {
		return shake{check: "server_not_tried"}
	}
	return s
}

// judgeServers says what the servers answered.
func (d *Doctor) judgeServers(r *Report) {
	for _, a := range r.Agents {
		for i := range a.Servers {
			d.judgeServer(r, a, &a.Servers[i])
		}
	}
}

func (d *Doctor) judgeServer(r *Report, a *Agent, s *Server) {
	say := func(severity Severity, check, remedy, format string, args ...any) {
		r.add(Finding{Severity: severity, Check: check, Agent: a.Name, Path: s.Path, Message: fmt.Sprintf(format, args...), Remedy: remedy})
	}
	if s.Off {
		say(Warning, "switched_off", "switch it on in "+a.Title, "the server is switched off in %s", s.Path)
		return
	}
	l := s.located
	if f := l.fault; f.Severity != "" {
		f.Agent, f.Path = a.Name, s.Path
		s.Error = f.Check
		r.add(f)
	}
	if l.path == "" {
		return
	}
	k, name := s.tried.shake, strings.Join(s.Command, " ")
	s.Tools, s.Version, s.Protocol, s.Millis = len(k.tools), k.version, k.protocol, k.took.Milliseconds()
	reinstall := "gortex install --agents " + a.Name
	switch {
	case k.check == "server_not_tried":
		s.Error = k.check
		say(Info, k.check, "gortex doctor --agents "+a.Name, "there was no time left to try %s", name)
		return
	case k.check != "":
		s.Error = k.check
		say(Blocker, k.check, "run it by hand to see what it says, or "+reinstall, "%s %s", name, k.why)
		return
	case k.name != host.Name:
		s.Error = "not_gortex"
		say(Blocker, "not_gortex", reinstall, "%s is not gortex", name)
		return
	}
	good := true
	warn := func(check, remedy, format string, args ...any) {
		good = false
		say(Warning, check, remedy, format, args...)
	}
	if s.Missing = lacking(d.Tools, k.tools); len(s.Missing) > 0 {
		if len(k.tools) == 0 {
			good = false
			say(Blocker, "tools_missing", reinstall, "%s lists no tools", name)
		} else {
			warn("tools_missing", "gortex instructions switch core, if another profile is active; else leave out --tools and GORTEX_TOOLS, or "+reinstall, "%s lacks %d of %d tools: %s", name, len(s.Missing), len(d.Tools), strings.Join(s.Missing, ", "))
		}
	}
	if k.version != d.Version {
		warn("version_skew", reinstall+", or remove the one that is not wanted", "%s is gortex %s, this is %s", name, k.version, d.Version)
	}
	if want := protocolOf(a.host); k.protocol != want {
		warn("protocol", "bring gortex up to date", "%s asks for MCP %s and %s speaks %s", a.Title, want, name, k.protocol)
	}
	if k.took > slow {
		warn("slow_start", "look for what slows the start: a slow disk, a virus scanner", "%s took %d ms to list its tools; assistants wait for about a second", name, k.took.Milliseconds())
	}
	if good && l.fault.Severity == "" {
		say(OK, "server", "", "%d tools after %d ms", len(k.tools), k.took.Milliseconds())
	}
}

// forUser reports whether the user's own files name a server of the host.
func (a *Agent) forUser() bool {
	return slices.ContainsFunc(a.Servers, func(s Server) bool { return s.Scope == host.User })
}

// answers reports whether a server of the host works.
func (a *Agent) answers() bool {
	return slices.ContainsFunc(a.Servers, func(s Server) bool { return s.Error == "" && s.Tools > 0 })
}

package doctor

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gortexhq/gortex/hostadapters/host"
)

// asksAtOnce is how many hosts are asked at a time at least. More than there are
// processors only make each other late; but one that hangs holds up others.
const asksAtOnce = 4

// askAll asks the hosts that have gortex in the user's own files and a command
// that tells their servers.
func (d *Doctor) askAll(ctx context.Context, agents []*Agent) {
	slots := make(chan struct{}, max(asksAtOnce, runtime.NumCPU()))
	var group sync.WaitGroup
	for _, a := range agents {
		h := a.host
		if len(h.Ask.Args) == 0 || len(h.Signs) == 0 || h.Signs[0].Program == "" || !a.forUser() {
			continue
		}
		path := find(d.Engine.Env, h.Signs[0].Program)
		if path == "" {
			continue
		}
		a.Seen = &Seen{Command: append([]string{h.Signs[0].Program}, h.Ask.Args...)}
		group.Go(func() {
			select {
			case slots <- struct{}{}:
				defer func() { <-slots }()
				d.ask(ctx, a, path)
			case <-ctx.Done():
			}
		})
	}
	group.Wait()
}

// ask runs the command of a host in the user's own environment. What it prints
// may have secrets in it and is only searched.
func (d *Doctor) ask(ctx context.Context, a *Agent, path string) {
	q := a.host.Ask
	sees, err := regexp.Compile(q.Sees)
	if err != nil {
		return
	}
	cmd := child(ctx, path, q.Args...)
	cmd.Dir = d.standing(path)
	cmd.Env = slices.Concat(cmd.Environ(), []string{"HOME=" + d.Engine.Env.Home, "PATH=" + d.get("PATH"), "NO_COLOR=1"}, q.Env)
	began := time.Now()
	text, err := output(cmd)
	a.Seen.Millis = time.Since(began).Milliseconds()
	if ctx.Err() != nil {
		return
	}
	a.Seen.exit = exitOf(err)
	a.Seen.Answered = a.Seen.exit >= 0
	a.Seen.Sees = err == nil && sees.MatchString(text)
	if works, err := regexp.Compile(q.Works); q.Works != "" && err == nil {
		connected := a.Seen.Sees && works.MatchString(text)
		a.Seen.Connected = &connected
	}
}

// standing is where a host stands when it is asked: where its servers make no
// index, and no file of a repository has a say in what it runs.
func (d *Doctor) standing(path string) string {
	if d.Engine.Env.Home != "" {
		return d.Engine.Env.Home
	}
	return filepath.VolumeName(path) + string(filepath.Separator)
}

// judgeSeen says what the hosts themselves see.
func (d *Doctor) judgeSeen(r *Report) {
	var late []string
	for _, a := range r.Agents {
		if a.Seen == nil {
			continue
		}
		line := strings.Join(a.Seen.Command, " ")
		say := func(severity Severity, check, remedy, format string, args ...any) {
			r.add(Finding{Severity: severity, Check: check, Agent: a.Name, Message: fmt.Sprintf(format, args...), Remedy: remedy})
		}
		switch {
		case !a.Seen.Answered:
			late = append(late, a.Title)
		case a.Seen.exit > 0: // not there, or a version without this command
			say(Warning, "not_seen", "run "+line+" to see what it says", "%s ended with status %d, so %s may not see the server", line, a.Seen.exit, a.Title)
		case !a.Seen.Sees:
			say(Blocker, "not_seen", "run "+line+" to see what it says", "%s is asked by %s and does not see the server that its file names", a.Title, line)
		case a.Seen.Connected != nil && !*a.Seen.Connected:
			say(Warning, "not_connected", notConnected(a, line), "%s sees the server and does not say that it is connected to it", a.Title)
		case a.Seen.Connected != nil:
			say(OK, "seen", "", "%s is connected to the server", a.Title)
		default:
			say(OK, "seen", "", "%s sees the server", a.Title)
		}
	}
	if len(late) > 0 {
		remedy := "gortex doctor --ask"
		if d.Patient {
			remedy = "run their commands to see what holds them up"
		}
		r.addf(Info, "not_asked_in_time", remedy, "what these see is not known, as they did not answer in time: %s", strings.Join(late, ", "))
	}
}

// notConnected is what to do: what the row has to say about servers, or to look.
func notConnected(a *Agent, line string) string {
	for _, n := range a.host.Notes {
		if n.Part == host.Server && n.Scope != host.Project {
			return n.Text
		}
	}
	return "run " + line + " to see what it says"
}

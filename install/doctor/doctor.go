// Package doctor finds out whether gortex works for the coding assistants of a
// machine: whether their files are as an installation would leave them, whether
// the command in them answers as a server, whether the assistants themselves see
// it, and how the indexes and the processes of gortex are.
//
// It changes nothing but in [Doctor.Repair], starts nothing that outlives it,
// and takes no longer than its budget. No value of an environment variable that
// it meets is reported.
package doctor

import (
	"context"
	"sync"
	"time"

	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/install"
)

// Times.
const (
	usualBudget  = 2600 * time.Millisecond // of everything, so that a run is under 3 s
	patient      = 30 * time.Second        // for hosts that are waited for
	versionTime  = 1200 * time.Millisecond // for a host to tell its version
	serverTime   = 2 * time.Second         // for a server to list its tools
	askFromStart = 600 * time.Millisecond  // after which hosts are asked even if a server has not answered
)

// Doctor examines one machine.
type Doctor struct {
	Engine *install.Engine
	Hosts  []host.Host // to look at
	// Version is that of this program, and Tools the names of its tools.
	Version string
	Tools   []string
	// Warnings are those about the configuration of gortex.
	Warnings []string
	HookLog  string // where hooks count what they did, "" for none
	// Patient waits for hosts that are slow to answer.
	Patient bool

	budget      time.Duration // 0: the usual
	serverTime  time.Duration // 0: the usual
	proc        string        // "": /proc
	sessionPath string        // "": that of a desktop session
	now         time.Time     // zero: now
}

// Examine finds out how things are.
func (d *Doctor) Examine(ctx context.Context) *Report {
	began := time.Now()
	budget := d.budget
	if budget == 0 {
		budget = usualBudget
	}
	bounded, stop := context.WithTimeout(ctx, budget)
	defer stop()
	r := &Report{Version: d.Version, Program: d.Engine.Env.Command, Findings: []Finding{}, Agents: []*Agent{}}
	v := d.view(r)
	v.plan(bounded, true)
	r.Processes = d.processes() // before there are some of its own
	for _, h := range d.Hosts {
		r.Agents = append(r.Agents, v.agent(h))
	}
	d.together(ctx, bounded, v, r)
	v.judge(r)
	d.judgeServers(r)
	d.judgeSeen(r)
	d.judgeHooks(r)
	d.judgeStore(r)
	d.judgeProcesses(r)
	d.judgeConfiguration(r)
	r.sort()
	r.Millis = time.Since(began).Milliseconds()
	return r
}

// together runs what takes time at once. Hosts are asked when the servers have
// answered: many programs that start at one time would make a server look slow.
func (d *Doctor) together(ctx, bounded context.Context, v *view, r *Report) {
	servers := d.prepare(r.Agents)
	var group sync.WaitGroup
	answered := make(chan struct{})
	group.Go(func() { v.plan(bounded, false) })
	group.Go(func() {
		d.shakeAll(bounded, servers)
		close(answered)
	})
	group.Go(func() { r.Store, r.Repo = d.store(bounded) })
	group.Go(func() { r.Sessions = d.sessions() })
	group.Go(func() {
		select {
		case <-answered:
		case <-time.After(askFromStart):
		}
		if !d.Patient {
			d.askAll(bounded, r.Agents)
			return
		}
		waiting, stop := context.WithTimeout(ctx, patient)
		defer stop()
		d.askAll(waiting, r.Agents)
	})
	group.Wait()
}

func (d *Doctor) time() time.Time {
	if d.now.IsZero() {
		return time.Now()
	}
	return d.now
}

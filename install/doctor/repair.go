package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/install"
	"github.com/gortexhq/gortex/internal/store"
)

// Fixed is something that a repair did.
type Fixed struct {
	Agent  string         `json:"agent,omitempty"`
	Path   string         `json:"path"`
	Action install.Action `json:"action"`
	Parts  []host.Part    `json:"parts,omitempty"`
	Error  string         `json:"error,omitempty"` // why it was not done
}

// Repair brings the files of hosts that have gortex to what an installation
// would make of them, the parts that the user left out excepted, and with
// indexes removes the indexes of repositories that are gone. A server of
// somebody else's and a file that cannot be read stay as they are. The error is
// of what concerns all files.
func (d *Doctor) Repair(ctx context.Context, indexes bool) ([]Fixed, error) {
	v := d.view(&Report{})
	if v.unread {
		return nil, errors.New("the receipt cannot be read, so nothing is written")
	}
	bounded, stop := context.WithTimeout(ctx, usualBudget)
	defer stop()
	v.engine.Env.Version = versions(bounded, v.engine.Env)
	var done []Fixed
	for _, h := range v.hosts {
		a := v.agent(h)
		for _, scope := range v.scopes() {
			if scope == host.User && !a.Configured || scope == host.Project && !v.inProject(a) {
				continue
			}
			fixed, err := v.bring(ctx, h, scope)
			done = append(done, fixed...)
			if err != nil {
				return done, err
			}
		}
	}
	if indexes {
		done = append(done, d.removeOrphans(ctx)...)
	}
	return done, nil
}

// bring applies what an installation of the parts that a host has would write.
func (v *view) bring(ctx context.Context, h host.Host, scope host.Scope) (done []Fixed, err error) {
	s := install.Selection{Scope: scope, Hosts: []host.Host{h}}
	for _, part := range install.Parts() {
		if _, wrote := v.wrote(h.Name, scope, part); !wrote && part != host.Server && part != host.Direct {
			s.Without = append(s.Without, part)
		}
	}
	if err := v.engine.Ready(scope, false); err != nil {
		return nil, err
	}
	p, err := v.engine.Plan(s)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(p.Changes, func(c *install.Change) bool { return c.Action() != install.Keep }) {
		return nil, nil
	}
	if err := v.engine.Apply(ctx, p); err != nil {
		return nil, err
	}
	for _, c := range p.Changes {
		if c.Done || c.Problem != nil {
			f := Fixed{Agent: h.Name, Path: c.Path, Action: c.Action(), Parts: c.Parts}
			if c.Problem != nil {
				f.Error = c.Problem.Message
			}
			done = append(done, f)
		}
	}
	return done, nil
}

// removeOrphans deletes the indexes of repositories that are gone, each under
// the lock of its writer.
func (d *Doctor) removeOrphans(ctx context.Context) (done []Fixed) {
	s, _ := d.store(ctx)
	for _, ix := range s.Indexes {
		if !ix.Orphaned || ix.Tracked {
			continue
		}
		f := Fixed{Path: ix.Path, Action: install.Delete}
		if err := removeIndex(ctx, ix.Path); err != nil {
			f.Error = err.Error()
		}
		done = append(done, f)
	}
	return done
}

func removeIndex(ctx context.Context, dir string) error {
	waiting, stop := context.WithTimeout(ctx, versionTime)
	defer stop()
	w, err := store.Lock(waiting, dir)
	if err != nil {
		return fmt.Errorf("it is in use: %w", err)
	}
	return errors.Join(os.RemoveAll(dir), w.Close())
}

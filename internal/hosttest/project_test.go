package hosttest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/hostadapters/host"
)

// initAndOut does in the repository what is done for the user, and leaves it
// and the home, in which no assistant has run yet, as they were.
func (m *machine) initAndOut(row *host.Host) error {
	if !hasProject(row) {
		return nil
	}
	home, err := m.disk()
	if err != nil {
		return err
	}
	out := func() (placed, error) { return m.gortex("uninstall", "--project", "--yes") }
	if err := m.inAndOut(m.repo, m.init, out); err != nil {
		return err
	}
	if _, err := out(); err != nil {
		return err
	}
	now, err := m.disk()
	if err != nil {
		return err
	}
	if err := home.differences(now); err != nil {
		return fmt.Errorf("the home: %w", err)
	}
	return nil
}

func (m *machine) init() (placed, error) {
	return m.gortex("init", "--agents", m.job.Pkg.Host, "--yes")
}

func hasProject(row *host.Host) bool {
	return slices.ContainsFunc(row.Files, func(f host.File) bool { return f.Scope == host.Project })
}

// project starts a conversation in a repository for which gortex init was run,
// by a user who has no gortex any more.
func (m *machine) project(row *host.Host, d driver, mod *model, o *outcome) error {
	if !hasProject(row) {
		return nil
	}
	if _, err := m.init(); err != nil {
		return err
	}
	for path, text := range d.trust {
		path = filepath.Join(m.home, path)
		if have, err := os.ReadFile(path); err == nil && strings.Contains(string(have), m.repo) {
			continue // the assistant wrote it when it was used there
		}
		if err := m.put(path, strings.ReplaceAll(text, "%REPO%", m.repo)); err != nil {
			return err
		}
	}
	if d.probe != nil && d.trust != nil {
		names, err := d.probe(m)
		if missing := m.missing("", names); err != nil || len(missing) > 0 {
			return fmt.Errorf("%d tools, without %s (%v)", len(names), strings.Join(missing, ", "), err)
		}
	}
	if d.inRepo == nil {
		return nil
	}
	if d.approve != nil {
		if out, err := m.host(d.approve...); err != nil {
			return fmt.Errorf("%w: %s", err, tail(out))
		}
	}
	n, err := m.turn(d, mod, slices.Concat(d.inRepo, fill(d.turn, mod, "")))
	o.InRepo = &n
	return err
}

// doctor asks gortex doctor whether it comes to the same.
func (m *machine) doctor(a host.Ask) error {
	out, err := m.run(m.job.Gortex, "doctor", "--agents", m.job.Pkg.Host, "--json", "--ask")
	if err != nil {
		return fmt.Errorf("%w: %s", err, tail(out))
	}
	var report struct {
		Agents []struct {
			State   string
			Servers []struct{ Tools int }
			Seen    *struct {
				Sees      bool
				Connected *bool
			} `json:"seen_by_host"`
		}
	}
	if err := json.Unmarshal(out, &report); err != nil {
		return err
	}
	if len(report.Agents) != 1 {
		return fmt.Errorf("it knows %d assistants", len(report.Agents))
	}
	r := report.Agents[0]
	switch {
	case r.State != "current":
		return fmt.Errorf("the state is %q", r.State)
	case len(r.Servers) == 0 || r.Servers[0].Tools != len(m.job.Tools):
		return fmt.Errorf("not all tools: %+v", r.Servers)
	case len(a.Args) > 0 && (r.Seen == nil || !r.Seen.Sees):
		return fmt.Errorf("the assistant is said not to see it: %s", tail(out))
	case a.Works != "" && (r.Seen.Connected == nil || !*r.Seen.Connected):
		return fmt.Errorf("the assistant is said not to be connected: %s", tail(out))
	}
	return nil
}

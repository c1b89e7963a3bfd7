package hosttest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/hostadapters"
	"github.com/gortexhq/gortex/hostadapters/host"
)

// job is what the process of one host is to do.
type job struct {
	Pkg, Runtime  npmPackage
	Hosts         string // directory of installations
	Scratch       string
	Hide          string // home of whoever runs the tests
	Gortex        string // the program under test
	Self          string // this binary
	Furnished     string // testdata/home
	Tools         []string
	Isolated      bool
	UserNamespace bool
}

// outcome is what came of it, in one home.
type outcome struct {
	Home      string
	Seen      string // by a command of the host: yes, no, or "" where it has none
	Connected string // the same
	Tools     int    // that it counts itself, 0 where it does not
	FirstTurn int    // tools of gortex in the first request to the model
	InRepo    *int   // the same where a repository alone names gortex; nil: not asked
	Restored  bool   // twice is as once, and all came out again, byte for byte before it was used
	Problems  []string
	Log       string // of what was run
}

// run tries the host in an empty home and in one that has been lived in.
func (j *job) run() []outcome {
	m, err := startModel()
	if err != nil {
		return []outcome{{Problems: []string{err.Error()}}}
	}
	// The second one has a name that people have.
	return []outcome{j.try("empty", false, m), j.try("niño y año", true, m)}
}

func (j *job) try(name string, furnished bool, mod *model) (o outcome) {
	o.Home = name
	fail := func(format string, args ...any) {
		o.Problems = append(o.Problems, name+": "+fmt.Sprintf(format, args...))
	}
	d, known := drivers[j.Pkg.Host]
	row := rowOf(j.Pkg.Host)
	if !known || row == nil {
		fail("%s is no host that can be run", j.Pkg.Host)
		return o
	}
	m, err := j.newMachine(name, mod.URL, d)
	if err == nil && furnished {
		err = m.furnish()
	}
	if err != nil {
		fail("%v", err)
		return o
	}
	defer func() { o.Log = m.log.String() }()
	o.Restored = true
	var installed disk
	for _, step := range []struct {
		name     string
		restores bool
		do       func() error
	}{
		{"gortex init", true, func() error { return m.initAndOut(row) }},
		{"install and uninstall", true, func() error {
			return m.inAndOut(m.home, func() (placed, error) { return m.install(d) }, m.uninstall)
		}},
		{"what is written", false, func() (err error) {
			installed, err = m.disk()
			return errors.Join(err, m.written())
		}},
		{"asking the host", false, func() error { return m.ask(row.Ask, &o) }},
		{"asking the host for tools", false, func() error { return m.probe(d, &o) }},
		{"gortex doctor", false, func() error { return m.doctor(row.Ask) }},
		{"first turn", false, func() error { return m.firstTurn(d, mod, &o) }},
		{"after use", true, func() error { return m.afterUse(installed, d) }},
		{"in a repository", false, func() error { return m.project(row, d, mod, &o) }},
	} {
		if err := step.do(); err != nil {
			fail("%s: %v", step.name, err)
			o.Restored = o.Restored && !step.restores
		}
	}
	return o
}

func rowOf(name string) *host.Host {
	for _, h := range hostadapters.All() {
		if h.Name == name {
			return &h
		}
	}
	return nil
}

// placed is what gortex install and uninstall print, as far as it matters here.
type placed struct {
	Changes  int
	Problems int
	Agents   []struct {
		Files []struct{ Path, Action string }
	}
}

func (m *machine) gortex(args ...string) (p placed, err error) {
	out, err := m.run(m.job.Gortex, args...)
	if err != nil {
		return p, fmt.Errorf("gortex %s: %w: %s", strings.Join(args, " "), err, tail(out))
	}
	if err := json.Unmarshal(out, &p); err != nil {
		return p, fmt.Errorf("gortex %s: %w", strings.Join(args, " "), err)
	}
	if p.Problems > 0 {
		return p, fmt.Errorf("gortex %s: %d problems", strings.Join(args, " "), p.Problems)
	}
	return p, nil
}

func (m *machine) install(d driver) (placed, error) {
	args := []string{"install", "--agents", m.job.Pkg.Host, "--yes"}
	if d.requests != "" {
		args = append(args, "--request", d.requests)
	}
	return m.gortex(args...)
}

func (m *machine) uninstall() (placed, error) {
	return m.gortex("uninstall", "--agents", m.job.Pkg.Host, "--yes")
}

// inAndOut installs, twice, takes out, and installs again: the second time
// changes nothing, and taking out restores every byte.
func (m *machine) inAndOut(root string, in, out func() (placed, error)) error {
	before, err := diskOf(root)
	if err != nil {
		return err
	}
	first, err := in()
	if err != nil {
		return err
	}
	after, err := diskOf(root)
	if err != nil {
		return err
	}
	if first.Changes == 0 || before.differences(after) == nil {
		return errors.New("it changed nothing")
	}
	steps := []struct {
		name string
		do   func() (placed, error)
		want disk
	}{
		{"the second time", in, after},
		{"uninstall", out, before},
		{"installing after uninstall", in, after},
	}
	for i, s := range steps {
		p, err := s.do()
		if err != nil {
			return err
		}
		if i == 0 && p.Changes != 0 {
			return fmt.Errorf("%s made %d changes", s.name, p.Changes)
		}
		now, err := diskOf(root)
		if err != nil {
			return err
		}
		if err := s.want.differences(now); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return nil
}

// written checks what is for some versions only.
func (m *machine) written() error {
	if m.job.Pkg.Host != "codex" {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(m.home, ".codex/config.toml"))
	if err != nil {
		return err
	}
	if wrong := namespaceRow(m.job.Pkg.Version, text); wrong != "" {
		return errors.New(wrong)
	}
	return nil
}

// ask asks as the row says that the host can be asked.
func (m *machine) ask(a host.Ask, o *outcome) error {
	if len(a.Args) == 0 {
		return nil
	}
	m.env = append(m.env, a.Env...)
	out, err := m.host(a.Args...)
	o.Seen = yes(regexp.MustCompile(a.Sees).Match(out))
	if a.Works != "" {
		o.Connected = yes(regexp.MustCompile(a.Works).Match(out))
	}
	if err != nil {
		return fmt.Errorf("%w: %s", err, tail(out))
	}
	if o.Seen == "no" || o.Connected == "no" {
		return fmt.Errorf("seen %s, connected %s: %s", o.Seen, o.Connected, tail(out))
	}
	return nil
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// probe asks for the tools themselves.
func (m *machine) probe(d driver, o *outcome) error {
	if d.probe == nil {
		return nil
	}
	names, err := d.probe(m)
	if err != nil {
		return err
	}
	missing := m.missing("", names)
	o.Tools, o.Connected = len(m.job.Tools)-len(missing), "yes" // some make more, of resources and prompts
	if len(missing) > 0 {
		return fmt.Errorf("%d tools, without %s", len(names), strings.Join(missing, ", "))
	}
	return nil
}

// missing are the tools that are not among names.
func (m *machine) missing(prefix string, names []string) (missing []string) {
	for _, tool := range m.job.Tools {
		if !slices.Contains(names, prefix+tool) {
			missing = append(missing, tool)
		}
	}
	return missing
}

// firstTurn says hello to the model by the host and looks at what it sent.
func (m *machine) firstTurn(d driver, mod *model, o *outcome) (err error) {
	if d.noTurn != "" {
		return nil
	}
	for path, text := range d.files {
		if err := m.put(filepath.Join(m.home, path), strings.ReplaceAll(text, "%URL%", mod.URL)); err != nil {
			return err
		}
	}
	if d.setup != nil {
		if out, err := m.host(fill(d.setup, mod, "")...); err != nil {
			return fmt.Errorf("%w: %s", err, tail(out))
		}
	}
	for i, name := range orNone(d.models) {
		n, err := m.turn(d, mod, fill(d.turn, mod, name))
		if i == 0 || n < o.FirstTurn {
			o.FirstTurn = n
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// turn starts a conversation and counts the tools of gortex in the first
// request.
func (m *machine) turn(d driver, mod *model, args []string) (int, error) {
	mod.forget()
	out, failed := m.host(args...)
	r, err := mod.first()
	if err != nil {
		return 0, fmt.Errorf("%w (%v): %s", err, failed, tail(out))
	}
	fmt.Fprintf(&m.log, "first request to %s: %s\n", r.Path, strings.Join(r.Tools, " "))
	missing := m.missing(d.prefix, r.Tools)
	n := len(m.job.Tools) - len(missing)
	if len(missing) > 0 {
		return n, fmt.Errorf("the first request lacks %s and has %s", strings.Join(missing, ", "), strings.Join(r.Tools, ", "))
	}
	if failed != nil {
		return n, fmt.Errorf("%w: %s", failed, tail(out))
	}
	return n, nil
}

func fill(args []string, mod *model, name string) (out []string) {
	for _, a := range args {
		out = append(out, strings.NewReplacer("%URL%", mod.URL, "%MODEL%", name).Replace(a))
	}
	return out
}

func orNone(models []string) []string {
	if models == nil {
		return []string{""}
	}
	return models
}

// put writes a file of the host, in front of or after what is there.
func (m *machine) put(path, text string) error {
	have, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	switch {
	case strings.HasPrefix(text, "+"):
		text = string(have) + text[1:]
	case strings.HasPrefix(text, "^"):
		text = text[1:] + string(have)
	case strings.HasPrefix(text, "{") && strings.HasSuffix(text, ","):
		_, members, _ := strings.Cut(string(have), "{")
		text += members
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o600)
}

// afterUse: the host has meanwhile written into its files what it liked. Still
// there is nothing to install, but into files that the host made itself, and
// nothing of gortex is left when it is taken out.
func (m *machine) afterUse(before disk, d driver) error {
	p, err := m.install(d)
	if err != nil {
		return err
	}
	for _, a := range p.Agents {
		for _, f := range a.Files {
			rel, err := filepath.Rel(m.home, f.Path)
			if err != nil {
				return err
			}
			if _, there := before[filepath.ToSlash(rel)]; there && f.Action != "none" {
				return fmt.Errorf("%s is to be changed: %s", f.Path, f.Action)
			}
		}
	}
	if p, err = m.install(d); err != nil {
		return err
	}
	if p.Changes > 0 {
		return fmt.Errorf("gortex install has %d changes to make", p.Changes)
	}
	if p, err = m.uninstall(); err != nil {
		return err
	}
	for _, a := range p.Agents {
		for _, f := range a.Files {
			if text, err := os.ReadFile(f.Path); err == nil && (bytes.Contains(text, []byte(m.job.Gortex)) || bytes.Contains(text, []byte("gortex:rules"))) {
				return fmt.Errorf("%s still speaks of gortex", f.Path)
			}
		}
	}
	return nil
}

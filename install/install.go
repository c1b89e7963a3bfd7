// Package install puts gortex into the files of coding assistants and takes it
// out again, from the rows of package host and for all of them in one way.
//
// A [Plan] says what every file should become; to show it is a dry run, and
// [Engine.Apply] makes it so. What is written is recorded in a receipt before
// it is written, so that [Engine.PlanRemoval] can bring the bytes back that were
// there, after a process was killed at any moment too. A plan that is made after
// it was applied changes nothing.
package install

import (
	"slices"
	"strings"

	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/internal/config"
)

// Engine plans and applies for the hosts of one machine.
type Engine struct {
	Hosts []host.Host
	// Env is the machine. Its Version and Read may be nil: then the programs and
	// the files of the machine are asked.
	Env host.Env
	// Dirs are gortex's own directories; the receipt is in the one for state.
	Dirs config.Dirs
	// Disk reads files; nil reads those of the machine.
	Disk Disk
	// Quiet runs no program: versions are known from packages and from earlier
	// installations only.
	Quiet bool

	probe *prober
	// at is told of every step of an application before it is taken.
	at func(step string)
	// hasty does not wait for the disk, in tests.
	hasty bool
}

// Scope, Part and Host are those of package host.
type (
	Scope = host.Scope
	Part  = host.Part
	Host  = host.Host
)

// The scopes.
const (
	User    = host.User
	Project = host.Project
)

// Requests lists the names of what is written on request only.
func Requests() []string { return host.Requests() }

// Parts lists what can be left out.
func Parts() []Part {
	return []Part{host.Server, host.Direct, host.Approval, host.Rules, host.Hooks, host.Skills}
}

// Selection is what a plan is made for.
type Selection struct {
	Scope host.Scope
	Hosts []host.Host
	// Requests are names of what is written on request only, see
	// [host.Requests].
	Requests []string
	// Without are parts that are not wanted.
	Without []host.Part
}

// UnknownHostError says that there is no host of a name.
type UnknownHostError struct {
	Name  string
	Near  []string // names that were probably meant
	Known []string // all names
}

func (e *UnknownHostError) Error() string {
	text := "there is no assistant " + e.Name
	if len(e.Near) > 0 {
		text += "; did you mean " + strings.Join(e.Near, " or ") + "?"
	}
	return text
}

// Named finds hosts by their names or aliases, in the order of the rows. Errors:
// [UnknownHostError].
func (e *Engine) Named(names []string) ([]host.Host, error) {
	wanted := map[string]bool{}
	for _, name := range names {
		i := slices.IndexFunc(e.Hosts, func(h host.Host) bool {
			return strings.EqualFold(h.Name, name) || slices.ContainsFunc(h.Aliases, func(a string) bool { return strings.EqualFold(a, name) })
		})
		if i < 0 {
			return nil, e.unknown(name)
		}
		wanted[e.Hosts[i].Name] = true
	}
	var found []host.Host
	for _, h := range e.Hosts {
		if wanted[h.Name] {
			found = append(found, h)
		}
	}
	return found, nil
}

func (e *Engine) unknown(name string) error {
	u := &UnknownHostError{Name: name}
	plain := letters(name)
	for _, h := range e.Hosts {
		u.Known = append(u.Known, h.Name)
		for _, known := range append([]string{h.Name, h.Title}, h.Aliases...) {
			k := letters(known)
			if plain != "" && (strings.Contains(k, plain) || strings.Contains(plain, k) || distance(plain, k) <= 2) {
				u.Near = append(u.Near, h.Name)
				break
			}
		}
	}
	return u
}

// letters is a name without what spellings differ in.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == ' ' || r == '.' {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// distance is the number of letters to change, add or leave out (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}

// disk is where files are read.
func (e *Engine) disk() Disk {
	if e.Disk == nil {
		return machine{}
	}
	return e.Disk
}

// env is the machine as rows are shown it, for one host.
func (e *Engine) env(r *Receipt, given []string) host.Env {
	env := e.Env
	if env.Get == nil {
		env.Get = func(string) string { return "" }
	}
	if env.Read == nil {
		env.Read = e.text
	}
	if env.Version == nil {
		if e.probe == nil {
			e.probe = &prober{get: env.Get, os: env.OS, quiet: e.Quiet, known: r.Versions}
		}
		env.Version = e.probe.version
	}
	env.Given = map[string]bool{}
	for _, name := range given {
		env.Given[name] = true
	}
	return env
}

// text is the text of a regular file, nil where there is none or it cannot be
// read.
func (e *Engine) text(path string) []byte {
	found, err := e.disk().Read(path)
	if err != nil {
		return nil
	}
	return found.Text
}

// Unasked lists the programs whose version would have been asked for but for
// Quiet.
func (e *Engine) Unasked() []string {
	if e.probe == nil {
		return nil
	}
	return e.probe.unasked()
}

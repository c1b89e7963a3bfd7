package docgen

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
)

// HostResult is what one version of a host said when it was run on what is
// written for it: a line of internal/hosttest/testdata/results.json.
type HostResult struct {
	Host      string `json:"host"`
	Version   string `json:"version"`
	Seen      string `json:"seen"`       // by its own command: yes or no, "" where it has none
	Connected string `json:"connected"`  // the same
	Tools     *int   `json:"tools"`      // that it lists itself
	FirstTurn *int   `json:"first_turn"` // of gortex in its first request to a model
	InRepo    *int   `json:"in_repo"`    // the same where a repository alone names gortex
	Restored  string `json:"restored"`
	Requests  string `json:"requests"` // that gortex install was given
	Why       string `json:"why"`      // something could not be asked
}

// hostsIntro is the text above the tables.
const hostsIntro = `# Coding assistants

What ` + "`gortex install`" + ` writes for the user, and ` + "`gortex init`" + ` into a repository, for each assistant, and how it
is known to be right. Each is one row, in ` + "[`hostadapters`](../hostadapters)" + `; paths are those of Linux.

- **run**: versions of it were run on what is written, by ` + "[`internal/hosttest`](../internal/hosttest)" + `; the
  second table has what they said.
- **source**, **docs**: it is not on npm, or is of a desktop. The row was read in its source code, or in its
  documentation alone.

`

// known says how a row is known.
var known = map[host.Checked]string{host.Ran: "run", host.Source: "source", host.Docs: "docs"}

// Hosts is the page of the coding assistants. The environment gives hooks and
// versions; its paths are those of the page.
func Hosts(rows []host.Host, results []HostResult, e host.Env) []byte {
	var b bytes.Buffer
	b.WriteString("<!-- Generated from hostadapters and internal/hosttest/testdata/results.json by `go generate ./...`; do not edit. -->\n\n")
	b.WriteString(hostsIntro)
	b.WriteString("| assistant | known by | user file of servers | project file of servers | written | shown to the model in the first turn | asked of the user | versions run |\n|---|---|---|---|---|---|---|---|\n")
	for _, h := range rows {
		ran := resultsOf(h, results)
		var versions []string
		for _, r := range ran {
			versions = append(versions, r.Version)
		}
		fmt.Fprintf(&b, "| [%s](%s) `%s` | %s | %s | %s | %s | %s | %s | %s |\n", h.Title, h.Docs, h.Name, known[h.Checked],
			serverFiles(h, host.User, e), serverFiles(h, host.Project, e), partsOf(h, e), firstTurns(ran), cell(trusts(h)), strings.Join(versions, ", "))
	}
	b.WriteString(hostsSaid)
	for _, r := range results {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s | %s | %s | %s |\n", r.Host, r.Version, said(r.Seen), said(r.Connected), number(r.Tools), number(r.FirstTurn), number(r.InRepo), said(r.Restored), cell(remark(r)))
	}
	b.WriteString("\n## What is written\n\nIn files of the user `gortex` stands for its absolute path. Those of a repository have the name alone, or the path where the PATH does not lead to this program. `…` stands for the other tools that only read.\n")
	for _, h := range rows {
		fmt.Fprintf(&b, "\n### %s\n\n| for | file | what |\n|---|---|---|\n", h.Title)
		for _, f := range h.Files {
			fmt.Fprintf(&b, "| %s | %s | %s |\n", f.Scope, code(shown(f.Place, e)), cell(strings.Join(append(contents(f, e), conditions(f, e)...), "; ")))
		}
	}
	return b.Bytes()
}

const hostsSaid = `
## What they said

Each version is installed from npm, exactly, and run in an empty home and in one that has other servers, hooks and
comments, in a network of its own with nothing but a model server of ours, which records what it is asked.

- *seen*, *connected*: by a command of the assistant, the one that ` + "`gortex doctor`" + ` asks.
- *tools*: that it lists when it is asked for them.
- *first turn*: tools of gortex that the first request to the model carries, callable without a search before. Codex
  is asked with two models, one of which gets its tools as code.
- *in a repository*: the same after ` + "`gortex init`" + ` alone, in a repository that is trusted, of those that can be told so
  without a person. Codex is asked for its servers there, since the tools of a repository's server hide in its first turn.
- *restored*: a second ` + "`gortex install`" + ` changed nothing; ` + "`gortex uninstall`" + ` brought back every byte; and after the
  assistant had written into its files itself, there was still nothing to install, and nothing of gortex left when it was
  taken out. The same goes for ` + "`gortex init`" + ` in a repository, which wrote nothing outside of it.

The whole is run again, and recorded here, by

    internal/hosttest/sweep -update

as root on Linux; ` + "`.ci/run`" + ` runs part of it each time.

| assistant | version | seen | connected | tools | first turn | in a repository | restored | |
|---|---|---|---|---|---|---|---|---|
`

func resultsOf(h host.Host, all []HostResult) (own []HostResult) {
	for _, r := range all {
		if r.Host == h.Name {
			own = append(own, r)
		}
	}
	return own
}

// firstTurns says of how many tools the model knows at once.
func firstTurns(ran []HostResult) string {
	var out []string
	for _, r := range ran {
		text := "not asked: " + r.Why
		if r.FirstTurn != nil {
			text = fmt.Sprintf("%d tools", *r.FirstTurn)
		}
		if r.Requests != "" {
			text += ", with `--request " + r.Requests + "`"
		}
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	if len(out) == 0 {
		return "not run"
	}
	return strings.Join(out, "; ")
}

func remark(r HostResult) string {
	var out []string
	if r.Requests != "" {
		out = append(out, "installed with `--request "+r.Requests+"`")
	}
	if r.FirstTurn == nil && r.Why != "" {
		out = append(out, "no first turn: "+r.Why)
	}
	return strings.Join(out, "; ")
}

func said(s string) string {
	if s == "" {
		return "it does not say"
	}
	return s
}

func number(n *int) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(*n)
}

// trusts are the sentences about what a person must do first.
func trusts(h host.Host) string {
	var out []string
	for _, n := range h.Notes {
		out = append(out, n.Text)
	}
	return strings.Join(out, "; ")
}

// shown is a place as the page has it.
func shown(p host.Place, e host.Env) string { return strings.TrimPrefix(p(e), e.Repo+"/") }

func code(s string) string {
	if s == "" {
		return ""
	}
	return "`" + s + "`"
}

// serverFiles are the files of a scope that name the MCP server.
func serverFiles(h host.Host, scope host.Scope, e host.Env) string {
	var out []string
	for _, f := range h.Files {
		if f.Scope != scope || !slices.ContainsFunc(f.Entries, func(x host.Entry) bool { return x.Part == host.Server }) {
			continue
		}
		text := code(shown(f.Place, e))
		if f.Needs == nil && text != "" && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return strings.Join(out, ", ")
}

// partsOf are the parts that a host has files or entries for.
func partsOf(h host.Host, e host.Env) string {
	var parts []string
	add := func(p host.Part) {
		if p != "" && !slices.Contains(parts, string(p)) {
			parts = append(parts, string(p))
		}
	}
	for _, f := range h.Files {
		for _, x := range entries(f, e) {
			add(x.Part)
		}
		add(f.Part)
	}
	return strings.Join(parts, ", ")
}

func entries(f host.File, e host.Env) []host.Entry {
	if f.Hooks == nil {
		return f.Entries
	}
	return slices.Concat(f.Entries, f.Hooks(e))
}

// contents says what stands in a file.
func contents(f host.File, e host.Env) (out []string) {
	switch {
	case f.Block != nil:
		return []string{"a block of Markdown, between the markers `gortex:" + f.BlockName + "`"}
	case f.Owned != nil:
		return []string{string(f.Part) + ": a file of gortex's own"}
	}
	var events []string
	for _, x := range f.Entries {
		text := "`" + x.At.String() + "`"
		if x.Part == host.Hooks {
			events = append(events, text)
			continue
		}
		value, err := json.Marshal(x.Value(e))
		if err != nil {
			value = []byte(err.Error())
		}
		verb := " = "
		if x.Element {
			verb = " with "
		}
		text += verb + "`" + string(value) + "`"
		if x.OnRequest != "" {
			text += " with `--request " + x.OnRequest + "` only"
		}
		if x.When != nil {
			text += unmet(x, e)
		}
		out = append(out, text)
	}
	if f.Hooks != nil {
		for _, x := range f.Hooks(e) {
			events = append(events, event(x, e))
		}
	}
	if len(events) > 0 {
		out = append(out, "hooks: "+strings.Join(events, ", "))
	}
	return out
}

// unmet is what an entry asks of a machine, as it is said where that is not
// there.
func unmet(x host.Entry, e host.Env) string {
	e.Version = nil
	if why := x.When(e); why != "" {
		return " (" + why + ")"
	}
	return ""
}

// event is what a hook is for: the last key of its path, or its own first
// value.
func event(x host.Entry, e host.Env) string {
	last, _ := x.At[len(x.At)-1].(string)
	if o, ok := x.Value(e).(edit.Object); ok {
		if name, found := o.Get("event"); found {
			last = fmt.Sprint(name)
		}
	}
	return "`" + last + "`"
}

// conditions say when a file is not written.
func conditions(f host.File, e host.Env) (out []string) {
	if f.OnRequest != "" {
		out = append(out, "with `--request "+f.OnRequest+"` only")
	}
	if f.Needs != nil {
		out = append(out, "only where there is "+code(shown(f.Needs, e)))
	}
	if f.When == nil {
		return out
	}
	if why := f.When(e); why != "" {
		return append(out, "not written here: "+why)
	}
	e.Installed = true
	if why := f.When(e); why != "" {
		out = append(out, "not where `gortex install` wrote for the user: "+why)
	}
	return out
}

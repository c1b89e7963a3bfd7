package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/install"
)

// placement is what install, init and uninstall print.
type placement struct {
	Scope   install.Scope `json:"scope"`
	Root    string        `json:"root,omitempty"`
	DryRun  bool          `json:"dry_run"`
	Changes int           `json:"changes"`  // that were made, or would be
	Failed  int           `json:"problems"` // files, or parts of them, left as they were
	Agents  []agent       `json:"agents"`
	Notes   []note        `json:"notes,omitempty"`
	Removed []leftover    `json:"removed,omitempty"` // by --purge
}

type note = install.Note
type leftover = install.Leftover

// agent is what was done for one assistant.
type agent struct {
	Name  string   `json:"agent"`
	Title string   `json:"title"`
	Found string   `json:"found_by,omitempty"` // what shows that it is on this machine
	Files []placed `json:"files"`
}

// placed is what was done to one file.
type placed struct {
	Path    string           `json:"path"`
	Target  string           `json:"target,omitempty"` // behind symbolic links
	Action  install.Action   `json:"action"`
	Done    bool             `json:"done"`
	Parts   []install.Part   `json:"parts,omitempty"`
	Skipped []install.Skip   `json:"skipped,omitempty"`
	Error   *install.Problem `json:"error,omitempty"`
	Diff    string           `json:"diff,omitempty"`
}

// placed prints what was, or would be, done, and fails if something could not
// be.
func (a *App) placed(e *install.Engine, p *install.Plan, o *placing, removed ...install.Leftover) error {
	doc := placement{Scope: p.Scope, Root: e.Env.Repo, DryRun: o.dryRun, Agents: []agent{}, Removed: removed}
	if !p.Removal() {
		doc.Notes = p.Notes()
	}
	for _, program := range e.Unasked() {
		doc.Notes = append(doc.Notes, note{Text: program + " was not run to ask for its version; without --dry-run it is, and what depends on it may be written"})
	}
	for _, h := range p.Hosts {
		one := agent{Name: h.Name, Title: h.Title, Found: p.Found[h.Name].By, Files: []placed{}}
		for _, c := range p.Changes {
			if c.Host == h.Name {
				one.Files = append(one.Files, placedOf(c, o.dryRun))
				if c.Action() != install.Keep {
					doc.Changes++
				}
				if c.Problem != nil {
					doc.Failed++
				}
			}
		}
		doc.Agents = append(doc.Agents, one)
	}
	var err error
	if a.documents {
		text, problem := encode(doc)
		if problem == nil {
			problem = a.print(text)
		}
		err = problem
	} else {
		err = a.showPlaced(p, doc, o)
	}
	if err != nil {
		return err
	}
	return failedPlaces(p)
}

func placedOf(c *install.Change, diff bool) placed {
	out := placed{Path: c.Path, Action: c.Action(), Done: c.Done, Parts: c.Parts, Skipped: c.Skipped, Error: c.Problem}
	if c.Target != filepath.Clean(c.Path) {
		out.Target = c.Target
	}
	if diff {
		out.Diff = c.Diff()
	}
	return out
}

// failedPlaces is the first problem of a plan as the error of the command.
func failedPlaces(p *install.Plan) error {
	first, n := p.Failure()
	if n == 0 {
		return nil
	}
	var e *op.Error
	errors.As(installError(first.Problem), &e)
	e.Message = first.Host + ": " + e.Message
	if n > 1 {
		e.Message += fmt.Sprintf(" (and %d more)", n-1)
	}
	return &toldError{e}
}

// showPlaced is for people: what changes, in full with --dry-run, what could
// not be, and what is left for them to do.
func (a *App) showPlaced(p *install.Plan, doc placement, o *placing) error {
	if o.dryRun {
		for _, c := range p.Changes {
			if _, err := fmt.Fprint(a.Out, a.coloredDiff(c.Diff())); err != nil {
				return err
			}
		}
	}
	if err := a.placedTable(p, doc.Root, o.dryRun); err != nil {
		return err
	}
	if doc.Changes > 0 || p.Removal() {
		for _, c := range p.Changes {
			for _, s := range c.Skipped {
				if s.Request == "" && !a.flags.quiet {
					fmt.Fprintf(a.Out, "left: %s of %s: %s\n", a.short(c.Path, doc.Root), titleOf(p, c.Host), a.shortened(s.Why))
				}
			}
		}
	}
	if doc.Changes == 0 && doc.Failed == 0 && len(doc.Removed) == 0 {
		fmt.Fprintln(a.Out, nothingToDo(p))
	}
	for _, l := range doc.Removed {
		verb := "removed"
		if o.dryRun {
			verb = "would remove"
		}
		fmt.Fprintf(a.Out, "%s %s: %s (%s)\n", verb, a.short(l.Path, ""), l.What, size(l.Bytes))
	}
	for _, n := range doc.Notes {
		if !a.flags.quiet {
			fmt.Fprintf(a.Out, "note: %s\n", n.Text)
		}
	}
	if doc.Changes > 0 && !o.dryRun && !p.Removal() && !a.flags.quiet {
		fmt.Fprintln(a.Out, "next: start assistants anew that are running; gortex doctor tells whether they see the tools")
	}
	return nil
}

// placedTable is a row for each file that changes or cannot be changed.
func (a *App) placedTable(p *install.Plan, root string, dryRun bool) error {
	type row struct {
		Assistant string `json:"assistant"`
		What      string `json:"what"`
		Where     string `json:"where"`
		Result    string `json:"result"`
	}
	var rows []row
	for _, c := range p.Changes {
		if result := resultOf(c, dryRun); result != "" {
			rows = append(rows, row{titleOf(p, c.Host), whatOf(c), a.short(c.Path, root), result})
		}
	}
	// All of them, in tables of as many rows as one shows.
	for chunk := range slices.Chunk(rows, maxRows) {
		text, err := encode(chunk)
		if err != nil {
			return err
		}
		if err := a.render(text); err != nil {
			return err
		}
	}
	return nil
}

func nothingToDo(p *install.Plan) string {
	if len(p.Hosts) == 0 {
		return "no coding assistant was found; name those that you mean with --agents"
	}
	var names []string
	for _, h := range p.Hosts {
		names = append(names, h.Title)
	}
	if len(names) > 8 {
		names = append(names[:7], fmt.Sprintf("%d more", len(names)-7))
	}
	return "nothing to do for " + strings.Join(names, ", ")
}

// resultOf is a change in a word or two, "" when there is nothing to say.
func resultOf(c *install.Change, dryRun bool) string {
	words := map[install.Action][2]string{
		install.Create: {"created", "would be created"}, install.Update: {"updated", "would be updated"}, install.Delete: {"removed", "would be removed"},
	}
	action := c.Action()
	switch {
	case c.Problem != nil && action == install.Keep:
		return "left as it is"
	case action != install.Keep && dryRun:
		return words[action][1]
	case action != install.Keep:
		return words[action][0]
	}
	return ""
}

func whatOf(c *install.Change) string {
	names := map[install.Part]string{"server": "MCP server", "direct": "direct tools"}
	var parts []string
	for _, p := range c.Parts {
		name := names[p]
		if name == "" {
			name = string(p)
		}
		parts = append(parts, name)
	}
	if c.Problem != nil && len(parts) == 0 {
		return strings.ReplaceAll(c.Problem.Code, "_", " ")
	}
	return strings.Join(parts, ", ")
}

func titleOf(p *install.Plan, name string) string {
	i := slices.IndexFunc(p.Hosts, func(h install.Host) bool { return h.Name == name })
	if i < 0 {
		return name
	}
	return p.Hosts[i].Title
}

// short is a path as seen from the root of a repository, "" for none, or with ~
// for the home directory.
func (a *App) short(path, root string) string {
	if rest, ok := strings.CutPrefix(path, root+string(filepath.Separator)); ok && root != "" {
		return rest
	}
	if rest, ok := strings.CutPrefix(path, a.Home+string(filepath.Separator)); ok && a.Home != "" {
		return filepath.Join("~", rest)
	}
	return path
}

// shortened is a sentence with ~ for the home directory in its paths.
func (a *App) shortened(text string) string {
	if a.Home == "" {
		return text
	}
	home := a.Home + string(filepath.Separator)
	text = strings.ReplaceAll(text, " "+home, " ~"+string(filepath.Separator))
	if rest, ok := strings.CutPrefix(text, home); ok {
		text = "~" + string(filepath.Separator) + rest
	}
	return text
}

// coloredDiff is a diff with the colours that git gives it.
func (a *App) coloredDiff(diff string) string {
	if !a.color(a.OutTTY) {
		return diff
	}
	var b strings.Builder
	for line := range strings.Lines(diff) {
		style := ""
		switch {
		case strings.HasPrefix(line, "---"), strings.HasPrefix(line, "+++"):
			style = styleKey
		case strings.HasPrefix(line, "@@"):
			style = styleNull
		case strings.HasPrefix(line, "-"):
			style = styleError
		case strings.HasPrefix(line, "+"):
			style = styleString
		}
		if text, ending := strings.TrimSuffix(line, "\n"), "\n"; style != "" {
			line = style + text + styleReset + ending
		}
		b.WriteString(line)
	}
	return b.String()
}

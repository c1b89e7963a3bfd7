package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/install"
	"github.com/gortexhq/gortex/install/doctor"
)

// checking are the flags of gortex doctor.
type checking struct {
	agents                 []string
	asJSON, fix, yes, wait bool
}

func (a *App) doctorCommand() *cobra.Command {
	var o checking
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Find out whether gortex works for the coding assistants",
		Long: "Look at the files of every coding assistant, start the server as each of them would and\n" +
			"ask for its tools, and ask the assistants themselves what they see. Look also at the\n" +
			"indexes, the sessions, the hooks and the processes of gortex.\n\n" +
			"Nothing is written without --fix, which brings the files of assistants that have gortex\n" +
			"to what gortex install would write. It takes less than 3 seconds; an assistant that needs\n" +
			"longer to answer is waited for with --ask. Secrets in the files are not shown.\n\n" +
			"The status is 1 when something is found that keeps gortex from working.",
		Example: "  gortex doctor\n  gortex doctor --agents codex,claude-code --ask\n  gortex doctor --json --quiet\n  gortex doctor --fix",
		Args:    none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			a.documents, a.asJSON = o.asJSON || !a.OutTTY, o.asJSON
			if o.yes && !o.fix {
				return op.Invalid("--yes is for --fix")
			}
			return a.examine(cmd, &o)
		},
	}
	f := cmd.Flags()
	f.StringSliceVar(&o.agents, "agents", nil, "these `ASSISTANTS` only, by name; otherwise all")
	f.BoolVar(&o.asJSON, "json", false, "print JSON")
	f.BoolVar(&o.wait, "ask", false, "wait up to 30 seconds for assistants that are slow to answer")
	f.BoolVar(&o.fix, "fix", false, "bring entries of gortex's that are out of date up to date")
	f.BoolVarP(&o.yes, "yes", "y", false, "with --fix: remove also indexes of repositories that are gone")
	return cmd
}

// examine finds out how things are, and prints it.
func (a *App) examine(cmd *cobra.Command, o *checking) error {
	e, err := a.engine("", &placing{dryRun: true})
	if err != nil {
		return err
	}
	if root, err := install.Root(a.dir(), a.Home); err == nil { // else the caller stands in none
		e.Env.Repo = root
	}
	d := doctor.Doctor{
		Engine: e, Hosts: e.Hosts, Version: a.Version, Tools: a.Tools,
		Warnings: a.Warnings, HookLog: a.HookLog, Patient: o.wait,
	}
	if len(o.agents) > 0 && !slices.Equal(o.agents, []string{"all"}) {
		if d.Hosts, err = e.Named(o.agents); err != nil {
			return unknownHost("--agents", err)
		}
	}
	var fixed []doctor.Fixed
	if o.fix {
		if fixed, err = d.Repair(cmd.Context(), o.yes); err != nil {
			return installError(err)
		}
	}
	r := d.Examine(cmd.Context())
	if err := cmd.Context().Err(); err != nil {
		return err
	}
	r.Fixed = fixed
	if err := a.diagnosis(r); err != nil {
		return err
	}
	if n := r.Count(doctor.Blocker); n > 0 {
		problems := "1 problem keeps"
		if n > 1 {
			problems = fmt.Sprintf("%d problems keep", n)
		}
		return &toldError{op.Errorf(op.CodeInternal, "%s gortex from working", problems)}
	}
	return nil
}

// diagnosis prints a report.
func (a *App) diagnosis(r *doctor.Report) error {
	if a.documents {
		text, err := encode(r)
		if err != nil {
			return err
		}
		return a.print(text)
	}
	if err := a.diagnosedAgents(r); err != nil {
		return err
	}
	fmt.Fprintln(a.Out)
	a.diagnosedRest(r)
	fmt.Fprintln(a.Out)
	for _, f := range r.Fixed {
		verb := map[install.Action]string{install.Create: "created", install.Update: "updated", install.Delete: "removed"}[f.Action]
		if f.Error != "" {
			fmt.Fprintf(a.Out, "left %s: %s\n", a.short(f.Path, ""), f.Error)
		} else {
			fmt.Fprintf(a.Out, "%s %s\n", verb, a.short(f.Path, ""))
		}
	}
	for _, f := range r.Findings {
		if f.Severity != doctor.OK && !(a.flags.quiet && f.Severity == doctor.Info) {
			a.finding(r, f)
		}
	}
	if r.Count(doctor.Blocker)+r.Count(doctor.Warning) == 0 {
		fmt.Fprintln(a.Out, "nothing is wrong")
	}
	return nil
}

// diagnosedAgents is a row for each assistant that is on this machine or has
// gortex.
func (a *App) diagnosedAgents(r *doctor.Report) error {
	type row struct {
		Assistant string `json:"assistant"`
		Files     string `json:"files"`
		Server    string `json:"server"`
		Sees      string `json:"sees_it"`
	}
	var rows []row
	for _, x := range r.Agents {
		if x.Found != "" || x.Configured {
			rows = append(rows, row{x.Title, strings.ReplaceAll(string(x.State), "absent", "without gortex"), servedBy(x), seenBy(x)})
		}
	}
	if len(rows) == 0 {
		fmt.Fprintln(a.Out, "no coding assistant was found")
	}
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

// servedBy is what the servers of an assistant answered, the worst of them.
func servedBy(x *doctor.Agent) string {
	answer := ""
	for _, s := range x.Servers {
		switch {
		case s.Off:
			return "switched off"
		case s.Error != "":
			return strings.ReplaceAll(s.Error, "_", " ")
		}
		answer = fmt.Sprintf("%d tools, %d ms", s.Tools, s.Millis)
	}
	return answer
}

func seenBy(x *doctor.Agent) string {
	switch s := x.Seen; {
	case s == nil:
		return ""
	case !s.Answered:
		return "no answer in time"
	case !s.Sees:
		return "no"
	case s.Connected == nil:
		return "yes"
	case !*s.Connected:
		return "not connected"
	}
	return "connected"
}

// diagnosedRest is a line for each thing that is no assistant's.
func (a *App) diagnosedRest(r *doctor.Report) {
	line := func(name, format string, args ...any) {
		fmt.Fprintf(a.Out, "%-11s %s\n", name, fmt.Sprintf(format, args...))
	}
	line("gortex", "%s  %s", r.Version, a.short(r.Program, ""))
	room := ""
	if r.Store.Free != nil {
		room = ", " + size(*r.Store.Free) + " free"
	}
	line("store", "%s in %s%s  %s", counted(len(r.Store.Indexes), "index", "indexes"), size(r.Store.Bytes), room, a.short(r.Store.Path, ""))
	if r.Repo != nil && r.Repo.Index != nil {
		line("repository", "%d files, %d symbols  %s", r.Repo.Index.Files, r.Repo.Index.Symbols, a.short(r.Repo.Root, ""))
	}
	line("sessions", "%d in %s", r.Sessions.Count, size(r.Sessions.Bytes))
	if r.Processes.Known {
		line("processes", "%s, %s", counted(r.Processes.Running, "server", "servers"), size(r.Processes.Bytes))
	} else {
		line("processes", "not known on this system")
	}
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// finding is one finding for people: what, and what to do.
func (a *App) finding(r *doctor.Report, f doctor.Finding) {
	title := ""
	for _, x := range r.Agents {
		if x.Name == f.Agent {
			title = x.Title + ": "
		}
	}
	label := fmt.Sprintf("%-7s", f.Severity)
	if a.color(a.OutTTY) {
		style := map[doctor.Severity]string{doctor.Blocker: styleError, doctor.Warning: styleScalar, doctor.Info: styleKey}[f.Severity]
		label = style + label + styleReset
	}
	_, _ = io.WriteString(a.Out, label+"  "+title+a.shortened(f.Message)+"\n")
	if f.Remedy != "" {
		_, _ = io.WriteString(a.Out, "         "+a.shortened(f.Remedy)+"\n")
	}
}

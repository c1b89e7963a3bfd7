package cli

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/install"
)

// placing are the flags of the commands that write the files of assistants.
type placing struct {
	agents, skip, requests, without []string
	dryRun, asJSON, yes             bool
}

func (o *placing) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringSliceVar(&o.agents, "agents", nil, "these `ASSISTANTS` only, by name, or all; otherwise those that are found")
	f.StringSliceVar(&o.skip, "agents-skip", nil, "not these `ASSISTANTS`")
	f.BoolVar(&o.dryRun, "dry-run", false, "show what would change and write nothing")
	f.BoolVar(&o.asJSON, "json", false, "print JSON")
	f.BoolVarP(&o.yes, "yes", "y", false, "ask nothing")
}

// choosing are the flags of the commands that put something in.
func (o *placing) choosing(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringSliceVar(&o.requests, "request", nil, "write also what is written on request only: `NAMES` of "+strings.Join(install.Requests(), ", "))
	var parts []string
	for _, p := range install.Parts() {
		parts = append(parts, string(p))
	}
	f.StringSliceVar(&o.without, "without", nil, "leave out these `PARTS` of "+strings.Join(parts, ", "))
}

func (a *App) installCommand() *cobra.Command {
	var o placing
	cmd := &cobra.Command{
		Use:   "install",
		Short: "Make gortex known to the coding assistants of this user",
		Long: "Put gortex into the settings of the coding assistants that are found on this machine:\n" +
			"the MCP server, rules, hooks and skills, as far as each has them. Of a file only the\n" +
			"own entry changes; gortex uninstall brings back what was there.\n\n" +
			"What another program wrote under the same name, and what cannot be read, is left as\n" +
			"it is and named; the status is then 4, whatever else was written. Twice is as once.",
		Example: "  gortex install --dry-run\n  gortex install --agents codex,claude-code --yes\n  gortex install --without hooks --request approve",
		Args:    none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.place(cmd, &o, install.User, "")
		},
	}
	o.flags(cmd)
	o.choosing(cmd)
	return cmd
}

// place plans, shows and applies what puts gortex in.
func (a *App) place(cmd *cobra.Command, o *placing, scope install.Scope, root string) error {
	a.documents, a.asJSON = o.asJSON || !a.OutTTY, o.asJSON
	e, err := a.engine(root, o)
	if err != nil {
		return err
	}
	if err := e.Ready(scope, false); err != nil {
		return installError(err)
	}
	s, err := a.selection(e, o, scope)
	if err != nil {
		return err
	}
	p, err := e.Plan(s)
	if err != nil {
		return installError(err)
	}
	if !o.dryRun {
		if err := e.Apply(cmd.Context(), p); err != nil {
			return installError(err)
		}
	}
	return a.placed(e, p, o)
}

// engine makes the engine of package install.
func (a *App) engine(root string, o *placing) (*install.Engine, error) {
	if a.Install == nil {
		return nil, op.Errorf(op.CodeUnavailable, "this gortex cannot install")
	}
	e, err := a.Install()
	if err != nil {
		return nil, err
	}
	e.Env.Repo, e.Quiet = root, o.dryRun
	return e, nil
}

// selection reads the flags, or asks the person at the terminal.
func (a *App) selection(e *install.Engine, o *placing, scope install.Scope) (s install.Selection, err error) {
	s.Scope = scope
	for _, name := range o.requests {
		if !slices.Contains(install.Requests(), name) {
			return s, op.Invalid("nothing is written on request by the name %q; want one of %s", name, strings.Join(install.Requests(), ", ")).
				With("valid_requests", install.Requests())
		}
	}
	s.Requests = o.requests
	for _, name := range o.without {
		if !slices.Contains(install.Parts(), install.Part(name)) {
			return s, op.Invalid("there is no part %q to leave out", name).With("valid_parts", install.Parts())
		}
		s.Without = append(s.Without, install.Part(name))
	}
	skip, err := e.Named(o.skip)
	if err != nil {
		return s, unknownHost("--agents-skip", err)
	}
	switch {
	case slices.Contains(o.agents, "all"):
		s.Hosts = e.Hosts
	case len(o.agents) > 0:
		if s.Hosts, err = e.Named(o.agents); err != nil {
			return s, unknownHost("--agents", err)
		}
	default:
		s.Hosts = e.Detected(scope)
	}
	s.Hosts = slices.DeleteFunc(slices.Clone(s.Hosts), func(h install.Host) bool {
		return slices.ContainsFunc(skip, func(x install.Host) bool { return x.Name == h.Name })
	})
	if len(o.agents) == 0 && !o.yes && !o.dryRun && a.asks() {
		s.Hosts, err = a.choose(e, s.Hosts, scope)
	}
	return s, err
}

func unknownHost(flag string, err error) error {
	var unknown *install.UnknownHostError
	if !errors.As(err, &unknown) {
		return err
	}
	e := op.Invalid("%s: %v", flag, err).With("valid_agents", unknown.Known)
	if len(unknown.Near) > 0 {
		e.With("did_you_mean", unknown.Near)
	}
	return e
}

// installError is an error of package install as this program prints it.
func installError(err error) error {
	var p *install.Problem
	if !errors.As(err, &p) {
		return err
	}
	code := op.CodeRefused // nothing may be changed there
	switch p.Code {
	case install.Stale:
		code = op.CodeStaleWrite
	case install.Outside:
		code = op.CodePathOutsideRoot
	case install.DiskFull:
		code = op.CodeDiskFull
	case install.Failed:
		code = op.CodeUnavailable
	}
	return op.Errorf(code, "%s", p.Message).With("problem", p.Code)
}

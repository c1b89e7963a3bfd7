package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/install"
)

func (a *App) uninstallCommand() *cobra.Command {
	var o placing
	var project, purge bool
	cmd := &cobra.Command{
		Use:   "uninstall",
		Short: "Take gortex out of the coding assistants again",
		Long: "Take out what gortex install wrote. A file that is as it was left becomes byte for byte\n" +
			"what it was; of one that was edited since only what is gortex's goes. Files of gortex's\n" +
			"own that were edited stay and are named.",
		Example: "  gortex uninstall --dry-run\n  gortex uninstall --agents zed\n  gortex uninstall --project\n  gortex uninstall --purge --yes",
		Args:    none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			a.documents, a.asJSON = o.asJSON || !a.OutTTY, o.asJSON
			if purge && (len(o.agents)+len(o.skip) > 0 || project) {
				return op.Invalid("--purge removes what all assistants need; leave out --agents, --agents-skip and --project")
			}
			return a.takeOut(cmd, &o, project, purge)
		},
	}
	o.flags(cmd)
	f := cmd.Flags()
	f.Lookup("agents").Usage = "these `ASSISTANTS` only, by name; otherwise all"
	f.BoolVar(&project, "project", false, "take out what gortex init wrote into the repository, and that alone")
	f.BoolVar(&purge, "purge", false, "remove also indexes, caches, sessions, receipts and the configuration of gortex")
	return cmd
}

func (a *App) takeOut(cmd *cobra.Command, o *placing, project, purge bool) error {
	scope, root := install.User, ""
	if project {
		var err error
		if root, err = a.repository(a.dir()); err != nil {
			return err
		}
		scope = install.Project
	}
	e, err := a.engine(root, o)
	if err != nil {
		return err
	}
	if err := e.Ready(scope, true); err != nil {
		return installError(err)
	}
	asked := *o
	asked.yes = true // which assistants is no question: those that have it
	if len(asked.agents) == 0 {
		asked.agents = []string{"all"}
	}
	s, err := a.selection(e, &asked, scope)
	if err != nil {
		return err
	}
	p, err := e.PlanRemoval(s)
	if err != nil {
		return installError(err)
	}
	var leftovers []install.Leftover
	if purge {
		leftovers = e.Leftovers()
		for _, root := range p.Repositories() {
			a.note("what gortex init wrote into %s stays; gortex -C %s uninstall --project takes it out", root, root)
		}
		if err := a.confirmPurge(o, leftovers); err != nil {
			return err
		}
	}
	if o.dryRun {
		return a.placed(e, p, o, leftovers...)
	}
	if err := e.Apply(cmd.Context(), p); err != nil {
		return installError(err)
	}
	if _, failed := p.Failure(); purge && failed == 0 {
		if err := install.Purge(leftovers); err != nil {
			return installError(err)
		}
	} else if purge {
		a.note("nothing of gortex's own was removed: the receipt is still needed for what could not be taken out")
		leftovers = nil
	}
	return a.placed(e, p, o, leftovers...)
}

// confirmPurge says what will be removed and asks whether it may.
func (a *App) confirmPurge(o *placing, leftovers []install.Leftover) error {
	if len(leftovers) == 0 || o.dryRun {
		return nil
	}
	if !a.flags.quiet {
		fmt.Fprintln(a.Err, "This removes, beside the entries of the assistants:")
		for _, l := range leftovers {
			fmt.Fprintf(a.Err, "  %s  %s (%s)\n", a.short(l.Path, ""), l.What, size(l.Bytes))
		}
	}
	switch {
	case o.yes:
		return nil
	case !a.asks():
		return op.Errorf(op.CodeRefused, "--purge removes what cannot be brought back; say --yes").With("would_remove", leftovers)
	}
	answer, err := a.answer("Remove all of it? [y/N] ")
	if err != nil {
		return err
	}
	if answer != "y" && answer != "yes" {
		return op.Errorf(op.CodeCancelled, "nothing was removed")
	}
	return nil
}

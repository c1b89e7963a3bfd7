package cli

import (
	"errors"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/install"
)

func (a *App) initCommand() *cobra.Command {
	var o placing
	cmd := &cobra.Command{
		Use:   "init [PATH]",
		Short: "Make gortex known to the coding assistants of a repository",
		Long: "Put gortex into the files of the repository that holds PATH, or the current directory,\n" +
			"from which the coding assistants of all who work in it learn about gortex. No file\n" +
			"outside of the repository is written: that is what gortex install is for.\n\n" +
			"gortex uninstall --project takes it out again.",
		Example: "  gortex init --dry-run\n  gortex init --agents vscode,cursor",
		Args:    upTo(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			a.documents, a.asJSON = o.asJSON || !a.OutTTY, o.asJSON
			root, err := a.repository(a.path(args))
			if err != nil {
				return err
			}
			return a.place(cmd, &o, install.Project, root)
		},
	}
	o.flags(cmd)
	o.choosing(cmd)
	return cmd
}

// repository is the root of the repository that holds a directory.
func (a *App) repository(dir string) (string, error) {
	root, err := install.Root(dir, a.Home)
	var none *install.NoRepositoryError
	switch {
	case errors.As(err, &none):
		return "", op.Errorf(op.CodeNotARepository, "%v", err).With("path", none.Dir)
	case errors.Is(err, fs.ErrNotExist):
		return "", op.Errorf(op.CodeFileNotFound, "there is no directory %s", dir).With("path", dir)
	case err != nil:
		return "", op.Errorf(op.CodeUnavailable, "%v", err)
	}
	return root, nil
}

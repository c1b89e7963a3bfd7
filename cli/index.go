package cli

import "github.com/spf13/cobra"

func (a *App) indexCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "index [PATH]",
		Short: "Bring the index of a repository up to date",
		Long: "Bring the index of the repository that holds PATH, or the current directory, up to\n" +
			"date, and say what was done. Calls do this by themselves; index is for doing it\n" +
			"beforehand, or anew with --full.",
		Args: upTo(1),
	}
	full := cmd.Flags().Bool("full", false, "make the index anew and reuse nothing")
	return a.toolCommand(cmd, func(args []string) ([]question, error) {
		given := object{"path": a.path(args)}
		if *full {
			given["full"] = true
		}
		return []question{{tool: "workspace_admin", args: object{"operation": "index", "arguments": given}}}, nil
	})
}

func (a *App) statusCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Show the repository, its index, and what is not in it",
		Args:  none,
	}
	return a.toolCommand(cmd, func([]string) ([]question, error) {
		return []question{
			{"repository", "workspace", object{"operation": "info"}},
			{"index", "workspace", object{"operation": "index"}},
			{"graph", "workspace", object{"operation": "graph"}},
		}, nil
	})
}

// path is the path a command was given, or where it stands.
func (a *App) path(args []string) string {
	if len(args) == 0 {
		return a.dir()
	}
	return resolve(a.dir(), args[0])
}

package cli

import (
	"github.com/spf13/cobra"

	"github.com/gortexhq/gortex/facade/op"
)

func (a *App) mcpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "mcp",
		Short: "Serve the tools to an MCP client over standard input and output",
		Long: "Serve the tools over the Model Context Protocol on standard input and output. The\n" +
			"client is answered at once; the repository is indexed meanwhile.\n\n" +
			"A client that knows the directory but does not start programs in it: gortex -C DIR mcp",
		Args: func(cmd *cobra.Command, args []string) error {
			a.documents = false // standard output carries frames and nothing else
			return none(cmd, args)
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.Serve(cmd.Context(), Setup{Dir: a.dir()}); err != nil {
				return err
			}
			return cmd.Context().Err()
		},
	}
}

// none refuses positional arguments.
func none(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return op.Invalid("%s takes no arguments, got %q", cmd.Name(), args[0])
	}
	return nil
}

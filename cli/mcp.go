package cli

import (
	"github.com/spf13/cobra"

	"github.com/gortexhq/gortex/facade/op"
)

func (a *App) mcpCommand() *cobra.Command {
	var tools, mode string
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Serve the tools to an MCP client over standard input and output",
		Long: "Serve the tools over the Model Context Protocol on standard input and output. The\n" +
			"client is answered at once; the repository is indexed meanwhile.\n\n" +
			"A client that knows the directory but does not start programs in it: gortex -C DIR mcp\n\n" +
			toolsHelp,
		Example: "  gortex mcp --tools edit,+analyze,-write_file\n" +
			"  gortex mcp --tools search_symbols,find_files,read_file",
		Args: func(cmd *cobra.Command, args []string) error {
			a.documents = false // standard output carries frames and nothing else
			return none(cmd, args)
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkMode(mode); err != nil {
				return err
			}
			if err := a.Serve(cmd.Context(), Setup{Dir: a.dir(), Tools: tools, ToolsMode: mode}); err != nil {
				return err
			}
			return cmd.Context().Err()
		},
	}
	toolFlags(cmd, &tools, &mode)
	return cmd
}

// toolsHelp explains --tools.
const toolsHelp = "Which tools the client sees is said by GORTEX_TOOLS, or else --tools, or else the files\n" +
	"of settings, or else the instruction profile; otherwise a client that gives its name\n" +
	"sees the public tools. The choices are facade-v1 (the public tools), agent, core, full,\n" +
	"readonly, edit, nav and localization, each but the first with +NAME and -NAME after it,\n" +
	"or the names of tools."

// toolFlags are the flags of a server about its tools.
func toolFlags(cmd *cobra.Command, tools, mode *string) {
	cmd.Flags().StringVar(tools, "tools", "", "show `TOOLS`: PRESET,+NAME,-NAME or NAME,NAME; GORTEX_TOOLS goes before")
	cmd.Flags().StringVar(mode, "tools-mode", "", "what becomes of the other tools: defer or hide; GORTEX_TOOLS_MODE goes before")
}

func checkMode(mode string) error {
	switch mode {
	case "", "defer", "hide":
		return nil
	}
	return op.Invalid("--tools-mode: want defer or hide, got %q", mode).With("field", "tools-mode").With("valid_values", []string{"defer", "hide"})
}

// none refuses positional arguments.
func none(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return op.Invalid("%s takes no arguments, got %q", cmd.Name(), args[0])
	}
	return nil
}

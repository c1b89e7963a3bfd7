package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gortexhq/gortex/completions"
	"github.com/gortexhq/gortex/facade/op"
)

// shell is one that words can be completed in.
type shell struct {
	script string
	once   string // loads the script into the running shell
	always string // has every new shell load it
}

var shells = map[string]shell{
	"bash": {completions.Bash, "source <(gortex completion bash)",
		"gortex completion bash > ~/.local/share/bash-completion/completions/gortex\n(where the package bash-completion is; otherwise put the line above into ~/.bashrc)"},
	"zsh": {completions.Zsh, "source <(gortex completion zsh)",
		"gortex completion zsh > \"${fpath[1]}/_gortex\"\n(with autoload -U compinit; compinit in ~/.zshrc)"},
	"fish": {completions.Fish, "gortex completion fish | source",
		"gortex completion fish > ~/.config/fish/completions/gortex.fish"},
	"powershell": {completions.PowerShell, "gortex completion powershell | Out-String | Invoke-Expression",
		"put the line above into the file that $PROFILE names"},
}

// completionCommand is gortex completion, which prints the script of a shell.
func (a *App) completionCommand() *cobra.Command {
	var names []string
	for name := range shells {
		names = append(names, name)
	}
	slices.Sort(names)
	cmd := &cobra.Command{
		Use:   "completion",
		Short: "Print the script by which a shell completes gortex commands",
		Long: "Print the script by which a shell completes commands, tools, operations, fields and\n" +
			"their values, and symbols and files of a repository that is indexed.",
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return op.Invalid("there is no completion for %q; want %s", args[0], strings.Join(names, ", ")).With("valid_shells", names)
		},
	}
	plain := cmd.PersistentFlags().Bool("no-descriptions", false, "let the shell show words only, not what they mean")
	for _, name := range names {
		cmd.AddCommand(&cobra.Command{
			Use:   name,
			Short: "Print the script for " + name,
			Long: fmt.Sprintf("Print the script for %s. For the shell that runs:\n\n  %s\n\nFor every new one:\n\n  %s", name,
				shells[name].once, strings.ReplaceAll(shells[name].always, "\n", "\n  ")),
			Args:              none,
			ValidArgsFunction: cobra.NoFileCompletions,
			RunE: func(*cobra.Command, []string) error {
				script := shells[name].script
				if *plain {
					script = strings.ReplaceAll(script, cobra.ShellCompRequestCmd+" ", cobra.ShellCompNoDescRequestCmd+" ")
				}
				_, err := fmt.Fprint(a.Out, script)
				return err
			},
		})
	}
	return cmd
}

package cli

import (
	"context"
	"errors"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/hook"
)

func (a *App) hookCommand() *cobra.Command {
	var agent, mode string
	cmd := &cobra.Command{
		Use:    "hook",
		Short:  "Answer a hook of a coding assistant",
		Hidden: true, // hosts run it, by what was written into their configuration
		Long: "Read the payload of one hook from standard input and print, in the way the assistant\n" +
			"reads it, what the index knows about it: at the start of a session whether there is\n" +
			"an index, for a prompt the symbols it names, for a read or a grep the symbols it is\n" +
			"about and their callers, after an edit the symbols it touches.\n\n" +
			"It blocks nothing and makes no index. Where there is nothing to say, whatever the\n" +
			"reason, it prints nothing and exits with 0.",
		Example: "  echo '{\"hook_event_name\":\"SessionStart\",\"cwd\":\"/src/app\"}' | gortex hook --agent claude-code",
		// A status other than 0 makes some hosts refuse the tool that the hook
		// was asked about, so flags are read where nothing is returned.
		DisableFlagParsing: true,
		PersistentPreRunE:  func(*cobra.Command, []string) error { return nil },
		RunE: func(cmd *cobra.Command, args []string) error {
			cmd.DisableFlagParsing = false
			cmd.FParseErrWhitelist.UnknownFlags = true // of a later version
			err := cmd.ParseFlags(args)
			if help, _ := cmd.Flags().GetBool("help"); help || errors.Is(err, pflag.ErrHelp) {
				return cmd.Help()
			}
			if err == nil {
				err = checkHook(agent, mode)
			}
			if err != nil {
				a.note("hook: %s", op.AsError(err).Message)
				return nil
			}
			// A host that does not read the answer is no failure.
			signal.Ignore(syscall.SIGPIPE)
			hook.Run(cmd.Context(), hook.Options{
				Agent: agent, Mode: hook.Mode(mode), In: a.In, Out: a.Out, Dir: a.dir(), Log: a.HookLog,
				Open: func(ctx context.Context, dir string) (op.Caller, error) {
					return a.Open(ctx, Setup{Dir: dir, Stored: true})
				},
			})
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&agent, "agent", "claude-code", "the `ASSISTANT` that asks: "+strings.Join(hook.Agents(), ", "))
	f.StringVar(&mode, "mode", string(hook.ModeEnrich), "the `MODE`: enrich, or off to say nothing")
	return cmd
}

// checkHook reads the words of the flags.
func checkHook(agent, mode string) error {
	known := false
	for _, name := range hook.Agents() {
		known = known || name == agent
	}
	switch {
	case !known:
		return op.Invalid("there is no agent %q; want %s", agent, strings.Join(hook.Agents(), ", "))
	case mode != string(hook.ModeEnrich) && mode != string(hook.ModeOff):
		return op.Invalid("there is no mode %q; want enrich or off", mode)
	}
	return nil
}

// Package cli is the gortex command line: one file a command, streams, exit
// statuses and the shaping of JSON. It adds no meaning of its own: every
// command that looks at code asks the same [op.Caller] that MCP does.
package cli

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/install"
	"github.com/gortexhq/gortex/internal/config"
	"github.com/gortexhq/gortex/internal/progress"
)

// Backend answers requests, and says how it would understand one.
type Backend interface {
	op.Caller
	// Prepare validates a request and runs nothing. The payload of its reply
	// is the arguments the operation would be called with.
	Prepare(op.Request) op.Reply
}

// Setup is what the command line says about how to work.
type Setup struct {
	Dir      string        // absolute: the directory to stand in
	Progress progress.Func // told about long work; nil when nobody is watching
	Waiting  func(pid int) // told when another process is indexing; nil when nobody is watching
	Stored   bool          // answer from the stored index as it is, at once, and make none

	Tools, ToolsMode string // of a server: which tools its clients see, see --tools
}

// App is what commands share. Its fields are filled in by main and by tests.
type App struct {
	IO
	// Terminal is what the environment says about colours and progress.
	Terminal config.Terminal
	// Warnings are printed on Err before a command runs.
	Warnings []string
	// Dir is the directory the process stands in, an absolute path.
	Dir string
	// Session is the session that calls belong to unless they say otherwise, ""
	// for none.
	Session string
	// Version describes the build: "v1.2.3".
	Version string
	// Tools are the public tools, and Known tells whether any tool, public or
	// old, has a name.
	Tools []string
	Known func(name string) bool
	// LegacyTools are the old tools, and Legacy gives the operation that a call of
	// one with these arguments means, or nil.
	LegacyTools []string
	Legacy      func(name string, arguments map[string]any) (*op.Op, op.Legacy)
	// Facade gives the declarations of a public tool, or nil.
	Facade func(name string) *op.Facade
	// Open makes the backend. It is called once, by a command that needs it.
	Open func(context.Context, Setup) (Backend, error)
	// Stored completes words from the indexes that are there, of the repository
	// that is meant: "" for the one the command stands in. nil: there are none.
	Stored func(s Setup, repo string) Stored
	// Serve speaks MCP on In and Out until In ends.
	Serve func(context.Context, Setup) error
	// ServeHTTP answers over HTTP until the context ends.
	ServeHTTP func(context.Context, Setup, ServeOptions) error
	// Install makes what writes the files of coding assistants, and Home is the
	// directory of the user, "" if unknown.
	Install func() (*install.Engine, error)
	Home    string
	// HookLog is the file where hooks count what they did, "" for none.
	HookLog string
	// HTTPToken is the bearer token that the environment sets, "" for none.
	HTTPToken string

	// Instructions are the instruction profiles.
	Instructions Instructions

	flags     globals
	bar       *progress.Bar
	documents bool // errors of this command are printed as JSON on Out
	asJSON    bool // --json was given to a command that otherwise prints for people
}

// globals are the flags of every command.
type globals struct {
	dir        string
	color      string
	quiet      bool
	noProgress bool
}

// Run executes one command line and returns the exit status.
func (a *App) Run(ctx context.Context, args []string) int {
	a.documents = !a.OutTTY
	root := a.root()
	if args == nil {
		args = []string{} // nil would make cobra read os.Args
	}
	root.SetArgs(args)
	if completing(args) {
		return a.complete(ctx, root)
	}
	err := root.ExecuteContext(ctx)
	a.stopBar()
	return a.exit(ctx, err)
}

func (a *App) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "gortex",
		Short: "Answers questions about code, exactly",
		Long: "Gortex indexes a repository and answers questions about its code: who calls this,\n" +
			"where is that, what does it look like. The first question makes the index; later\n" +
			"ones bring it up to date.",
		Example: "  gortex call search '{\"query\":\"parse config\"}'\n" +
			"  gortex call read --arg target.symbol=Server.Start\n" +
			"  gortex call relations --arg operation=callers --arg target.symbol=Server.Start --jq '.callers[].id'",
		SuggestionsMinimumDistance: 2, // letters to change, beyond which a guess is noise

		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return a.noCommand(cmd, args[0])
		},
		PersistentPreRunE: func(*cobra.Command, []string) error { return a.begin() },
		Version:           a.Version,
	}
	root.SetVersionTemplate(a.versionLine())
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		a.documents = (a.documents || cmd.Name() == "call") && cmd.Name() != "mcp"
		return op.Invalid("%v; see %s --help", err, cmd.CommandPath())
	})
	f := root.PersistentFlags()
	f.StringVarP(&a.flags.dir, "directory", "C", "", "stand in `DIR`")
	f.StringVar(&a.flags.color, "color", "", "colour output: auto, always or never")
	f.BoolVar(&a.flags.quiet, "quiet", false, "print no progress, warnings or notes")
	f.BoolVar(&a.flags.noProgress, "no-progress", false, "print no progress")
	root.AddCommand(a.callCommand(), a.indexCommand(), a.statusCommand(), a.trackCommand(), a.untrackCommand(),
		a.reposCommand(), a.mcpCommand(), a.serveCommand(), a.installCommand(), a.initCommand(), a.doctorCommand(), a.uninstallCommand(), a.instructionsCommand(), a.benchCommand(), a.hookCommand(), a.versionCommand(), exitCodesTopic())
	root.SetHelpCommand(a.helpCommand())
	root.AddCommand(a.completionCommand())
	a.completions(root)
	return root
}

// begin checks the global flags, once they are parsed.
func (a *App) begin() error {
	switch a.flags.color {
	case "", "auto", "always", "never":
	default:
		return op.Invalid("--color: want auto, always or never, got %q", a.flags.color)
	}
	if !a.flags.quiet {
		for _, w := range a.Warnings {
			a.note("warning: %s", w)
		}
	}
	return nil
}

// noCommand explains what was meant by a word that is no command.
func (a *App) noCommand(root *cobra.Command, name string) error {
	if a.Known != nil && a.Known(name) {
		return op.Invalid("%s is a tool, not a command; try: gortex call %s", name, name).With("suggested_command", "gortex call "+name)
	}
	e := op.Invalid("there is no command %q", name)
	if near := root.SuggestionsFor(name); len(near) > 0 {
		e.Message += "; did you mean " + strings.Join(near, " or ") + "?"
		e.With("suggested_command", "gortex "+near[0])
	}
	var valid []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			valid = append(valid, c.Name())
		}
	}
	slices.Sort(valid)
	return e.With("valid_commands", valid)
}

// open makes the backend, with a bar if a person is there to see it.
func (a *App) open(ctx context.Context) (Backend, error) {
	s := Setup{Dir: a.dir(), Progress: a.progress()}
	if !a.flags.quiet && a.ErrTTY {
		s.Waiting = func(pid int) { a.note("process %d is indexing this repository; waiting for it", pid) }
	}
	return a.Open(ctx, s)
}

func (a *App) progress() progress.Func {
	if !a.ErrTTY || a.flags.quiet || a.flags.noProgress || a.Terminal.NoProgress {
		return nil
	}
	a.bar = progress.Start(a.Err, a.width)
	return a.bar.Report
}

func (a *App) stopBar() {
	if a.bar != nil {
		a.bar.Stop()
		a.bar = nil
	}
}

// dir is where the command stands.
func (a *App) dir() string { return resolve(a.Dir, a.flags.dir) }

// resolve reads a path as written by someone who stands in dir.
func resolve(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// color reports whether to colour a stream.
func (a *App) color(tty bool) bool { return a.Terminal.Colored(a.flags.color, tty) }

package cli

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/bench"
)

func (a *App) benchCommand() *cobra.Command {
	var c bench.Config
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "bench [DIR...]",
		Short: "Measure this program on repositories",
		Long: "Measure this very program, as whole processes, on the repositories that hold the\n" +
			"given directories, or the current one: a cold index, calls, text search, a changed\n" +
			"file, and MCP. Indexes lie in a temporary directory and so does the copy of the\n" +
			"tree that is changed; nothing else is written.\n\n" +
			"Another indexer can run in turn with this one. Its command line goes to sh, and\n" +
			"{dir} in it is a copy of the tree that it may write to.\n\n" +
			"The report says how each number was got, and is JSON when piped.",
		Example: "  gortex bench\n" +
			"  gortex bench --only call,text ~/src/project\n" +
			"  gortex bench --only cold --runs 5 --against 'ctags -R -f tags {dir}' --against-size '{dir}/tags'",
		RunE: func(cmd *cobra.Command, args []string) error {
			a.documents, a.asJSON = asJSON || !a.OutTTY, asJSON
			if err := a.benchSubjects(&c, args); err != nil {
				return err
			}
			c.Progress = a.progress()
			report, err := bench.Run(cmd.Context(), c)
			a.stopBar()
			if err != nil {
				return err
			}
			return a.printBench(report, a.documents)
		},
	}
	f := cmd.Flags()
	f.StringSliceVar(&c.Only, "only", nil, "measure only these `STEPS`: "+strings.Join(bench.Steps(), ","))
	f.IntVar(&c.Runs, "runs", 3, "cold runs, and the least `NUMBER` of samples of all else (20 calls, 5 changes, 200 MCP calls)")
	f.StringVar(&c.Against, "against", "", "run another indexer, `COMMAND`, in turn with this one")
	f.StringVar(&c.AgainstSize, "against-size", "", "what the other indexer leaves behind, a `GLOB`")
	f.StringVar(&c.Symbol, "symbol", "", "ask for the symbol with this `ID`; otherwise a well-used one is picked")
	f.StringVar(&c.Literal, "literal", "", "search this `TEXT`; otherwise the name of the symbol")
	f.StringVar(&c.Regexp, "regexp", "", "search this `EXPRESSION`; otherwise one made of the name, and a fixed one")
	f.StringVar(&c.File, "file", "", "change this `FILE` of the tree; otherwise one of middle size")
	f.BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// benchSubjects says what is measured, and on what.
func (a *App) benchSubjects(c *bench.Config, dirs []string) (err error) {
	if c.Program, err = os.Executable(); err != nil {
		return err
	}
	if len(dirs) == 0 {
		dirs = []string{"."}
	}
	c.Dirs = nil
	for _, dir := range dirs {
		dir = resolve(a.dir(), dir)
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return op.Errorf(op.CodeFileNotFound, "there is no directory %s", dir)
		}
		c.Dirs = append(c.Dirs, dir)
	}
	if err := c.Check(); err != nil {
		return op.Invalid("%v", err)
	}
	return nil
}

// printBench prints a report. One with gaps is printed too, and is a failure.
func (a *App) printBench(report *bench.Report, asJSON bool) error {
	if asJSON {
		text, err := encode(report)
		if err != nil {
			return err
		}
		if err := a.print(text); err != nil {
			return err
		}
	} else if _, err := fmt.Fprint(a.Out, report.Table(a.width())); err != nil {
		return err
	}
	if n := report.Failed(); n > 0 {
		return &toldError{op.Errorf(op.CodeUnavailable, "%d steps could not be measured; the report says why", n)}
	}
	return nil
}

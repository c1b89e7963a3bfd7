package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/gortexhq/gortex/facade/op"
)

// helpCommand is gortex help, which knows tools as well as commands.
func (a *App) helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND | TOOL]",
		Short: "Help about any command or tool",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return offer("", beginning(typed, a.helpTopics(cmd.Root())))
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			found, rest, err := cmd.Root().Find(args)
			switch {
			case err == nil && len(rest) == 0:
				return found.Help()
			case a.toolHelp(args[len(args)-1]):
				return nil
			}
			return a.noCommand(cmd.Root(), args[0])
		},
	}
}

// toolHelp writes what a tool, public or old, can do, from its declarations. It
// is false when there is no such tool, or when an old one has an operation only
// by its arguments.
func (a *App) toolHelp(name string) bool {
	var text string
	if a.Facade != nil && a.Facade(name) != nil {
		text = toolText(a.Facade(name))
	} else if a.Legacy != nil {
		if o, l := a.Legacy(name, nil); o != nil {
			text = flatText(o, l)
		}
	}
	if text == "" {
		return false
	}
	_, err := io.WriteString(a.Out, text)
	return err == nil
}

// flatText is about an old tool, which is one operation and takes flat arguments.
func flatText(o *op.Op, l op.Legacy) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nUsage:\n  gortex call %s [JSON | -] [flags]\n", o.Summary, l.Name)
	fmt.Fprintf(&b, "\nThe same as the operation %q of %s: gortex help %s\n", o.Name, o.Facade, o.Facade)
	if !o.Available() {
		b.WriteString("\nNot available in this version.\n")
	}
	schema := o.LegacySchema(l)
	if schema == nil {
		return b.String()
	}
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "\nFields:\n")
	for _, p := range schema.Properties {
		fmt.Fprintf(w, "  %s\t%s\t%s\n", p.Name, p.Type, p.Description)
	}
	w.Flush()
	return b.String()
}

func toolText(f *op.Facade) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nUsage:\n  gortex call %s [JSON | -] [flags]\n", f.Description(), f.Name)
	var available []*op.Op
	var planned []string
	for _, o := range f.Public() {
		if o.Available() {
			available = append(available, o)
		} else {
			planned = append(planned, o.Name)
		}
	}
	if len(available) > 0 {
		writeOperations(&b, f, available)
	}
	if len(planned) > 0 {
		fmt.Fprintf(&b, "\nNot available in this version:\n%s", wrap(planned))
	}
	fmt.Fprintf(&b, "\nThe exact fields of one: gortex call capabilities '{\"domain\":%q,\"operation\":\"...\",\"detail\":\"schema\"}'\n", f.Name)
	return b.String()
}

func writeOperations(b *strings.Builder, f *op.Facade, ops []*op.Op) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	if f.By != "" {
		fmt.Fprintf(w, "\nOperations (%q in the JSON; left out, the other fields choose):\n", f.By)
	}
	for _, o := range ops {
		fmt.Fprintf(w, "  %s\t%s\n", o.Name, o.Summary)
	}
	fmt.Fprint(w, "\nFields:\n")
	seen := map[string]bool{}
	for _, o := range ops {
		for path, p := range o.Schema().Leaves() {
			if path == f.By || seen[path] || strings.HasPrefix(path, "output.") {
				continue
			}
			seen[path] = true
			fmt.Fprintf(w, "  %s\t%s\t%s\n", path, p.Type, p.Description)
		}
	}
	fmt.Fprint(w, "  output\tobject\tlimit, cursor, fields, max_tokens, max_bytes\n")
	w.Flush()
	fmt.Fprint(b, "\nExamples:\n")
	for i, o := range ops {
		if i < mostExamples && len(o.Examples) > 0 {
			fmt.Fprintf(b, "  gortex call %s '%s'\n", f.Name, o.Examples[0].Request)
		}
	}
}

// mostExamples is how many examples the help of a tool shows.
const mostExamples = 4

// wrap writes words in lines of at most 80 columns.
func wrap(list []string) string {
	var b strings.Builder
	line := " "
	for _, word := range list {
		if len(line)+1+len(word) > 80 {
			b.WriteString(line + "\n")
			line = " "
		}
		line += " " + word
	}
	return b.String() + line + "\n"
}

package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/gortexhq/gortex/facade/op"
)

// completeTool completes the name of a tool: public ones, and old ones where
// those are meant or none of the public begins so.
func (a *App) completeTool(typed string, old bool) []Candidate {
	var public []Candidate
	for _, name := range a.Tools {
		c := Candidate{Word: name}
		if a.Facade != nil && a.Facade(name) != nil {
			c.About = a.Facade(name).Summary
		}
		public = append(public, c)
	}
	public = beginning(typed, public)
	if !old && len(public) > 0 || a.Legacy == nil {
		return public
	}
	var flat []Candidate
	for _, name := range a.LegacyTools {
		if o, _ := a.Legacy(name, nil); o != nil && o.Available() && strings.HasPrefix(name, typed) {
			flat = append(flat, Candidate{Word: name, About: o.Summary})
		}
	}
	if old {
		return append(flat, public...)
	}
	return flat
}

// completeCall says how the arguments and flags of gortex call are completed.
func (a *App) completeCall(cmd *cobra.Command, o *callOptions) {
	none := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return offer("", a.completeTool(typed, o.legacy))
	}
	flagValue(cmd, "arg", func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) == 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		if o.tool = args[0]; len(args) > 1 {
			o.document = args[1]
		}
		return a.completeArg(o, typed)
	})
	flagValue(cmd, "format", oneOf(op.Formats()...))
	flagValue(cmd, "session", func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return offer("", beginning(typed, a.stored("").Sessions()))
	})
	flagValue(cmd, "json", none)
	flagValue(cmd, "jq", none)
}

// helpTopics are what gortex help knows.
func (a *App) helpTopics(root *cobra.Command) (list []Candidate) {
	for _, c := range root.Commands() {
		if !c.Hidden {
			list = append(list, Candidate{Word: c.Name(), About: c.Short})
		}
	}
	return append(list, a.completeTool("", false)...)
}

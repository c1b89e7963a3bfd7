package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gortexhq/gortex/facade/op"
)

// InstructionProfile is one way to introduce the server to clients over MCP.
type InstructionProfile struct {
	Name   string `json:"name"`
	Active bool   `json:"active"`
	About  string `json:"description"`
	Preset string `json:"preset,omitempty"` // of the tools; "": the profile decides nothing about them
	Body   string `json:"body,omitempty"`
}

// Instructions are the profiles and which of them is active.
type Instructions struct {
	Profiles []InstructionProfile
	// Active is the name of the active one, "" if none was chosen, and whether
	// the environment pins it.
	Active func() (name string, pinned bool, err error)
	Switch func(name string) error
}

func (a *App) instructionsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "instructions",
		Short: "Choose how the server introduces itself to MCP clients",
		Long: "Choose how the server introduces itself to MCP clients: an instruction profile is\n" +
			"the text that a client is given when it connects, and with some profiles the tools\n" +
			"that it sees, where neither --tools nor a file of settings says. A change is for\n" +
			"connections that are made after it. GORTEX_INSTRUCTIONS_PROFILE pins a profile.",
		Args: none,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.instructionsList(), a.instructionsShow(), a.instructionsSwitch())
	return cmd
}

func (a *App) instructionsList() *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List the profiles", Args: none}
	asJSON := cmd.Flags().Bool("json", false, "print JSON")
	cmd.RunE = func(*cobra.Command, []string) error {
		a.documents = *asJSON || !a.OutTTY
		list, _, err := a.profiles()
		if err != nil {
			return err
		}
		for i := range list {
			list[i].Body = ""
		}
		return a.printProfiles(list)
	}
	return cmd
}

func (a *App) instructionsShow() *cobra.Command {
	cmd := &cobra.Command{Use: "show [NAME]", Short: "Print a profile, or the active one", Args: upTo(1), ValidArgsFunction: a.profileNames}
	asJSON := cmd.Flags().Bool("json", false, "print JSON")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		a.documents = *asJSON || !a.OutTTY
		p, err := a.profile(args)
		if err != nil {
			return err
		}
		if a.documents {
			return a.printProfiles(p)
		}
		_, err = fmt.Fprintln(a.Out, p.Body)
		return err
	}
	return cmd
}

func (a *App) instructionsSwitch() *cobra.Command {
	cmd := &cobra.Command{Use: "switch NAME", Short: "Make a profile the active one", ValidArgsFunction: a.profileNames}
	cmd.Args = func(_ *cobra.Command, args []string) error {
		if len(args) != 1 {
			return op.Invalid("switch wants the name of one profile, got %d", len(args)).With("valid_profiles", a.validProfiles())
		}
		return nil
	}
	asJSON := cmd.Flags().Bool("json", false, "print JSON")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		a.documents = *asJSON || !a.OutTTY
		p, err := a.profile(args)
		if err != nil {
			return err
		}
		if err := a.Instructions.Switch(p.Name); err != nil {
			return err
		}
		p.Active, p.Body = true, ""
		if name, pinned, _ := a.Instructions.Active(); pinned && name != p.Name {
			p.Active = false
			if !a.flags.quiet {
				a.note("note: GORTEX_INSTRUCTIONS_PROFILE pins %s, which goes before", name)
			}
		}
		return a.printProfiles(p)
	}
	return cmd
}

// profiles are all of them, and the active one.
func (a *App) profiles() (list []InstructionProfile, active string, err error) {
	name, pinned, err := a.Instructions.Active()
	if err != nil {
		return nil, "", err
	}
	list = append(list, a.Instructions.Profiles...)
	for i := range list {
		if list[i].Active = list[i].Name == strings.ToLower(name); list[i].Active {
			active = list[i].Name
		}
	}
	if active == "" && len(list) > 0 { // none was chosen, or one that there is not
		list[0].Active, active = true, list[0].Name
		if pinned && !a.flags.quiet {
			a.note("warning: GORTEX_INSTRUCTIONS_PROFILE: there is no instruction profile %s", name)
		}
	}
	return list, active, nil
}

// profile is the one that is named, or the active one.
func (a *App) profile(args []string) (InstructionProfile, error) {
	list, name, err := a.profiles()
	if err != nil {
		return InstructionProfile{}, err
	}
	if len(args) > 0 {
		name = op.Normalise(args[0])
	}
	for _, p := range list {
		if p.Name == name {
			return p, nil
		}
	}
	e := op.Invalid("there is no instruction profile %q; want %s", args[0], strings.Join(a.validProfiles(), ", ")).
		With("valid_profiles", a.validProfiles())
	if near := op.Nearest(name, a.validProfiles()); near != "" {
		e.With("did_you_mean", near)
	}
	return InstructionProfile{}, e
}

func (a *App) validProfiles() (names []string) {
	for _, p := range a.Instructions.Profiles {
		names = append(names, p.Name)
	}
	return names
}

func (a *App) profileNames(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return a.validProfiles(), cobra.ShellCompDirectiveNoFileComp
}

// printProfiles prints JSON for programs and a table for people.
func (a *App) printProfiles(v any) error {
	payload, err := encode(v)
	if err != nil {
		return err
	}
	if a.documents {
		return a.print(payload)
	}
	return a.render(payload)
}

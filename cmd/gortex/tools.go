package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/gortexhq/gortex/cli"
	"github.com/gortexhq/gortex/facade/surface"
	"github.com/gortexhq/gortex/internal/config"
	"github.com/gortexhq/gortex/internal/repoconfig"
)

// surfaces chooses what each client of a serving process sees. The warnings are
// of wishes that have no effect.
func (p *parts) surfaces(s cli.Setup) (choose func(client string) *surface.Surface, warnings []string) {
	catalog := surface.NewCatalog(p.registry.Facades())
	wishes, warnings := p.choices(s)
	for _, client := range []string{"", "a client"} {
		wishes.Client = client
		_, more := catalog.Resolve(wishes)
		for _, w := range more {
			if !slices.Contains(warnings, w) {
				warnings = append(warnings, w)
			}
		}
	}
	return func(client string) *surface.Surface {
		wishes := wishes
		wishes.Client = client
		// A switch counts for whoever connects after it.
		if profile, _, err := p.profile(); err == nil {
			wishes.Profile = profile
		}
		chosen, _ := catalog.Resolve(wishes)
		return chosen
	}, warnings
}

// choices are the wishes about the tools of all parties but the client: what
// the environment or else the command line says, the user's file and the
// repository's, and the active instruction profile.
func (p *parts) choices(s cli.Setup) (wishes surface.Choices, warnings []string) {
	forwarded := p.config.Forwarded
	if forwarded.Preset == "" {
		forwarded.Preset = s.Tools
	}
	if forwarded.Mode == "" {
		forwarded.Mode = s.ToolsMode
	}
	wishes.Forwarded = choice(forwarded)
	repository, warnings := repositoryTools(s.Dir)
	operator, more := combined(p.config.Tools, repository)
	wishes.Operator = choice(operator)
	profile, unknown, err := p.profile()
	if err != nil {
		return wishes, append(warnings, more...)
	}
	wishes.Profile = profile
	return wishes, append(append(warnings, more...), unknown...)
}

// profile is what the active instruction profile wishes.
func (p *parts) profile() (wish surface.Choice, warnings []string, err error) {
	active, pinned, err := p.config.InstructionsProfile()
	if err != nil || active == "" {
		return wish, nil, err
	}
	for _, known := range surface.InstructionProfiles() {
		if known.Name == active {
			return surface.Choice{Spec: known.Preset}, nil, nil
		}
	}
	where := "gortex instructions switch"
	if pinned {
		where = "GORTEX_INSTRUCTIONS_PROFILE"
	}
	return wish, []string{where + ": there is no instruction profile " + active}, nil
}

func choice(t config.Tools) surface.Choice {
	return surface.Choice{Spec: t.Preset, Mode: surface.Mode(t.Mode), Allow: t.Allow, Deny: t.Deny}
}

// combined is what the user's own file and that of the repository say together.
// What the user pins the repository cannot widen: where the user names a preset
// the repository may only take tools away or block those that are not shown,
// and what the user takes away stays away.
func combined(user config.Tools, repository repoconfig.Tools) (both config.Tools, warnings []string) {
	both = user
	both.Deny = append(append([]string{}, user.Deny...), repository.Deny...)
	switch {
	case repository.Mode == "" || repository.Mode == user.Mode:
	case repository.Mode == string(surface.Hide), user.Mode == "" && user.Preset == "":
		both.Mode = repository.Mode
	default:
		warnings = append(warnings, repoconfig.Name+": mcp.tools.mode has no effect, the user's configuration decides")
	}
	if user.Preset == "" {
		both.Preset = repository.Preset
		both.Allow = append(append([]string{}, user.Allow...), repository.Allow...)
	} else if repository.Preset != "" || len(repository.Allow) > 0 {
		warnings = append(warnings, repoconfig.Name+": mcp.tools.preset and allow have no effect, the user's configuration names a preset")
	}
	return both, warnings
}

// mostSettings is how many bytes a repository's settings may have.
const mostSettings = 1 << 20

// repositoryTools reads what the repository that holds dir says about the
// tools. A file that cannot be read is warned of: a client is served all the
// same.
func repositoryTools(dir string) (repoconfig.Tools, []string) {
	for at := dir; ; at = filepath.Dir(at) {
		f, err := os.Open(filepath.Join(at, repoconfig.Name))
		if err == nil {
			defer f.Close()
			text, err := io.ReadAll(io.LimitReader(f, mostSettings))
			if err != nil {
				return repoconfig.Tools{}, []string{err.Error()}
			}
			c, warnings, err := repoconfig.Parse(f.Name(), text)
			if err != nil {
				warnings = append(warnings, err.Error())
			}
			return c.MCP.Tools, warnings
		}
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil || at == filepath.Dir(at) {
			return repoconfig.Tools{}, nil
		}
	}
}

// instructions are the profiles for the command line.
func (p *parts) instructions() cli.Instructions {
	list := cli.Instructions{
		Active: func() (string, bool, error) {
			if p.err != nil {
				return "", false, p.err
			}
			return p.config.InstructionsProfile()
		},
		Switch: func(name string) error { return p.config.SwitchInstructions(name) },
	}
	for _, known := range surface.InstructionProfiles() {
		list.Profiles = append(list.Profiles, cli.InstructionProfile{Name: known.Name, About: known.About, Preset: known.Preset, Body: known.Body})
	}
	return list
}

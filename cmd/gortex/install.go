package main

import (
	"fmt"
	"os"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/facade/surface"
	"github.com/gortexhq/gortex/hostadapters"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/install"
	"github.com/gortexhq/gortex/internal/config"
	"github.com/gortexhq/gortex/internal/hook"
)

// installer is what writes the files of coding assistants.
func (p *parts) installer() (*install.Engine, error) {
	if p.err != nil {
		return nil, p.err
	}
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find the program that runs: %w", err)
	}
	env := install.Machine(config.System(), program)
	for _, f := range p.registry.Facades() {
		if f.Effect == op.EffectRead {
			env.ReadOnlyTools = append(env.ReadOnlyTools, f.Name)
		}
	}
	env.Rules = p.rules()
	env.Hooks = map[string][]host.Hook{}
	for _, d := range hook.Dialects() {
		for _, e := range d.Events {
			env.Hooks[d.Agent] = append(env.Hooks[d.Agent], host.Hook{Event: e.Name, Matcher: e.Matcher, Timeout: e.Timeout})
		}
	}
	return &install.Engine{Hosts: hostadapters.All(), Env: env, Dirs: p.config.Dirs}, nil
}

// rules is what instruction files say where the active instruction profile
// shows other tools than the public ones, "" otherwise.
func (p *parts) rules() string {
	active, _, err := p.config.InstructionsProfile()
	if err != nil {
		return ""
	}
	for _, known := range surface.InstructionProfiles() {
		if known.Name == active && known.Preset != "" {
			return "## Questions about code: ask gortex first\n\n" + known.Body + "\n"
		}
	}
	return ""
}

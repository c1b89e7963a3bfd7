package bench

import (
	"context"
	"os/exec"
	"regexp"
)

// text measures searches of text, with ripgrep beside them where it is on the
// path. ripgrep prints every match; a call answers with a page of them.
func (s *subject) text(ctx context.Context) ([]Timed, error) {
	literal := s.Literal
	if literal == "" {
		literal = s.name
	}
	expressions := []string{s.Regexp}
	if s.Regexp == "" {
		expressions = []string{`\b` + regexp.QuoteMeta(s.name) + `\s*\(`, `(?i)fix\s?me`}
	}
	rg, err := exec.LookPath("rg")
	grep := func(args ...string) command {
		args = append([]string{rg, "--line-number", "--no-heading", "--color=never"}, args...)
		return command{argv: append(args, "."), dir: s.root, none: true}
	}
	add := func(probes []probe, name, text string, isRegexp bool) []probe {
		arguments := object{"operation": "text", "query": text}
		flags := []string{"--fixed-strings", "-e", text}
		if isRegexp {
			arguments["options"] = object{"regexp": true}
			flags = []string{"-e", text}
		}
		probes = append(probes, probe{name, s.call(s.root, s.state, ask("search", arguments))})
		if err == nil {
			probes = append(probes, probe{"  ripgrep", grep(flags...)})
		}
		return probes
	}
	probes := add(nil, "text literal "+literal, literal, false)
	for _, e := range expressions {
		probes = add(probes, "text regexp "+e, e, true)
	}
	return s.rounds(ctx, "text", max(leastCalls, s.Runs), probes)
}

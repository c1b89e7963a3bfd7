package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/cli"
	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/internal/config"
	"github.com/gortexhq/gortex/internal/repoconfig"
)

// A repository may choose tools where the user has not, and only take away
// where the user has.
func TestRepositoryCannotWidenWhatTheUserPins(t *testing.T) {
	for _, tt := range []struct {
		about string
		user  config.Tools
		repo  repoconfig.Tools
		want  config.Tools
		warns string
	}{
		{about: "nobody"},
		{about: "the repository alone", repo: repoconfig.Tools{Preset: "edit", Mode: "defer", Allow: []string{"a"}, Deny: []string{"b"}},
			want: config.Tools{Preset: "edit", Mode: "defer", Allow: []string{"a"}, Deny: []string{"b"}}},
		{about: "the user pins", user: config.Tools{Preset: "nav", Deny: []string{"a"}}, repo: repoconfig.Tools{Preset: "full", Allow: []string{"c"}, Deny: []string{"b"}},
			want: config.Tools{Preset: "nav", Deny: []string{"a", "b"}}, warns: "preset"},
		{about: "the user pins, the repository opens the mode", user: config.Tools{Preset: "nav"}, repo: repoconfig.Tools{Mode: "defer"}, want: config.Tools{Preset: "nav"}, warns: "mode"},
		{about: "the user pins, the repository closes the mode", user: config.Tools{Preset: "core"}, repo: repoconfig.Tools{Mode: "hide"}, want: config.Tools{Preset: "core", Mode: "hide"}},
		{about: "the user pins the mode", user: config.Tools{Mode: "hide"}, repo: repoconfig.Tools{Preset: "full", Mode: "defer"}, want: config.Tools{Preset: "full", Mode: "hide"}, warns: "mode"},
		{about: "what the user takes away stays away", user: config.Tools{Deny: []string{"a"}}, repo: repoconfig.Tools{Preset: "full", Allow: []string{"a"}},
			want: config.Tools{Preset: "full", Allow: []string{"a"}, Deny: []string{"a"}}},
	} {
		got, warnings := combined(tt.user, tt.repo)
		for _, list := range []*[]string{&got.Allow, &got.Deny} {
			if len(*list) == 0 {
				*list = nil
			}
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s:\n%s", tt.about, d)
		}
		if said := strings.Join(warnings, "\n"); (tt.warns == "") != (said == "") || !strings.Contains(said, tt.warns) {
			t.Errorf("%s: warnings %q", tt.about, warnings)
		}
	}
}

// Of the environment, the flag, the files and the profile the first decides
// what clients see, and what has no effect is warned of once.
//
//spec:surface-env-flag-config surface-per-connection surface-profile-preset
func TestSurfacesOfAServer(t *testing.T) {
	r, err := facade.NewRegistry(facade.All())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	below := filepath.Join(dir, "a", "b")
	if err := os.MkdirAll(below, 0o755); err != nil {
		t.Fatal(err)
	}
	settings := "mcp:\n  tools:\n    preset: agent\n    deny: [write_file, nothing]\n"
	if err := os.WriteFile(filepath.Join(dir, repoconfig.Name), []byte(settings), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	outside := filepath.Join(dir, "a", "other") // of another repository
	if err := os.MkdirAll(filepath.Join(outside, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		about    string
		vars     map[string]string
		setup    cli.Setup
		want     string
		warnings string
	}{
		{"the repository", nil, cli.Setup{Dir: below}, "agent defer operator", `"nothing" is no tool to remove`},
		{"another repository", nil, cli.Setup{Dir: outside}, "facade-v1 hide client", ""},
		{"the flag", nil, cli.Setup{Dir: outside, Tools: "nav"}, "nav hide forwarded", ""},
		{"the environment", map[string]string{"GORTEX_TOOLS": "edit"}, cli.Setup{Dir: outside, Tools: "nav", ToolsMode: "defer"}, "edit defer forwarded", ""},
		{"both of the environment", map[string]string{"GORTEX_TOOLS": "edit", "GORTEX_TOOLS_MODE": "hide"}, cli.Setup{Dir: outside, ToolsMode: "defer"}, "edit hide forwarded", ""},
		{"the profile", map[string]string{"GORTEX_INSTRUCTIONS_PROFILE": "localization"}, cli.Setup{Dir: outside}, "localization defer profile", ""},
		{"the profile that decides nothing", map[string]string{"GORTEX_INSTRUCTIONS_PROFILE": "core"}, cli.Setup{Dir: outside}, "facade-v1 hide client", ""},
		{"a profile that there is not", map[string]string{"GORTEX_INSTRUCTIONS_PROFILE": "huge"}, cli.Setup{Dir: outside}, "facade-v1 hide client", "there is no instruction profile huge"},
	} {
		c, err := config.Load(config.Env{Get: func(name string) string { return tt.vars[name] }, Home: t.TempDir(), OS: "linux"})
		if err != nil {
			t.Fatal(err)
		}
		choose, warnings := (&parts{registry: r, config: c}).surfaces(tt.setup)
		s := choose("somebody")
		if got := strings.Join([]string{s.Preset, string(s.Mode), s.Source}, " "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.about, got, tt.want)
		}
		if said := strings.Join(warnings, "\n"); (said == "") != (tt.warnings == "") || !strings.Contains(said, tt.warnings) || strings.Count(said, tt.warnings) > 1 && tt.warnings != "" {
			t.Errorf("%s: warnings %q", tt.about, warnings)
		}
		if other := choose("somebody"); other == s {
			t.Errorf("%s: two connections share a surface", tt.about)
		}
	}
}

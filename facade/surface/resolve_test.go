package surface_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/facade/surface"
)

var catalog = surface.NewCatalog(facade.All())

func spec(s string) surface.Choice { return surface.Choice{Spec: s} }

// Of several parties the first that says anything it is possible to follow
// decides, and each wish that has no effect is warned of.
//
//spec:11.1-compact-preset 11.1-legacy-presets 11.1-named-client 11.1-nameless-client 11.1-tools-highest
//spec:surface-compact-alias surface-closed surface-precedence surface-spec-deltas surface-spec-names
//spec:surface-spec-allow-list surface-config-deltas surface-hide-default surface-defer-default
//spec:surface-client-name surface-always-kept
func TestResolve(t *testing.T) {
	for _, tt := range []struct {
		about   string
		wishes  surface.Choices
		want    string // preset mode source, names
		shows   string // some of what is shown, with - what is not
		warning string // words of the warnings in order, between |
	}{
		{about: "nobody", want: "core defer server legacy", shows: "read_file analyze tools_search tool_profile -get_cfg -read"},
		{about: "a named client", wishes: surface.Choices{Client: "anybody"}, want: "facade-v1 hide client public", shows: "read -read_file"},
		{about: "a name of nothing but spaces", wishes: surface.Choices{Client: "  "}, want: "core defer server legacy"},
		{about: "alias", wishes: surface.Choices{Forwarded: spec("Compact")}, want: "facade-v1 hide forwarded public"},
		{about: "alias of long standing", wishes: surface.Choices{Forwarded: spec("agent-v2")}, want: "facade-v1 hide forwarded public"},
		{about: "a preset goes before the client's name", wishes: surface.Choices{Operator: spec("full"), Client: "c"}, want: "full defer operator legacy", shows: "get_cfg"},
		{about: "all parties", wishes: surface.Choices{Forwarded: spec("nav"), Operator: spec("full"), Profile: spec("core"), Client: "c"}, want: "nav hide forwarded legacy"},
		{about: "the profile goes before the client's name", wishes: surface.Choices{Profile: spec("localization"), Client: "c"}, want: "localization defer profile legacy"},
		{about: "deltas", wishes: surface.Choices{Forwarded: spec("edit,+analyze,-write_file")}, want: "edit hide forwarded legacy", shows: "analyze edit_file -write_file"},
		{about: "a preset and names", wishes: surface.Choices{Forwarded: spec("edit, winnow-symbols")}, want: "edit hide forwarded legacy", shows: "winnow_symbols edit_file"},
		{about: "a list of flat names", wishes: surface.Choices{Forwarded: spec("search_symbols,find_files,edit_file")}, want: "custom hide forwarded legacy", shows: "find_files search_symbols edit_file -tools_search"},
		{about: "a list that is deferred to", wishes: surface.Choices{Forwarded: surface.Choice{Spec: "find_files", Mode: "defer"}}, want: "custom defer forwarded legacy", shows: "find_files tools_search tool_profile"},
		{about: "a list of public names", wishes: surface.Choices{Forwarded: spec("read,search,explore")}, want: "custom hide forwarded public", shows: "read search explore -capabilities"},
		{about: "names of both kinds", wishes: surface.Choices{Forwarded: spec("read,find_files")}, want: "custom hide forwarded legacy", shows: "read find_files"},
		{about: "names that both kinds have", wishes: surface.Choices{Forwarded: spec("analyze,review")}, want: "custom hide forwarded legacy"},
		{about: "an alias that is a tool", wishes: surface.Choices{Forwarded: spec("explore")}, want: "nav hide forwarded legacy"},
		{about: "the same in a list", wishes: surface.Choices{Forwarded: spec("explore,find_usages")}, want: "custom hide forwarded legacy", shows: "explore find_usages -read_file"},
		{about: "a misspelled preset", wishes: surface.Choices{Forwarded: spec("readonyl"), Operator: spec("nav"), Client: "c"}, want: "nav hide operator legacy",
			warning: "did you mean readonly|decides nothing"},
		{about: "a misspelled preset and nobody else", wishes: surface.Choices{Forwarded: spec("cor")}, want: "core defer server legacy", warning: "did you mean core|decides nothing"},
		{about: "a list with one name that is wrong", wishes: surface.Choices{Forwarded: spec("find_file,edit_file")}, want: "custom hide forwarded legacy", shows: "edit_file -find_files", warning: "did you mean find_files"},
		{about: "a wrong delta", wishes: surface.Choices{Forwarded: spec("edit,-wirte_file")}, want: "edit hide forwarded legacy", shows: "write_file", warning: "to remove; did you mean write_file"},
		{about: "a preset that does not come first", wishes: surface.Choices{Forwarded: spec("edit,full")}, want: "edit hide forwarded legacy", warning: "full"},
		{about: "what is always kept", wishes: surface.Choices{Forwarded: spec("nav,-tools_search")}, want: "nav hide forwarded legacy", shows: "tools_search", warning: "cannot be removed"},
		{about: "the public tools are closed", wishes: surface.Choices{Operator: surface.Choice{Spec: "compact", Mode: "defer", Allow: []string{"find_files"}, Deny: []string{"read"}}},
			want: "facade-v1 hide operator public", shows: "read -find_files", warning: "closed: no tool|closed: its mode"},
		{about: "deltas alone", wishes: surface.Choices{Operator: surface.Choice{Deny: []string{"write_file"}, Allow: []string{"get_cfg"}}}, want: "core defer server legacy", shows: "get_cfg -write_file"},
		{about: "deltas alone and a named client", wishes: surface.Choices{Operator: surface.Choice{Deny: []string{"write_file"}}, Client: "c"}, want: "facade-v1 hide client public", warning: "closed"},
		{about: "a mode alone", wishes: surface.Choices{Forwarded: surface.Choice{Mode: "hide"}, Operator: spec("agent")}, want: "agent hide operator legacy"},
		{about: "the mode of one who does not decide", wishes: surface.Choices{Forwarded: spec("agent"), Operator: surface.Choice{Mode: "hide"}}, want: "agent defer forwarded legacy"},
		{about: "a mode that there is not", wishes: surface.Choices{Forwarded: surface.Choice{Spec: "edit", Mode: "shut"}}, want: "edit hide forwarded legacy", warning: `"shut"`},
		{about: "nothing but commas", wishes: surface.Choices{Forwarded: spec(" , ,")}, want: "core defer server legacy"},
		{about: "signs alone", wishes: surface.Choices{Forwarded: spec("+,-")}, want: "core defer server legacy", warning: "to add|to remove"},
		{about: "all removed", wishes: surface.Choices{Forwarded: spec("find_files,-find_files")}, want: "custom hide forwarded legacy", warning: "none is left"},
	} {
		s, warnings := catalog.Resolve(tt.wishes)
		names := "legacy"
		if s.Names() == op.SurfacePublic {
			names = "public"
		}
		if got := strings.Join([]string{s.Preset, string(s.Mode), s.Source, names}, " "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.about, got, tt.want)
		}
		for _, name := range strings.Fields(tt.shows) {
			plain, without := strings.CutPrefix(name, "-")
			if slices.Contains(s.Live(), plain) == without {
				t.Errorf("%s: %s: shows %v", tt.about, name, s.Live())
			}
		}
		want := strings.Split(tt.warning, "|")
		if tt.warning == "" {
			want = nil
		}
		if len(want) != len(warnings) {
			t.Errorf("%s: warnings %q", tt.about, warnings)
			continue
		}
		for i, w := range want {
			if !strings.Contains(warnings[i], w) {
				t.Errorf("%s: warning %q does not say %s", tt.about, warnings[i], w)
			}
		}
	}
}

// How many tools each preset shows, and that it names none twice and none that
// there is not.
//
//spec:surface-eight-presets surface-agent surface-core surface-full surface-edit surface-nav
//spec:surface-localization 10-fails-roster
func TestPresets(t *testing.T) {
	got, seen := map[string]int{}, map[string]bool{}
	flat := catalog.FlatNames()
	for _, p := range surface.Presets() {
		for _, name := range append([]string{p.Name}, p.Aliases...) {
			if seen[name] {
				t.Errorf("%s means two presets", name)
			}
			seen[name] = true
		}
		listed := strings.Fields(p.Tools)
		for i, name := range listed {
			if !slices.Contains(flat, name) || slices.Contains(listed[:i], name) {
				t.Errorf("%s lists %s, twice or without there being one", p.Name, name)
			}
		}
		s, _ := catalog.Resolve(surface.Choices{Forwarded: spec(p.Name)})
		got[p.Name] = len(s.Live())
		if p.Mode != surface.Hide && p.Mode != surface.Defer || p.About == "" {
			t.Errorf("%s: %+v", p.Name, p)
		}
	}
	const kept = 2
	want := map[string]int{"facade-v1": 21, "agent": 18 + kept, "core": 35 + kept, "full": len(flat), "readonly": got["readonly"],
		"edit": 21 + kept, "nav": 19 + kept, "localization": 12 + kept}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// What a surface shows and what it lets through are one answer, whatever was
// wished.
//
//spec:surface-hide surface-defer
func TestListAndGateAgree(t *testing.T) {
	all := slices.Concat(catalog.FlatNames(), strings.Fields("read search edit compact core nope"))
	words := rapid.SampledFrom(slices.Concat(all, strings.Fields("core full readonly edit nav agent locate explore facade -read_file +get_cfg - , +")))
	rapid.Check(t, func(t *rapid.T) {
		choice := func(label string) surface.Choice {
			return surface.Choice{
				Spec:  strings.Join(rapid.SliceOfN(words, 0, 4).Draw(t, label), ","),
				Mode:  surface.Mode(rapid.SampledFrom([]string{"", "hide", "defer"}).Draw(t, label+" mode")),
				Allow: rapid.SliceOfN(words, 0, 2).Draw(t, label+" allow"),
				Deny:  rapid.SliceOfN(words, 0, 2).Draw(t, label+" deny"),
			}
		}
		s, _ := catalog.Resolve(surface.Choices{Forwarded: choice("forwarded"), Operator: choice("operator"), Client: rapid.SampledFrom([]string{"", "c"}).Draw(t, "client")})
		live := s.Live()
		for _, name := range live {
			if err := s.Check(name); err != nil {
				t.Fatalf("%s is shown: %v", name, err)
			}
		}
		for _, name := range all {
			_, flat := catalog.Flat(name)
			may := slices.Contains(live, name) || flat && s.Changes()
			if err := s.Check(name); (err == nil) != may {
				t.Fatalf("%s of %v: %v", name, live, err)
			}
		}
		if s.Preset == op.SurfaceVersion && len(live) != 21 {
			t.Fatalf("the closed surface shows %d", len(live))
		}
	})
}

package surface_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/facade/surface"
)

func resolved(t testing.TB, text string) *surface.Surface {
	t.Helper()
	s, warnings := catalog.Resolve(surface.Choices{Forwarded: spec(text)})
	if len(warnings) > 0 {
		t.Fatal(warnings)
	}
	return s
}

func refusal(t testing.TB, err error) *op.Error {
	t.Helper()
	if err == nil {
		t.Fatal("not refused")
	}
	return op.AsError(err)
}

// A tool that is kept from a client says why, and what to call instead.
//
//spec:11.2-hide-blocks
func TestRefusals(t *testing.T) {
	for _, tt := range []struct{ spec, tool, code, message, data string }{
		{"compact", "get_callers", "tool_blocked_by_mode", "get_callers is no tool of the preset facade-v1; call relations with operation callers",
			`{"facade":"relations","instead":["relations.callers"],"mode":"hide","operation":"callers","surface":"facade-v1","tool":"get_callers"}`},
		{"compact", "find_clones", "tool_blocked_by_mode", "find_clones is no tool of the preset facade-v1; call analyze with kind clones",
			`{"facade":"analyze","instead":["analyze.clones"],"mode":"hide","operation":"clones","surface":"facade-v1","tool":"find_clones"}`},
		{"compact", "overlay_merge", "tool_blocked_by_mode", "overlay_merge is no tool of the preset facade-v1; call overlay with operation merge",
			`{"facade":"overlay","instead":["overlay.merge","edit.apply_overlay"],"mode":"hide","operation":"merge","surface":"facade-v1","tool":"overlay_merge"}`},
		{"compact", "tools_search", "tool_blocked_by_mode", "tools_search is no tool of the preset facade-v1; call capabilities",
			`{"facade":"capabilities","instead":["capabilities"],"mode":"hide","surface":"facade-v1","tool":"tools_search"}`},
		{"compact", "find_usagse", "invalid_argument", `there is no tool "find_usagse"`,
			`{"did_you_mean":"relations","instead":["relations.usages"],"tool":"find_usagse"}`},
		{"nav", "write_file", "tool_blocked_by_mode", "write_file is no tool of the preset nav", `{"mode":"hide","surface":"nav","tool":"write_file"}`},
		{"core", "read", "tool_blocked_by_mode", "read is no tool of the preset core", `{"mode":"defer","reason":"compact_only","surface":"core","tool":"read"}`},
		{"core", "get_cgf", "invalid_argument", `there is no tool "get_cgf"`, `{"did_you_mean":"get_cfg","tool":"get_cgf"}`},
		{"core", "", "invalid_argument", `there is no tool ""`, `{"tool":""}`},
	} {
		s := resolved(t, tt.spec)
		e := refusal(t, s.Check(tt.tool))
		if valid, ok := e.Data["valid_tools"].([]string); !ok || !slices.Equal(valid, s.Live()) {
			t.Errorf("%s of %s: valid_tools %v", tt.tool, tt.spec, e.Data["valid_tools"])
		}
		delete(e.Data, "valid_tools")
		data, _ := json.Marshal(e.Data)
		if d := cmp.Diff([]string{tt.code, tt.message, tt.data}, []string{string(e.Code), e.Message, string(data)}); d != "" {
			t.Errorf("%s of %s:\n%s", tt.tool, tt.spec, d)
		}
	}
	if e := refusal(t, resolved(t, "nav").Check("write_file")); e.Code.Exit() != op.ExitRefused {
		t.Errorf("exit status %d", e.Code.Exit())
	}
}

// A preset that only reads shows whatever can be used without a lasting effect,
// and holds it to that.
//
//spec:surface-readonly
func TestReadonly(t *testing.T) {
	s := resolved(t, "readonly")
	for _, f := range facade.All() {
		for _, o := range f.Ops {
			lasting := o.Effect != op.EffectRead && o.Effect != op.EffectSessionWrite
			if err := s.Permit(o); (err != nil) != lasting {
				t.Errorf("%s is a %s: %v", o.Path(), o.Effect, err)
			}
			for _, l := range o.Legacy {
				if !lasting && s.Check(l.Name) != nil {
					t.Errorf("%s is not shown, and may only read", l.Name)
				}
			}
		}
	}
	for _, name := range strings.Fields("edit_file write_file index_repository post_review store_memory rename_symbol") {
		if s.Check(name) == nil {
			t.Errorf("%s is not blocked", name)
		}
	}
	if err := resolved(t, "full").Permit(facade.All()[0].Ops[0]); err != nil {
		t.Error(err)
	}
}

// A name that both kinds have is one tool or the other, and stays it.
//
//spec:11.1-shared-name-legacy 11.1-shared-name-compact 11.1-schema-constant
func TestSharedNames(t *testing.T) {
	flat, public := tools(t, resolved(t, "full")), tools(t, resolved(t, "compact"))
	for _, name := range []string{"explore", "analyze", "ask", "review"} {
		if flat[name] == "" || public[name] == "" || flat[name] == public[name] {
			t.Errorf("%s: flat %s, public %s", name, flat[name], public[name])
		}
		if one, _ := catalog.Flat(name); marshal(t, one) != flat[name] {
			t.Errorf("%s: %s", name, flat[name])
		}
	}
	s := resolved(t, "core")
	before := tools(t, s)
	s.Promote([]string{"get_cfg"})
	after := tools(t, s)
	delete(after, "get_cfg")
	if d := cmp.Diff(before, after); d != "" {
		t.Errorf("what was shown changed: %s", d)
	}
}

func tools(t testing.TB, s *surface.Surface) map[string]string {
	t.Helper()
	var list []json.RawMessage
	if err := json.Unmarshal(s.ToolsJSON(), &list); err != nil {
		t.Fatal(err)
	}
	by := map[string]string{}
	for _, text := range list {
		var tool struct{ Name string }
		if err := json.Unmarshal(text, &tool); err != nil {
			t.Fatal(err)
		}
		by[tool.Name] = string(text)
	}
	return by
}

func marshal(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A brief surface leaves out words and no parameter.
func TestBrief(t *testing.T) {
	type shape struct {
		InputSchema struct {
			Properties map[string]struct{ Type, Description string }
			Required   []string
		}
	}
	brief, whole := tools(t, resolved(t, "agent")), tools(t, resolved(t, "full"))
	shorter := 0
	for name, text := range brief {
		var a, b shape
		if json.Unmarshal([]byte(text), &a) != nil || json.Unmarshal([]byte(whole[name]), &b) != nil {
			t.Fatal(name)
		}
		for p, want := range b.InputSchema.Properties {
			got, ok := a.InputSchema.Properties[p]
			if !ok || got.Type != want.Type || !strings.HasPrefix(want.Description, got.Description) || len(got.Description) > 48 {
				t.Errorf("%s.%s: %+v, want %+v", name, p, got, want)
			}
			if len(got.Description) < len(want.Description) {
				shorter++
			}
			if got.Description == "" && want.Description != "" {
				t.Errorf("%s.%s: nothing is left of %q", name, p, want.Description)
			}
		}
		if d := cmp.Diff(b.InputSchema.Required, a.InputSchema.Required); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
	if shorter == 0 {
		t.Error("nothing is shorter")
	}
}

// What is promoted is shown from then on, each once, and the connection is told
// once for each time that something changed.
func TestPromote(t *testing.T) {
	s, other := resolved(t, "core"), resolved(t, "core")
	told := 0
	s.OnChange(func() { told++; s.Live() }) // may look at the surface
	if got := s.Promote(strings.Fields("get_cfg read_file no_such read walk_graph get_cfg")); !slices.Equal(got, []string{"get_cfg", "walk_graph"}) {
		t.Errorf("promoted %v", got)
	}
	if got := s.Promote([]string{"get_cfg"}); got != nil || told != 1 {
		t.Errorf("promoted %v, told %d times", got, told)
	}
	if slices.Contains(other.Live(), "get_cfg") {
		t.Error("another connection sees it")
	}
	for _, closed := range []string{"compact", "nav", "find_files"} {
		if s := resolved(t, closed); s.Changes() || s.Promote([]string{"get_cfg"}) != nil {
			t.Errorf("%s shows more", closed)
		}
	}
	var all sync.WaitGroup
	s = resolved(t, "core")
	for range 8 {
		all.Go(func() { s.Promote(catalog.FlatNames()); s.ToolsJSON(); _ = s.Check("get_cfg") })
	}
	all.Wait()
	if n := len(s.Live()); n != len(catalog.FlatNames()) {
		t.Errorf("%d tools are shown", n)
	}
}

// What introduces the tools to a client names none that it cannot call, and the
// profile of a preset is about its tools.
//
//spec:surface-localization
func TestInstructions(t *testing.T) {
	word := regexp.MustCompile(`[a-z]+(_[a-z]+)+`)
	for _, p := range surface.InstructionProfiles() {
		preset := p.Preset
		if preset == "" {
			preset = "compact"
		}
		s := resolved(t, preset)
		if s.Instructions() != p.Body || p.Body == "" || p.About == "" || len(p.Body) > 2000 {
			t.Errorf("%s: %d bytes: %s", p.Name, len(p.Body), p.Body)
		}
		for _, name := range word.FindAllString(p.Body, -1) {
			if _, flat := catalog.Flat(name); flat && !slices.Contains(s.Live(), name) {
				t.Errorf("%s speaks of %s, which is not shown", p.Name, name)
			}
		}
		if preset == "localization" {
			for _, name := range s.Live() {
				if !strings.Contains(p.Body, name) && name != "tool_profile" {
					t.Errorf("%s does not speak of %s", p.Name, name)
				}
			}
		}
	}
	for _, other := range []string{"agent", "core", "readonly", "edit", "nav", "find_files", "find_usages,read_file", "read,search"} {
		s := resolved(t, other)
		text := s.Instructions()
		for _, name := range append(word.FindAllString(text, -1), "explore") {
			if _, flat := catalog.Flat(name); flat && strings.Contains(text, name) && s.Names() == op.SurfaceLegacy && s.Check(name) != nil {
				t.Errorf("%s is told of %s, which it may not call", other, name)
			}
		}
		if s.Names() == op.SurfaceLegacy && strings.Contains(text, "capabilities") {
			t.Errorf("%s is introduced with public tools", other)
		}
	}
}

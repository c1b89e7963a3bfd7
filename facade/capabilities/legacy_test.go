package capabilities_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/facade/surface"
	"github.com/gortexhq/gortex/internal/engine/enginetest"
)

// connection is a client with a surface of its own.
type connection struct {
	t       *testing.T
	surface *surface.Surface // nil: the command line
	caller  op.Caller
}

func connected(t *testing.T, spec string) connection {
	t.Helper()
	r, err := facade.NewRegistry(facade.All())
	if err != nil {
		t.Fatal(err)
	}
	c := connection{t: t, caller: facade.New(r, enginetest.New(t, "-- a.go --\npackage a\n"), facade.Policy{})}
	if spec != "" {
		c.surface, _ = surface.NewCatalog(r.Facades()).Resolve(surface.Choices{Forwarded: surface.Choice{Spec: spec}})
	}
	return c
}

// call makes a call in the name of the connection and decodes the answer.
func call[T any](c connection, tool, args string) (res T, failed *op.Error) {
	c.t.Helper()
	req, ctx := op.Request{Tool: tool, Arguments: json.RawMessage(args)}, context.Background()
	if c.surface != nil {
		req.Surface, req.Gate, ctx = c.surface.Names(), c.surface, surface.NewContext(ctx, c.surface)
	}
	reply := c.caller.Call(ctx, req)
	if reply.Err == nil {
		if err := json.Unmarshal(reply.Payload, &res); err != nil {
			c.t.Fatal(err)
		}
	}
	return res, reply.Err
}

type found struct {
	Total    int
	Tools    []struct{ Name, Description, Status string }
	Promoted []string
	Shown    []string `json:"already_shown"`
	Blocked  []string
	Unknown  []string

	Functions string
}

func (f found) names() string {
	var list []string
	for _, t := range f.Tools {
		list = append(list, t.Name)
	}
	return strings.Join(list, " ")
}

// Tools that are not shown are found by name and by words, with their schemas,
// and are shown from then on; a second look finds nothing new.
//
//spec:surface-search-browse surface-search-select surface-search-required surface-search-words
//spec:surface-search-inline surface-defer-promotes surface-search-promote-false surface-defer
func TestToolsSearch(t *testing.T) {
	c := connected(t, "core")
	all, err := call[found](c, "tools_search", `{}`)
	if err != nil || all.Total != len(all.Tools) || len(all.Promoted) != 0 || all.Functions != "" || all.Tools[0].Description != "" {
		t.Errorf("browse: %+v, %v", all, err)
	}
	if slices.Contains(strings.Fields(all.names()), "read_file") {
		t.Error("what is shown is listed as not shown")
	}
	for _, tt := range []struct{ args, names string }{
		{`{"query":"select:flow_between, taint-paths,find_clones","promote":false}`, "flow_between taint_paths find_clones"},
		{`{"query":"+overlay drop","max_results":2,"promote":false}`, "overlay_drop overlay_drop_branch"},
		{`{"query":"memories anchor","max_results":1,"promote":false}`, "query_memories"},
		{`{"query":"hotspot +nothing_has_this","promote":false}`, ""},
		{`{"query":"clnes","max_results":1,"promote":false}`, "find_clones"},
		{`{"query":"+","promote":false}`, ""},
	} {
		got, err := call[found](c, "tools_search", tt.args)
		if err != nil || got.names() != tt.names || len(got.Promoted) != 0 {
			t.Errorf("%s: %s (%v), promoted %v", tt.args, got.names(), err, got.Promoted)
		}
	}
	told := 0
	c.surface.OnChange(func() { told++ })
	got, _ := call[found](c, "tools_search", `{"query":"select:get_cfg,no_such,read_file"}`)
	if got.names() != "get_cfg read_file" || !slices.Equal(got.Promoted, []string{"get_cfg"}) || !slices.Equal(got.Unknown, []string{"no_such"}) || told != 1 {
		t.Errorf("%+v, told %d times", got, told)
	}
	lines := strings.Split(got.Functions, "\n")
	var f struct {
		Name       string
		Parameters struct{ Properties map[string]any }
	}
	if len(lines) != 4 || lines[0] != "<functions>" || lines[3] != "</functions>" || json.Unmarshal([]byte(lines[1]), &f) != nil || f.Name != "get_cfg" || len(f.Parameters.Properties) == 0 {
		t.Errorf("%q", got.Functions)
	}
	if again, _ := call[found](c, "tools_search", `{"query":"cfg"}`); !slices.Contains(again.Shown, "get_cfg") || strings.Contains(again.names(), "get_cfg") {
		t.Errorf("%+v", again)
	}
}

// Where nothing can be promoted it is said why nothing is found; without a
// connection everything is.
func TestToolsSearchElsewhere(t *testing.T) {
	got, err := call[found](connected(t, "nav"), "tools_search", `{"query":"write_file"}`)
	if err != nil || got.Total != 0 || !slices.Contains(got.Blocked, "write_file") || len(got.Promoted) != 0 {
		t.Errorf("%+v, %v", got, err)
	}
	got, err = call[found](connected(t, ""), "tools_search", `{"query":"select:read_file"}`)
	if err != nil || got.names() != "read_file" || got.Functions == "" {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := call[found](connected(t, "compact"), "tools_search", `{}`); err == nil || err.Code != op.CodeToolBlockedByMode {
		t.Errorf("the compact surface: %v", err)
	}
	if _, err := call[found](connected(t, "core"), "tools_search", `{"max_results":"many"}`); err == nil || err.Data["field"] != "max_results" {
		t.Errorf("%v", err)
	}
}

type profiled struct {
	Preset, Source, Status, Category string
	Mode                             string `json:"preset_mode"`
	Enabled                          bool
	Effects                          json.RawMessage
	Live, Deferred, Blocked, Instead []string
	Categories                       map[string][]string
}

// The profile of a connection is what tools/list and the gate say of it.
//
//spec:12-agreement surface-profile-reports surface-categories
func TestToolProfile(t *testing.T) {
	for _, spec := range []string{"core", "nav", "full", "edit,+read"} {
		c := connected(t, spec)
		got, err := call[profiled](c, "tool_profile", `{}`)
		if err != nil || got.Preset != c.surface.Preset || got.Mode != string(c.surface.Mode) || got.Source != "forwarded" || !slices.Equal(got.Live, c.surface.Live()) {
			t.Errorf("%s: %+v, %v", spec, got, err)
		}
		for _, name := range got.Deferred {
			if c.surface.Check(name) != nil || slices.Contains(got.Live, name) {
				t.Errorf("%s: %s is deferred", spec, name)
			}
		}
		for _, name := range got.Blocked {
			if c.surface.Check(name) == nil {
				t.Errorf("%s: %s is blocked", spec, name)
			}
		}
		if n := len(c.surface.Catalog().FlatNames()); len(got.Live)+len(got.Deferred)+len(got.Blocked) < n {
			t.Errorf("%s leaves out some of %d tools", spec, n)
		}
	}
	families := "nav read edit analysis review pr memory overlay subscription enrich workspace admin"
	got, _ := call[profiled](connected(t, ""), "tool_profile", `{}`)
	n := 0
	for family, names := range got.Categories {
		if !slices.Contains(strings.Fields(families), family) {
			t.Errorf("family %q: %v", family, names)
		}
		n += len(names)
	}
	if len(got.Categories) != 12 || n != len(got.Live) || got.Source != "none" {
		t.Errorf("%d families of %d tools, %s", len(got.Categories), n, got.Source)
	}
}

// Of one tool the profile says whether it can be called.
func TestToolProfileOfOne(t *testing.T) {
	for _, tt := range []struct{ spec, tool, status, category, effects string }{
		{"core", "read_file", "live", "read", `["read"]`},
		{"core", "enrich_churn", "deferred", "enrich", `["control_write"]`},
		{"nav", "write_file", "blocked", "edit", `["local_write"]`},
		{"core", "overlay_merge", "deferred", "overlay", `["session_write","local_write"]`},
		{"core", "analyze", "live", "analysis", `["read","control_write"]`},
		{"core", "read", "blocked", "read", `["read"]`},
		{"", "subscribe_diagnostics", "live", "subscription", `["session_write"]`},
	} {
		got, err := call[profiled](connected(t, tt.spec), "tool_profile", `{"tool":"`+tt.tool+`"}`)
		if err != nil || got.Status != tt.status || got.Enabled != (tt.status != "blocked") || got.Category != tt.category || string(got.Effects) != tt.effects {
			t.Errorf("%s of %q: %+v %s, %v", tt.tool, tt.spec, got, got.Effects, err)
		}
	}
	if _, err := call[profiled](connected(t, "core"), "tool_profile", `{"tool":"raed_file"}`); err == nil || err.Data["did_you_mean"] != "read_file" {
		t.Errorf("%v", err)
	}
}

package facade_test

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/facade/surface"
)

type nothing struct{}

// complete is a facade whose operations are all there, and the given ones too.
// Its effect is read, which takes no fewer bytes than another.
func complete(f *op.Facade, more ...string) *op.Facade {
	var ops []op.ReadOp
	for _, o := range f.Ops {
		spec := op.Spec{Name: o.Name, Summary: o.Summary, Hidden: o.Hidden}
		ops = append(ops, op.Described(spec, func(context.Context, nothing) (nothing, error) { return nothing{}, nil }))
	}
	for _, name := range more {
		ops = append(ops, op.Described(op.Spec{Name: name, Summary: "New."}, func(context.Context, rare) (nothing, error) { return nothing{}, nil }))
	}
	tool := f.Tool
	if tool.By == "" {
		tool.By = op.NoDiscriminator
	}
	return op.ReadFacade(tool, ops...)
}

type rare struct {
	Target  op.Target `json:"target" selectors:"file,symbol,symbols,query,artifact,repo"`
	Options struct {
		Rare  string `json:"rare,omitempty" doc:"a field that no other has"`
		Limit int    `json:"limit,omitempty" doc:"a field that many have"`
	} `json:"options,omitzero"`
}

// An operation is added without a byte of tools/list changing, whether it is
// planned or built, and the list is small even when all there is is built.
//
//spec:15.2-rare-operation 11.3-additive
func TestRareOperationsAreNotAdvertised(t *testing.T) {
	list := func(change func(*op.Facade) *op.Facade) []byte {
		var all []*op.Facade
		for _, f := range facade.All() {
			all = append(all, change(f))
		}
		return surface.ToolsJSON(surface.NewCatalog(all).Public())
	}
	now := list(func(f *op.Facade) *op.Facade { return f })
	planned := list(func(f *op.Facade) *op.Facade {
		more := *f
		more.Ops = slices.Clone(f.Ops)
		return more.Planned(op.Takes[rare](op.Later("a_rare_one", "New.", "a_rare_tool_of_"+f.Name)))
	})
	if !bytes.Equal(now, planned) {
		t.Error("a planned operation changes tools/list")
	}
	whole := list(func(f *op.Facade) *op.Facade { return complete(f) })
	if more := list(func(f *op.Facade) *op.Facade { return complete(f, "a_rare_one") }); !bytes.Equal(whole, more) {
		t.Error("an operation changes tools/list")
	}
	const most = 10_000
	t.Logf("%d bytes with everything built", len(whole))
	if len(whole) > most {
		t.Errorf("with everything built tools/list has %d bytes, over %d", len(whole), most)
	}
}

// descriptions are all that a tool's entry says in words, each apart.
func descriptions(tool surface.Tool) []string {
	list := []string{tool.Description}
	var walk func(*op.Schema)
	walk = func(s *op.Schema) {
		if s.Description != "" {
			list = append(list, s.Description)
		}
		for _, p := range s.Properties {
			walk(p.Schema)
		}
	}
	walk(tool.InputSchema)
	return list
}

// repeated measures how much of the tools' descriptions says again what another
// one says: the share of their characters that stand in a run of five words
// which occurs in more than one tool.
func repeated(tools []surface.Tool) float64 {
	const run = 5
	in := map[string]map[string]bool{} // run of words -> tools
	each := func(visit func(tool string, words []string)) {
		for _, tool := range tools {
			for _, d := range descriptions(tool) {
				visit(tool.Name, strings.Fields(strings.ToLower(d)))
			}
		}
	}
	each(func(tool string, words []string) {
		for i := range max(len(words)-run+1, 0) {
			key := strings.Join(words[i:i+run], " ")
			if in[key] == nil {
				in[key] = map[string]bool{}
			}
			in[key][tool] = true
		}
	})
	all, again := 0, 0
	each(func(_ string, words []string) {
		said := map[int]bool{}
		for i := range max(len(words)-run+1, 0) {
			if len(in[strings.Join(words[i:i+run], " ")]) > 1 {
				for j := range run {
					said[i+j] = true
				}
			}
		}
		for _, w := range words {
			all += utf8.RuneCountInString(w)
		}
		for _, i := range slices.Collect(maps.Keys(said)) {
			again += utf8.RuneCountInString(words[i])
		}
	})
	return float64(again) / float64(all)
}

// Guidance is given once: in the instructions, not in each description. What
// says that a tool is not built yet is not counted, being true of each alone.
//
//spec:15.2-guidance-once
func TestDescriptionsDoNotRepeatEachOther(t *testing.T) {
	tools := surface.NewCatalog(facade.All()).Public()
	for i := range tools {
		tools[i].Description = strings.TrimSuffix(tools[i].Description, " (not available in this version).")
	}
	const most = 0.10
	got := repeated(tools)
	t.Logf("%.1f %% is repeated", 100*got)
	if got > most {
		t.Errorf("%.0f %% of the descriptions is repeated, over %.0f %%", 100*got, 100*most)
	}
	same := []surface.Tool{
		{Name: "a", Description: "one two three four five six", InputSchema: &op.Schema{}},
		{Name: "b", Description: "one two three four five seven", InputSchema: &op.Schema{}},
	}
	if got := repeated(same); got < 0.7 || got > 0.9 {
		t.Errorf("the measure gives %.2f for five of six words", got)
	}
}

// A field that tools/list names is one that a common operation takes there.
func TestAdvertisedFieldsExist(t *testing.T) {
	for _, f := range facade.All() {
		for _, c := range f.Advertised().Properties {
			if c.Type != "object" || !slices.Contains(op.Containers, c.Name) {
				continue
			}
			for _, word := range strings.FieldsFunc(c.Description, func(r rune) bool { return r == ',' || r == ' ' }) {
				if !slices.ContainsFunc(f.Common, func(name string) bool { return takes(f.Op(name), c.Name, word) }) {
					t.Errorf("%s names %s.%s, which no common operation takes", f.Name, c.Name, word)
				}
			}
		}
	}
}

func takes(o *op.Op, container, field string) bool {
	s := o.Schema()
	return s != nil && s.Property(container) != nil && s.Property(container).Property(field) != nil
}

package store

import (
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// small is a tree in which everything a part can hold occurs.
func small() tree {
	server := &lang.Facts{
		Symbols: []lang.Symbol{
			sym(graph.KindStruct, "Server", -1, 3),
			sym(graph.KindMethod, "Server.addTool", 0, 5),
			sym(graph.KindFunction, "init", -1, 8),
			sym(graph.KindFunction, "init", -1, 12),
		},
		Targets: []lang.Target{in("server.go", "Server.addTool"), external("fmt.Fprintf"), in("gone.go", "Lost.part"),
			{Kind: lang.TargetUnresolved, Name: "x"}, {Kind: lang.TargetFile, File: "tool.go"}},
		Refs: []lang.Ref{call(2, 0, 9), call(2, 1, 9), call(3, 2, 13), call(-1, 3, 1), call(1, 4, 6)},
	}
	tool := &lang.Facts{
		Symbols: []lang.Symbol{sym(graph.KindMethod, "Server.HTTPTool2", -1, 2), sym(graph.KindVariable, "tool", -1, 5)},
		Targets: []lang.Target{{Kind: lang.TargetSymbol, File: "server.go", Name: "init", Dup: 1}},
		Refs:    []lang.Ref{call(0, 0, 3)},
	}
	tool.Symbols[0].Member = in("server.go", "Server")
	return tree{
		"server.go": file("server.go", server),
		"tool.go":   file("tool.go", tool),
		"README":    file("README", nil),
	}
}

// What was added can be asked for by number, name, path, direction and words.
func TestPublish(t *testing.T) {
	b := small().builder(t)
	b.SetDerived("go", []lang.DerivedEdge{
		{Src: in("server.go", "Server"), Dst: external("http.Handler"), Kind: graph.EdgeImplements, Tier: graph.TierCompilerResolved},
		{Src: in("server.go", "Nobody"), Dst: external("http.Handler"), Kind: graph.EdgeImplements, Tier: graph.TierCompilerResolved},
	})
	b.PutBlob("go/a", []byte("one"))
	b.PutBlob("go/empty", nil)
	b.SetCensus([]byte("census"))
	b.SetNotes([]string{"a note"})
	b.SetSkipped([]Skipped{{"big.bin", "binary"}})
	b.SetText([]byte("trigrams"), []string{"tool.go", "not there", "README"})
	dir, _ := publish(t, b)
	r := open(t, dir)

	if err := r.Verify(); err != nil {
		t.Error(err)
	}
	var names []string
	for n := range r.Names() {
		names = append(names, n)
	}
	want := []string{"HTTPTool2", "Server", "addTool", "init", "tool"}
	if d := gocmp.Diff(want, names); d != "" {
		t.Error(d)
	}
	inits := slices.Collect(r.ByName("init"))
	if len(inits) != 2 || graph.ID(r, r.Node(inits[1])) != "server.go::init#2" || r.Node(inits[1]).Flags&graph.FlagDuplicate == 0 {
		t.Errorf("init is declared as %v", inits)
	}
	if d := gocmp.Diff([]string{"tool.go::Server.HTTPTool2 calls server.go::init#2 3"}, edges(r, r.In(inits[1]))); d != "" {
		t.Error(d)
	}
	if d := gocmp.Diff([]string{"server.go::init#2 calls unresolved::part 13"}, edges(r, r.Out(inits[1]))); d != "" {
		t.Error(d)
	}
	server := slices.Collect(r.ByName("Server"))[0]
	members := []string{"server.go::Server.addTool member_of server.go::Server 0", "tool.go::Server.HTTPTool2 member_of server.go::Server 0"}
	if d := gocmp.Diff(members, edges(r, r.In(server))); d != "" {
		t.Error(d)
	}
	if d := gocmp.Diff([]string{"server.go::Server implements external::http.Handler 0"}, edges(r, r.Out(server))); d != "" {
		t.Error(d)
	}
	if d := gocmp.Diff([]string{"tool.go::tool", "server.go::Server.addTool", "tool.go::Server.HTTPTool2"}, hits(r, "tool")); d != "" {
		t.Error(d)
	}
	if got := hits(r, "addTool"); got[0] != "server.go::Server.addTool" {
		t.Errorf("addTool finds %v first", got)
	}
	if n, ok := r.External("fmt.Fprintf"); !ok || r.Node(n).Kind != graph.KindExternal {
		t.Error("fmt.Fprintf is not there")
	}
	if _, ok := r.Unresolved("fmt.Fprintf"); ok {
		t.Error("fmt.Fprintf is unresolved")
	}
	if string(r.Blob("go/a")) != "one" || r.Blob("go/empty") == nil || r.Blob("none") != nil || string(r.Census()) != "census" {
		t.Error("blobs or census differ")
	}
	section, docs := r.Text()
	tool, _ := r.FileByPath("tool.go")
	readme, _ := r.FileByPath("README")
	if d := gocmp.Diff([]graph.FileID{tool, graph.NoFile, readme}, docs); d != "" || string(section) != "trigrams" {
		t.Error(d)
	}
	if s := r.Stats(); s.Files != 3 || s.Symbols != 6 || s.Edges != 9 {
		t.Errorf("stats are %+v", s)
	}
}

// A change gives the same answers as a fresh index of what came of it.
func TestUpdate(t *testing.T) {
	dir, w := publish(t, small().builder(t))
	r := open(t, dir)
	kept, _ := r.FileByPath("tool.go")
	keptNode := slices.Collect(r.FileNodes(kept))[0]

	after := small()
	after["server.go"].facts.Symbols = after["server.go"].facts.Symbols[:3] // init#2 goes
	after["server.go"].facts.Refs = after["server.go"].facts.Refs[:2]
	after["gone.go"] = file("gone.go", &lang.Facts{Symbols: []lang.Symbol{sym(graph.KindFunction, "Lost.part", -1, 1)}})
	change := tree{"server.go": after["server.go"], "gone.go": after["gone.go"]}.builder(t)
	change.RemoveFile("README")
	delete(after, "README")
	if err := w.Update(change); err != nil {
		t.Fatal(err)
	}
	fresh, _ := publish(t, after.builder(t))
	got := open(t, dir)
	if d := gocmp.Diff(show(open(t, fresh)), show(got)); d != "" {
		t.Error(d)
	}
	if n := got.Node(keptNode); n.Qual != "Server.HTTPTool2" {
		t.Errorf("node %d became %s", keptNode, n.Qual)
	}
	if s := got.Stats(); s.Segments != 1 || s.Files != 3 {
		t.Errorf("stats are %+v", s)
	}
	if err := w.Compact(nil); err != nil {
		t.Fatal(err)
	}
	if d := gocmp.Diff(show(open(t, fresh)), show(open(t, dir))); d != "" {
		t.Error(d)
	}
}

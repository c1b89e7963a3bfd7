package arch

import (
	"strconv"
	"strings"
	"testing"
)

// mayImport lists, for each package tree, the trees of this module that it may
// import. A row or an entry that ends in a slash stands for all packages below
// it; the longest row that matches a package is its row.
var mayImport = map[string][]string{
	// The front doors.
	"cmd/":                {"cli", "facade", "facade/", "install", "hostadapters", "hostadapters/", "completions", "internal/"},
	"cli":                 {"facade/op", "install", "install/", "completions", "internal/bench", "internal/config", "internal/hook", "internal/progress"},
	"internal/mcpserver":  {"facade", "facade/op", "facade/prompt", "facade/resource", "facade/surface", "internal/engine", "internal/notify"},
	"internal/httpserver": {"facade", "facade/op", "facade/surface", "internal/engine", "internal/lockedfile", "internal/mcpserver"},
	"internal/daemon":     {"facade/op"},
	"internal/hook":       {"facade/op", "internal/lockedfile"},
	"internal/docgen":     {"facade", "facade/op", "cli", "hostadapters/"},
	"internal/bench":      {"facade", "facade/op", "internal/"},

	// The tools. None imports another, and none opens a file by itself.
	"facade":          {"facade/", "internal/engine"},
	"facade/op":       {"internal/engine", "internal/wire", "internal/wire/"},
	"facade/surface":  {"facade/op"},
	"facade/resource": {"facade/op", "internal/graph"},
	"facade/prompt":   {"facade/op"},
	"facade/": {
		"facade/op", "facade/surface", "internal/engine", "internal/graph", "internal/query", "internal/flow", "internal/analysis/",
		"internal/impact", "internal/inspect", "internal/rewrite", "internal/tx", "internal/knowledge",
		"internal/excerpt", "internal/locate", "internal/importpath", "internal/relevance", "internal/source", "internal/artifact", "internal/briefing",
	},
	"facade/facadetest": {"facade", "facade/op", "internal/engine", "internal/engine/enginetest"},

	// Integration with hosts.
	"install":            {"hostadapters/host", "hostadapters/edit", "internal/config", "internal/lockedfile"},
	"install/doctor":     {"install", "hostadapters/host", "hostadapters/edit", "internal/config", "internal/hook", "internal/index", "internal/store"},
	"hostadapters":       {"hostadapters/"},
	"hostadapters/":      {"hostadapters/host", "hostadapters/edit", "hostadapters/rules"},
	"hostadapters/edit":  {},
	"hostadapters/host":  {"hostadapters/edit"},
	"hostadapters/rules": {"hostadapters/host"},
	"completions":        {},

	// The engine: ports, what puts it together, and features on top of a view.
	"internal/engine":            {"internal/graph", "internal/source"},
	"internal/engine/enginetest": {"internal/engine", "internal/graph", "internal/graph/", "internal/sessions"},
	"internal/workspace": {
		"internal/engine", "internal/graph", "internal/query", "internal/store", "internal/index", "internal/textindex",
		"internal/lang", "internal/lang/", "internal/walk", "internal/watch", "internal/gitx", "internal/source",
		"internal/config", "internal/progress", "internal/buffers", "internal/sessions", "internal/knowledge",
		"internal/langserver", "internal/forge", "internal/llm", "internal/tx",
	},
	"internal/sessions":   {"internal/engine", "internal/lockedfile"},
	"internal/buffers":    {"internal/graph", "internal/lang", "internal/source"},
	"internal/query":      {"internal/graph"},
	"internal/excerpt":    {"internal/engine", "internal/graph", "internal/source"},
	"internal/locate":     {"internal/engine", "internal/excerpt", "internal/graph", "internal/query", "internal/source"},
	"internal/importpath": {"internal/engine", "internal/graph", "internal/query", "internal/source"},
	"internal/relevance":  {"internal/engine", "internal/excerpt", "internal/graph", "internal/query"},
	"internal/artifact":   {"internal/engine", "internal/graph", "internal/locate", "internal/query", "internal/repoconfig", "internal/source"},
	"internal/briefing":   {"internal/engine", "internal/excerpt", "internal/graph", "internal/query"},
	"internal/flow":       {"internal/graph", "internal/lang"},
	"internal/analysis/":  {"internal/graph", "internal/query", "internal/engine"},
	"internal/impact":     {"internal/query", "internal/gitx", "internal/engine", "internal/graph"},
	"internal/inspect":    {"internal/query", "internal/impact", "internal/graph"},
	"internal/rewrite":    {"internal/tx", "internal/query", "internal/lang", "internal/graph"},
	"internal/tx":         {"internal/source", "internal/lang"},

	// How answers are written.
	"internal/wire":  {},
	"internal/wire/": {"internal/wire"},

	// Facts: from bytes to a generation.
	"internal/index":           {"internal/lang", "internal/lang/", "internal/graph", "internal/lockedfile", "internal/store", "internal/textindex", "internal/gitx", "internal/walk", "internal/source", "internal/progress"},
	"internal/textindex":       {"internal/source", "internal/graph"},
	"internal/store":           {"internal/graph", "internal/lang", "internal/pack"},
	"internal/pack":            {},
	"internal/graph":           {"internal/source"},
	"internal/graph/graphtest": {"internal/graph", "internal/lang", "internal/query"},
	"internal/lang":            {"internal/graph", "internal/source", "internal/treesitter"},
	"internal/lang/":           {"internal/lang", "internal/graph", "internal/treesitter", "internal/bind", "internal/source", "internal/pack"},
	"internal/lang/all":        {"internal/lang", "internal/lang/", "internal/bind"},
	"internal/bind":            {"internal/graph", "internal/lang", "internal/treesitter", "internal/source"},
	"internal/bind/bindtest":   {"internal/bind", "internal/graph", "internal/graph/", "internal/lang", "internal/source"},
	"internal/treesitter":      {"internal/source"},

	// The outside, one thing each.
	"internal/walk":            {"internal/source", "internal/gitx"},
	"internal/watch":           {"internal/source"},
	"internal/gitx":            {"internal/source"},
	"internal/langserver":      {"internal/source"},
	"internal/forge":           {"internal/source"},
	"internal/llm":             {"internal/source"},
	"internal/source":          {},
	"internal/lockedfile":      {},
	"internal/notify":          {"internal/engine", "internal/graph"},
	"internal/progress":        {},
	"internal/screen":          {"facade/op"},
	"internal/config":          {"internal/lang", "internal/lockedfile"},
	"internal/repoconfig":      {"internal/query"},
	"internal/knowledge":       {"internal/store"},
	"internal/arch":            {"facade", "facade/op"},
	"internal/wiretest":        {},
	"internal/wiretest/random": {},
	"internal/hosttest":        {},
}

// Imports point one way: a package imports what its row allows, and a package
// without a row does not exist.
func TestImports(t *testing.T) {
	eachFile(t, func(s source) {
		row := rowOf(s.pkg)
		if row == "" {
			t.Errorf("%s: package %s has no row in mayImport", s.path, s.pkg)
			return
		}
		for _, spec := range s.file.Imports {
			imported, _ := strconv.Unquote(spec.Path.Value)
			local, ok := strings.CutPrefix(imported, module)
			if ok && !allowed(row, local) {
				t.Errorf("%s: %s must not import %s", s.path, s.pkg, local)
			}
		}
	})
}

// The test of the law itself: what is not in a row is refused.
func TestImportRows(t *testing.T) {
	for _, tt := range []struct {
		from, to string
		want     bool
	}{
		{"facade/read", "facade/op", true},
		{"facade/read", "facade/relations", false},
		{"facade/read", "internal/workspace", false},
		{"facade/op", "facade", false},
		{"cli", "facade", false},
		{"internal/lang/python", "internal/lang/typescript", false},
		{"internal/lang/all", "internal/lang/typescript", true},
		{"internal/graph", "internal/store", false},
	} {
		if got := allowed(rowOf(tt.from), tt.to); got != tt.want {
			t.Errorf("%s imports %s: %v", tt.from, tt.to, got)
		}
	}
	if row := rowOf("internal/unheard"); row != "" {
		t.Errorf("an unknown package has row %s", row)
	}
}

func rowOf(pkg string) (best string) {
	for row := range mayImport {
		if matches(row, pkg) && len(row) > len(best) {
			best = row
		}
	}
	return best
}

func allowed(row, local string) bool {
	for _, a := range mayImport[row] {
		if matches(a, local) {
			return true
		}
	}
	return false
}

func matches(row, pkg string) bool {
	return pkg == row || strings.HasSuffix(row, "/") && strings.HasPrefix(pkg, row)
}

package edit

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// formatOf is the format that a corpus file is read as.
func formatOf(name string) Format {
	return map[string]Format{".json": JSON, ".jsonc": JSONC, ".json5": JSON5, ".toml": TOML, ".yaml": YAML}[filepath.Ext(name)]
}

// variation is a way in which the same file is found on other machines.
type variation struct {
	name string
	make func(string) string
}

var variations = []variation{
	{"as it is", func(s string) string { return s }},
	{"crlf", withCRLF},
	{"bom", func(s string) string { return string(bom) + strings.TrimPrefix(s, string(bom)) }},
	{"no newline at the end", func(s string) string { return strings.TrimRight(s, "\r\n") }},
	{"more newlines at the end", func(s string) string { return s + strings.Repeat(newlineOf([]byte(s)), 2) }},
	{"crlf, bom and no newline", func(s string) string {
		return string(bom) + withCRLF(strings.TrimRight(strings.TrimPrefix(s, string(bom)), "\r\n"))
	}},
}

func withCRLF(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\n", "\r\n")
}

// least is how many files of each format the corpus has at the least that are
// longer than fragment bytes: shorter ones are cases of the syntax, and no
// file that a user of a host has.
const least, fragment = 40, 150

// eachFile visits the corpus of a folder.
func eachFile(t *testing.T, folder string, visit func(t *testing.T, name string, doc []byte)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", folder, "*.*"))
	if err != nil {
		t.Fatal(err)
	}
	long := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if len(text) > fragment {
			long++
		}
		visit(t, filepath.Base(file), text)
	}
	if long < least {
		t.Errorf("%d files of more than %d bytes in %s, not %d", long, fragment, folder, least)
	}
}

// eachDocument visits the corpus of a folder in every variation.
func eachDocument(t *testing.T, folder string, visit func(t *testing.T, name string, doc []byte)) {
	t.Helper()
	eachFile(t, folder, func(t *testing.T, name string, text []byte) {
		seen := map[string]bool{}
		for _, v := range variations {
			if doc := v.make(string(text)); !seen[doc] {
				seen[doc] = true
				visit(t, name+" "+v.name, []byte(doc))
			}
		}
	})
}

// edits are what the hosts need, by format.
func edits(f Format) map[string]struct {
	path  Path
	value any
} {
	type m = struct {
		path  Path
		value any
	}
	server := Object{{"command", "/opt/gortex/bin/gortex"}, {"args", []string{"mcp"}}, {"env", Object{{"GORTEX_INDEX_WORKERS", "8"}}}}
	hook := Object{{"matcher", "apply_patch"}, {"hooks", []any{Object{{"type", "command"}, {"command", "gortex hook codex"}, {"timeout", 10}}}}}
	switch f {
	case TOML:
		return map[string]m{
			"server":     {Path{"mcp_servers", "gortex"}, append(server[:2:2], Member{"startup_timeout_sec", 30}, server[2])},
			"code mode":  {Path{"features", "code_mode"}, Object{{"enabled", true}, {"direct_only_tool_namespaces", []string{"mcp__gortex", "gortex"}}}},
			"namespace":  {Path{"features", "code_mode", "direct_only_tool_namespaces", Where{Value: "gortex"}}, "gortex"},
			"hook":       {Path{"hooks", "PostToolUse", Where{Value: hook}}, hook},
			"kimi hook":  {Path{"hooks", Where{Value: Object{{"event", "Stop"}}}}, Object{{"event", "Stop"}}},
			"root key":   {Path{"zz_gortex"}, "x"},
			"permission": {Path{"permissions", "allow", Where{Value: "mcp__gortex"}}, "mcp__gortex"},
		}
	case YAML:
		entry := append(Object{{"name", "gortex"}, {"type", "stdio"}}, server...)
		return map[string]m{
			"goose":    {Path{"extensions", "gortex"}, append(Object{{"enabled", true}, {"timeout", 120}, {"envs", Object{}}}, entry...)},
			"hermes":   {Path{"mcp_servers", "gortex"}, server},
			"continue": {Path{"mcpServers", Where{"name", "gortex"}}, entry},
			"hook":     {Path{"hooks", "pre_tool_call", Where{Value: hook}}, hook},
			"read":     {Path{"read", Where{Value: "GORTEX.md"}}, "GORTEX.md"},
			"xdev":     {Path{"tools", "xdev"}, false},
		}
	}
	return map[string]m{
		"server":     {Path{"mcpServers", "gortex"}, server},
		"vscode":     {Path{"servers", "gortex"}, append(Object{{"type", "stdio"}}, server...)},
		"zed":        {Path{"context_servers", "gortex"}, server},
		"amp":        {Path{"amp.mcpServers", "gortex"}, server},
		"openclaw":   {Path{"mcp", "servers", "gortex"}, server},
		"opencode":   {Path{"mcp", "gortex"}, Object{{"type", "local"}, {"command", []string{"/opt/gortex", "mcp"}}, {"enabled", true}}},
		"permission": {Path{"permissions", "allow", Where{Value: "mcp__gortex__read"}}, "mcp__gortex__read"},
		"hook":       {Path{"hooks", "PostToolUse", Where{Value: hook}}, hook},
		"switch":     {Path{"gortexEnabled"}, true},
	}
}

// refused reports whether an edit was declined with a reason, which is right
// for documents in which there is no room for it.
func refused(err error) bool {
	switch err.(type) {
	case *ShapeError, *UnsupportedError, *DuplicateError:
		return true
	}
	return false
}

func TestLaws(t *testing.T) {
	for _, folder := range []string{"json", "jsonc", "json5", "toml", "yaml"} {
		t.Run(folder, func(t *testing.T) {
			t.Parallel()
			lawsOfFolder(t, folder)
		})
	}
}

func lawsOfFolder(t *testing.T, folder string) {
	made, declined := 0, map[string]bool{}
	eachDocument(t, folder, func(t *testing.T, name string, doc []byte) {
		f := formatOf(strings.Fields(name)[0])
		for what, x := range edits(f) {
			c, err := Set(f, doc, x.path, x.value)
			if err != nil && refused(err) {
				declined[strings.Fields(name)[0]+" "+what+": "+err.Error()] = true
				if !bytes.Equal(c.After, doc) {
					t.Errorf("%s, %s: a refused edit changed the document", name, what)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s, %s: %v\n%s", name, what, err, doc)
				continue
			}
			made++
			laws(t, f, name+", "+what, c, x.path, x.value)
		}
	})
	t.Logf("%s: %d edits", folder, made)
	for d := range declined {
		t.Logf("declined: %s", d)
	}
	// A corpus in which the edits are declined shows nothing.
	if made < 500 || len(declined) > made/20 {
		t.Errorf("%d edits were made and %d declined", made, len(declined))
	}
}

// laws checks what holds for every edit that is made.
func laws(t *testing.T, f Format, name string, c Change, path Path, value any) {
	t.Helper()
	got, found, err := Get(f, c.After, path)
	if err != nil || !found || !Equal(got, value) {
		t.Errorf("%s: got %v (%v, %v) after setting\n%s", name, got, found, err, c.After)
		return
	}
	again, err := Set(f, c.After, path, value)
	if err != nil || again.Changed() || !bytes.Equal(again.After, c.After) {
		t.Errorf("%s: a second time changes it (%v):\n%s\n---\n%s", name, err, c.After, again.After)
	}
	if !c.Changed() {
		return
	}
	back, err := Revert(c.After, c.Undo)
	if err != nil || !back.Exact || !bytes.Equal(back.Text, c.Before) || back.Delete {
		t.Errorf("%s: undone (%v):\n%q\nwas\n%q", name, err, back.Text, c.Before)
	}
	onlyAdds(t, name, c)
	independent(t, f, name, c.Before, c.After, path)
	removal(t, f, name, c, path)
	meanwhile(t, f, name, c, path)
}

// onlyAdds checks that a step that inserts takes nothing of the user's away.
func onlyAdds(t *testing.T, name string, c Change) {
	t.Helper()
	for _, s := range c.Undo.Steps {
		for _, cut := range s.Cuts {
			old := strings.Join(strings.Fields(string(cut.Old)), "")
			if s.Kind == insertStep && old != "" && old != "{}" && old != "[]" && old != "null" && old != "~" {
				t.Errorf("%s: inserting %s took away %q", name, s.Path, cut.Old)
			}
		}
	}
	sameEndings(t, name, c)
}

// sameEndings checks that all lines that were written end as the first line of
// the document does.
func sameEndings(t *testing.T, name string, c Change) {
	t.Helper()
	other := func(doc []byte) int {
		crlf := bytes.Count(doc, []byte("\r\n"))
		if newlineOf(c.Before) == "\r\n" {
			return bytes.Count(doc, []byte("\n")) - crlf
		}
		return crlf
	}
	if other(c.After) > other(c.Before) {
		t.Errorf("%s: line endings are mixed:\n%q\nwas\n%q", name, c.After, c.Before)
	}
}

// removal checks that an entry that came into a container with others goes
// without a trace, and that no edit leaves the entry behind.
func removal(t *testing.T, f Format, name string, c Change, path Path) {
	t.Helper()
	r, err := Remove(f, c.After, path)
	if err != nil {
		if !refused(err) {
			t.Errorf("%s: remove: %v\n%s", name, err, c.After)
		}
		return
	}
	if _, found, err := Get(f, r.After, path); found || err != nil {
		t.Errorf("%s: still there after it was removed (%v):\n%s", name, err, r.After)
	}
	parent, found, _ := Get(f, c.Before, path[:len(path)-1])
	occupied := false
	switch p := parent.(type) {
	case Object:
		occupied = len(p) > 0
	case []any:
		occupied = len(p) > 0
	}
	inserted := len(c.Undo.Steps) == 1 && c.Undo.Steps[0].Kind == insertStep
	if found && occupied && inserted && len(path) == len(c.Undo.Steps[0].Path) && !bytes.Equal(r.After, c.Before) {
		t.Errorf("%s: set and removed:\n%q\nwas\n%q\nset\n%q", name, r.After, c.Before, c.After)
	}
	if back, err := Revert(r.After, r.Undo); r.Changed() && (err != nil || !bytes.Equal(back.Text, c.After)) {
		t.Errorf("%s: removal undone (%v):\n%q\nwas\n%q", name, err, back.Text, c.After)
	}
}

// meanwhile checks that an edit can be undone when the user has written
// something else since, which stays.
func meanwhile(t *testing.T, f Format, name string, c Change, path Path) {
	t.Helper()
	for _, other := range []struct {
		path  Path
		value any
	}{
		{Path{"zz_since"}, "mine"},
		{append(append(Path{}, path[:len(path)-1]...), "zz_since"), Object{{"command", "mine"}}},
	} {
		edited, err := Set(f, c.After, other.path, other.value)
		if err != nil {
			continue
		}
		back, err := Revert(edited.After, c.Undo)
		if err != nil || back.Exact || back.Delete {
			t.Errorf("%s: undone after %s (%v): %+v\n%s", name, other.path, err, back, edited.After)
			continue
		}
		if v, found, err := Get(f, back.Text, other.path); err != nil || !found || !Equal(v, other.value) {
			t.Errorf("%s: undoing lost %s (%v):\n%s\n---\n%s", name, other.path, err, edited.After, back.Text)
		}
		if _, was, _ := Get(f, c.Before, path); !was {
			if _, found, err := Get(f, back.Text, path); err != nil || found {
				t.Errorf("%s: undoing after %s left the entry (%v):\n%s", name, other.path, err, back.Text)
			}
		}
	}
}

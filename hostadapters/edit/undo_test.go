package edit

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func mustSet(t *testing.T, f Format, doc []byte, path Path, v any) Change {
	t.Helper()
	c, err := Set(f, doc, path, v)
	if err != nil {
		t.Fatalf("set %s: %v", path, err)
	}
	return c
}

// stored takes a record through JSON, as a receipt does.
func stored(t *testing.T, u *Undo) *Undo {
	t.Helper()
	text, err := json.Marshal(u)
	if err != nil {
		t.Fatal(err)
	}
	out := new(Undo)
	if err := json.Unmarshal(text, out); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	if diff := cmp.Diff(u, out); diff != "" {
		t.Errorf("a stored record differs: %s", diff)
	}
	return out
}

func TestFileThatWasNotThere(t *testing.T) {
	for _, f := range []Format{JSON, JSONC, JSON5, TOML, YAML} {
		for _, doc := range [][]byte{nil, {}} {
			c := mustSet(t, f, doc, Path{"a", "gortex"}, Object{{"command", "x"}})
			if !strings.HasSuffix(string(c.After), "\n") {
				t.Errorf("%s: a new file ends without a line ending: %q", f, c.After)
			}
			back, err := Revert(c.After, stored(t, c.Undo))
			if err != nil || back.Delete != (doc == nil) || len(back.Text) != 0 {
				t.Errorf("%s: %+v, %v", f, back, err)
			}
			other := mustSet(t, f, c.After, Path{"mine"}, "kept")
			back, err = Revert(other.After, stored(t, c.Undo))
			if v, _, _ := Get(f, back.Text, Path{"mine"}); err != nil || back.Delete || v != "kept" {
				t.Errorf("%s: with something of the user's in it: %+v, %v", f, back, err)
			}
		}
	}
}

// What the user did to the file since decides how a change is taken back.
func TestRevertAfterTheUser(t *testing.T) {
	const before = "{\n  \"theme\": \"dark\"\n}\n"
	c := mustSet(t, JSON, []byte(before), Path{"mcpServers", "gortex"}, Object{{"command", "gortex"}, {"args", []string{"mcp"}}})
	for name, tt := range map[string]struct{ edit, want string }{
		"elsewhere": {
			strings.Replace(string(c.After), "dark", "light, and longer", 1),
			strings.Replace(before, "dark", "light, and longer", 1)},
		"before it": {
			strings.Replace(string(c.After), "{\n", "{\n  \"new\": [1,2],\n", 1),
			strings.Replace(before, "{\n", "{\n  \"new\": [1,2],\n", 1)},
		"behind it": {
			strings.Replace(string(c.After), "\n  }\n}", "\n  },\n  \"zz\": 1\n}", 1),
			"{\n  \"theme\": \"dark\",\n  \"zz\": 1\n}\n"},
		"inside it": {
			strings.Replace(string(c.After), `"gortex",`, `"gortex", "timeout": 5,`, 1), before},
		"beside it": {
			strings.Replace(string(c.After), `"mcpServers": {`, `"mcpServers": {`+"\n    \"fs\": {},", 1),
			"{\n  \"theme\": \"dark\",\n  \"mcpServers\": {\n    \"fs\": {}\n  }\n}\n"},
		"took it out": {
			"{\n  \"theme\": \"dark\",\n  \"mcpServers\": {}\n}\n", before},
		"took all out": {"{}\n", "{}\n"},
	} {
		back, err := Revert([]byte(tt.edit), stored(t, c.Undo))
		if err != nil || back.Exact || string(back.Text) != tt.want {
			t.Errorf("%s: %v\n%s\nbecame\n%s\nwant\n%s", name, err, tt.edit, back.Text, tt.want)
		}
	}
}

// A container that was there empty is not taken away with what came into it.
func TestContainersThatWereThereStay(t *testing.T) {
	for f, doc := range map[Format]string{
		JSON: `{"mcpServers":{}}`, JSON5: "{mcpServers: { },}\n", YAML: "mcpServers: {} # none\n", TOML: "[mcpServers]\n",
	} {
		c := mustSet(t, f, []byte(doc), Path{"mcpServers", "gortex"}, Object{{"command", "x"}})
		other := mustSet(t, f, c.After, Path{"zz"}, int64(1))
		back, err := Revert(other.After, c.Undo)
		if _, found, _ := Get(f, back.Text, Path{"mcpServers"}); err != nil || !found {
			t.Errorf("%s: the container went too: %v\n%s", f, err, back.Text)
		}
	}
}

func TestRevertOfReplacedValues(t *testing.T) {
	const before = "[features]\ncode_mode = true # mine\n"
	c := mustSet(t, TOML, []byte(before), Path{"features", "code_mode"},
		Object{{"enabled", true}, {"direct_only_tool_namespaces", []string{"gortex"}}})
	if want := "[features]\ncode_mode = { enabled = true, direct_only_tool_namespaces = [\"gortex\"] } # mine\n"; string(c.After) != want {
		t.Errorf("got %s", c.After)
	}
	back, err := Revert(append([]byte("model = \"m\"\n"), c.After...), c.Undo)
	if err != nil || string(back.Text) != "model = \"m\"\n"+before || len(back.Kept) > 0 {
		t.Errorf("%v: %s", err, back.Text)
	}
	changed := strings.Replace(string(c.After), "enabled = true", "enabled = false", 1)
	back, err = Revert([]byte(changed), c.Undo)
	if err != nil || string(back.Text) != changed || len(back.Kept) != 1 {
		t.Errorf("what the user changed again must stay: %v, %+v", err, back)
	}
}

// An element that the user has changed since is his, and is named.
func TestRevertOfAChangedElement(t *testing.T) {
	c, err := Append(JSON, []byte("{}\n"), Path{"hooks", "Stop"}, Object{{"command", "gortex hook"}, {"timeout", 5}})
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(c.After), "5", "60", 1)
	back, err := Revert([]byte(changed), stored(t, c.Undo))
	if err != nil || string(back.Text) != changed || len(back.Kept) != 1 {
		t.Errorf("%v: %+v", err, back)
	}
}

// Two installs one after the other are taken back one after the other.
func TestChangesInARow(t *testing.T) {
	before := []byte("# mine\nextensions: {}\n")
	first := mustSet(t, YAML, before, Path{"extensions", "gortex"}, Object{{"cmd", "old"}, {"timeout", 5}})
	second := mustSet(t, YAML, first.After, Path{"extensions", "gortex"}, Object{{"cmd", "new"}, {"args", []string{"mcp"}}})
	back, err := Revert(second.After, stored(t, second.Undo))
	if err != nil || string(back.Text) != string(first.After) {
		t.Fatalf("%v: %s", err, back.Text)
	}
	if back, err = Revert(back.Text, stored(t, first.Undo)); err != nil || string(back.Text) != string(before) {
		t.Errorf("%v: %s", err, back.Text)
	}
}

func TestMergeLeavesOtherKeys(t *testing.T) {
	doc := []byte("[mcp_servers.gortex]\ncommand = \"old\" # here\nenabled = false\n")
	c, err := Merge(TOML, doc, Path{"mcp_servers", "gortex"}, Object{{"command", "new"}, {"args", []string{"mcp"}}})
	want := "[mcp_servers.gortex]\ncommand = \"new\" # here\nenabled = false\nargs = [\"mcp\"]\n"
	if err != nil || string(c.After) != want {
		t.Errorf("%v\n%s", err, c.After)
	}
	if again, err := Merge(TOML, c.After, Path{"mcp_servers", "gortex"}, Object{{"command", "new"}}); err != nil || again.Changed() {
		t.Errorf("merged twice: %v\n%s", err, again.After)
	}
}

func TestRemoveElements(t *testing.T) {
	ours := func(v any) bool {
		if o, ok := v.(Object); ok {
			v, _ = o.Get("command")
		}
		s, _ := v.(string)
		return strings.Contains(s, "gortex")
	}
	for name, tt := range map[string]struct {
		f         Format
		path      Path
		doc, want string
	}{
		"strings": {JSON, Path{"allow"}, `{"allow": ["mcp__gortex__a", "x", "mcp__gortex__b"]}`, `{"allow": ["x"]}`},
		"all":     {JSON, Path{"allow"}, `{"allow": ["gortex"], "x": 1}`, `{"allow": [], "x": 1}`},
		"missing": {JSON, Path{"allow"}, `{"x": 1}`, `{"x": 1}`},
		"null":    {JSON, Path{"allow"}, `{"allow": null}`, `{"allow": null}`},
		"nested": {JSONC, Path{"hooks", Where{"matcher", "Read"}, "hooks"},
			"{\"hooks\": [\n  {\"matcher\": \"Read\", \"hooks\": [\n    {\"command\": \"gortex hook\"}, // ours\n    {\"command\": \"mine\"}\n  ]}\n]}",
			"{\"hooks\": [\n  {\"matcher\": \"Read\", \"hooks\": [\n    {\"command\": \"mine\"}\n  ]}\n]}"},
		"tables": {TOML, Path{"hooks", "Stop"},
			"[[hooks.Stop]]\ncommand = \"a\"\n\n[[hooks.Stop]]\ncommand = \"gortex hook\"\n\n[hooks.Stop.env]\nx = 1\n\n[[hooks.Stop]]\ncommand = \"b\"\n",
			"[[hooks.Stop]]\ncommand = \"a\"\n\n[[hooks.Stop]]\ncommand = \"b\"\n"},
		"yaml": {YAML, Path{"pre"}, "pre:\n- command: gortex # ours\n  timeout: 5\n# mine\n- command: x\n", "pre:\n# mine\n- command: x\n"},
	} {
		c, err := RemoveElements(tt.f, []byte(tt.doc), tt.path, ours)
		if err != nil || string(c.After) != tt.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, c.After, tt.want)
		}
		if back, err := Revert(c.After, c.Undo); err != nil || string(back.Text) != tt.doc {
			t.Errorf("%s: undone: %v\n%s", name, err, back.Text)
		}
	}
}

func TestErrorsNameThePlace(t *testing.T) {
	for name, tt := range map[string]struct {
		f    Format
		doc  string
		path Path
		want string
	}{
		"json":             {JSON, "{\n  \"a\": 1,\n  \"b\" 2\n}", Path{"x"}, "not valid JSON: line 3, column 7: found '2' where a colon was expected"},
		"json comment":     {JSON, "{\n  // no\n}", Path{"x"}, "not valid JSON: line 2, column 3: a comment, which plain JSON has not"},
		"json comma":       {JSON, "\ufeff{\"a\": 1,}", Path{"x"}, "not valid JSON: line 1, column 9: a comma before }, which plain JSON has not"},
		"json end":         {JSON, "{\"a\": [", Path{"x"}, "not valid JSON: line 1, column 8: the file ends where a value or ] was expected"},
		"jsonc comment":    {JSONC, "{}\n/* ", Path{"x"}, "not valid JSON with comments: line 2, column 1: a comment that does not end, or a lone slash"},
		"json5 string":     {JSON5, "{a: 'x\n'}", Path{"x"}, "not valid JSON5: line 1, column 7: a control character inside a string"},
		"toml":             {TOML, "a = 1\nb = \n", Path{"x"}, "not valid TOML: line 2, column 5: expected value but found '\\n' instead"},
		"toml twice":       {TOML, "[a]\nx = 1\n[a]\n", Path{"x"}, "not valid TOML: line 3, column 2: key 'a' has already been defined"},
		"yaml":             {YAML, "a: 1\nb: [\n", Path{"x"}, "not valid YAML: line 3, column 1: did not find expected node content"},
		"yaml tab":         {YAML, "a:\n\tb: 1\n", Path{"x"}, "not valid YAML: line 2, column 1: found character that cannot start any token"},
		"two documents":    {YAML, "a: 1\n---\nb: 2\n", Path{"x"}, "the document at line 2, column 1 cannot be edited: there is more than one document in the file"},
		"duplicate":        {JSON, "{\"s\": {\n\"g\": 1,\n\"g\": 2}}", Path{"s", "g"}, "s.g is there twice: at line 2, column 1 and at line 3, column 1"},
		"duplicate parent": {YAML, "s:\n  a: 1\nt: 1\ns:\n  b: 1\n", Path{"s", "g"}, "s is there twice: at line 1, column 1 and at line 4, column 1"},
		"shape":            {JSON, `{"amp.mcpServers": []}`, Path{"amp.mcpServers", "g"}, `"amp.mcpServers" at line 1, column 20 is a list, not a mapping`},
		"shape of list":    {TOML, "allow = \"x\"", Path{"allow", Where{Value: "y"}}, "allow at line 1, column 9 is a plain value, not a list"},
		"alias":            {YAML, "a: &a {x: 1}\nb: *a\n", Path{"b", "g"}, "b at line 2, column 4 cannot be edited: it is an alias, and what it stands for is used elsewhere too"},
	} {
		c, err := Set(tt.f, []byte(tt.doc), tt.path, "v")
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s: got %v\nwant %s", name, err, tt.want)
		}
		if string(c.After) != tt.doc || c.Changed() {
			t.Errorf("%s: the document was changed: %s", name, c.After)
		}
	}
}

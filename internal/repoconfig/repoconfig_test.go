package repoconfig_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/repoconfig"
)

func TestParse(t *testing.T) {
	got, warnings, err := repoconfig.Parse(".gortex.yaml", []byte(`# comment
artifacts:
  - {path: ./db/*.sql, kind: schema, name: tables, description: all tables}
  - docs/adr
mcp:
  tools:
    preset: core
    mode: hide
    allow: [read, search]
    deny:
`))
	want := repoconfig.Config{Artifacts: []repoconfig.Artifact{
		{Path: "db/*.sql", Kind: "schema", Name: "tables", Description: "all tables", Line: 3},
		{Path: "docs/adr", Line: 4},
	}}
	want.MCP.Tools = repoconfig.Tools{Preset: "core", Mode: "hide", Allow: []string{"read", "search"}}
	if d := cmp.Diff(want, got); d != "" || err != nil || len(warnings) > 0 {
		t.Errorf("%v %q\n%s", err, warnings, d)
	}
}

// A file that says nothing is like none.
func TestParseNothing(t *testing.T) {
	for _, text := range []string{"", "# only a comment\n", "---\n", "null\n", "artifacts:\nmcp:\n", "mcp: {tools: ~}\n"} {
		got, warnings, err := repoconfig.Parse("x", []byte(text))
		if d := cmp.Diff(repoconfig.Config{}, got); d != "" || err != nil || len(warnings) > 0 {
			t.Errorf("%q: %v %q %s", text, err, warnings, d)
		}
	}
}

// What is not known has no effect, and is said with what is near.
func TestUnknownKeys(t *testing.T) {
	got, warnings, err := repoconfig.Parse("c.yaml", []byte("artefacts: [a]\nindex: {x: 1}\nmcp:\n  tools: {alow: [a]}\nartifacts:\n  - {path: a, knd: doc}\n"))
	want := []string{
		`c.yaml:1: unknown key "artefacts" has no effect; did you mean artifacts?`,
		`c.yaml:2: unknown key "index" has no effect; known are artifacts, mcp`,
		`c.yaml:4: mcp.tools: unknown key "alow" has no effect; did you mean allow?`,
		`c.yaml:6: artifacts: unknown key "knd" has no effect; did you mean kind?`,
	}
	if d := cmp.Diff(want, warnings); d != "" || err != nil {
		t.Errorf("%v\n%s", err, d)
	}
	if len(got.Artifacts) != 1 || got.Artifacts[0].Path != "a" {
		t.Errorf("got %+v", got.Artifacts)
	}
	_, warnings, _ = repoconfig.Parse("c.yaml", []byte(strings.Join(strings.Split("abcdefghijklmnopqrstuvwxyz", ""), ": 1\n")+": 1\n"))
	if len(warnings) != 21 {
		t.Errorf("%d warnings, want 20 and one for the rest", len(warnings))
	}
}

// An error says where it stands.
func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"a: b: c\n":                           "f:1:5: no YAML: mapping values are not allowed in this context",
		"a: \"x\n":                            "f:2:1: no YAML: found unexpected end of stream",
		"a: \x00\n":                           "f: no YAML: control characters are not allowed (value: 0)",
		"a: 1\n---\nb: 2\n":                   "f:2:1: want one document, got several",
		"[1]\n":                               "f:1:1: want a mapping, got a list",
		"artifacts: 3\n":                      `f:1:12: want a list, got "3"`,
		"artifacts: []\nartifacts: []\n":      `f:2:1: key "artifacts" stands on line 1 already`,
		"artifacts:\n- {kind: doc}\n":         "f:2:3: artifacts: want a path or a glob, got none",
		"artifacts:\n- [x]\n":                 "f:2:3: artifacts: want a mapping, got a list",
		"artifacts:\n- {path: [a]}\n":         "f:2:10: want a string, got a list",
		"artifacts:\n- {path: a, kind: dock}": `f:2:19: artifacts: kind: want schema or api or infra or doc, got "dock"`,
		"artifacts: [../x]\n":                 `f:1:13: artifacts: path: want one below the root of the repository, got "../x"`,
		"artifacts: [/etc/passwd]\n":          `f:1:13: artifacts: path: want one below the root of the repository, got "/etc/passwd"`,
		"artifacts: ['a/[']\n":                `f:1:13: artifacts: path: "a/[" is no glob`,
		"mcp: {tools: {allow: read}}\n":       `f:1:22: want a list, got "read"`,
		"mcp: {tools: {preset: {}}}\n":        "f:1:23: want a string, got a mapping",
		"? [a]\n: b\n":                        "f:1:3: want a word as a key, got a list",
	} {
		_, _, err := repoconfig.Parse("f", []byte(text))
		var e *repoconfig.Error
		if !errors.As(err, &e) || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// Whatever a file holds, reading it ends, with settings or with an error that
// says where.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"artifacts:\n  - {path: a/**, kind: api}\n  - b\n", "mcp: {tools: {preset: x, allow: [a, b]}}", "a: &a [*a, *a]\nartifacts: *a\n",
		"artifacts: &a\n- *a\n", "mcp: &m\n  tools: *m\n", "<<: {a: 1}\n", "\xff\xfea\x00", "a: |\n  x\n  y", "- - - -", "{{{{", "%YAML 1.2\n---\n...", "!!map {}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		c, warnings, err := repoconfig.Parse("f", text)
		var e *repoconfig.Error
		if err != nil && (!errors.As(err, &e) || e.Message == "" || e.Line < 0) {
			t.Errorf("%q: %v", text, err)
		}
		if err != nil && (len(c.Artifacts) > 0 || len(warnings) > 0) {
			t.Errorf("%q: settings beside an error", text)
		}
		for _, a := range c.Artifacts {
			if a.Path == "" || strings.HasPrefix(a.Path, "../") || strings.HasPrefix(a.Path, "/") {
				t.Errorf("%q: path %q", text, a.Path)
			}
		}
	})
}

package edit

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write testdata/style.golden")

// What is written looks like what stands around it.
func TestStyle(t *testing.T) {
	var out bytes.Buffer
	for _, x := range [][2]string{
		{"json/tabs.json", "server"},
		{"json/minified.json", "server"},
		{"json/four-spaces-inline-servers.json", "server"},
		{"json/colon-spaces.json", "server"},
		{"json/comma-first.json", "server"},
		{"json/allman.json", "permission"},
		{"json/amp.json", "amp"},
		{"json/claude-empty-servers.json", "server"},
		{"json/claude-settings.json", "hook"},
		{"json/own-entry-old.json", "server"},
		{"jsonc/zed.jsonc", "zed"},
		{"jsonc/zed-empty-servers.jsonc", "zed"},
		{"jsonc/last-comment-then-lines.jsonc", "server"},
		{"jsonc/commented-out.jsonc", "server"},
		{"jsonc/own-entry-commented.jsonc", "server"},
		{"json5/openclaw.json5", "openclaw"},
		{"json5/openclaw-double.json5", "openclaw"},
		{"json5/single-quoted-keys.json5", "openclaw"},
		{"json5/minified.json5", "openclaw"},
		{"json5/own-entry.json5", "openclaw"},
		{"toml/codex.toml", "server"},
		{"toml/codex.toml", "hook"},
		{"toml/codex-bool-code-mode.toml", "code mode"},
		{"toml/codex-code-mode-table.toml", "namespace"},
		{"toml/codex-code-mode-dotted.toml", "server"},
		{"toml/all-inline.toml", "server"},
		{"toml/inline-servers.toml", "server"},
		{"toml/own-tables.toml", "server"},
		{"toml/own-dotted.toml", "server"},
		{"toml/own-inline.toml", "server"},
		{"toml/no-spaces.toml", "server"},
		{"toml/header-comment-close.toml", "server"},
		{"toml/hooks-inline.toml", "hook"},
		{"yaml/goose-comments.yaml", "goose"},
		{"yaml/goose-empty-extensions.yaml", "goose"},
		{"yaml/goose-null-extensions.yaml", "hermes"},
		{"yaml/continue.yaml", "continue"},
		{"yaml/continue-indentless.yaml", "continue"},
		{"yaml/continue-flow.yaml", "continue"},
		{"yaml/continue-own.yaml", "continue"},
		{"yaml/hermes.yaml", "hermes"},
		{"yaml/hermes-own.yaml", "hermes"},
		{"yaml/flow-json.yaml", "goose"},
		{"yaml/four-spaces.yaml", "continue"},
	} {
		doc, err := os.ReadFile(filepath.Join("testdata", x[0]))
		if err != nil {
			t.Fatal(err)
		}
		e := edits(formatOf(x[0]))[x[1]]
		c, err := Set(formatOf(x[0]), doc, e.path, e.value)
		if err != nil || !c.Changed() {
			t.Errorf("%v: %v", x, err)
		}
		fmt.Fprintf(&out, "-- %s: %s --\n%s\n", x[0], e.path, c.After)
	}
	golden := filepath.Join("testdata", "style.golden")
	if *update {
		if err := os.WriteFile(golden, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), out.String()); diff != "" {
		t.Errorf("%s", diff)
	}
}

package install

import (
	"strings"
	"testing"
)

// A diff shows what changes, and no secret of what stands around it.
func TestDiffCoversSecrets(t *testing.T) {
	for before, shown := range map[string]string{
		`{"mcp": {"other": {"env": {"GITHUB_TOKEN": "ghx_1234", "MODE": "fast"}}}}`: `"GITHUB_TOKEN": "•••"`,
		"[other.env]\nOTHER_API_KEY = 'k-1234'\nmode = 'fast'\n":                    `OTHER_API_KEY = '•••'`,
		"env:\n  db_password: k-1234\n  mode: fast\n":                               `db_password: •••`,
		`{"headers": {"Authorization": "Bearer k-1234"}}`:                           `"Authorization": "•••"`,
		`{"env": {"TOKEN": "${TOKEN}"}, "tokens_saved": [1234]}`:                    `"TOKEN": "${TOKEN}"`,
	} {
		c := &Change{Target: "/x", Before: []byte(before), After: []byte(before + "\nours\n")}
		text := c.Diff()
		if !strings.Contains(text, shown) || strings.Contains(text, "k-1234") || strings.Contains(text, "ghx") || !strings.Contains(text, "+ours") {
			t.Errorf("%s", text)
		}
		if strings.Contains(before, "fast") && !strings.Contains(text, "fast") {
			t.Errorf("covers too much: %s", text)
		}
	}
}

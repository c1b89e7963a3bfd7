package markdown

import (
	"bytes"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/bind/bindtest"
)

// Nesting that the grammar cannot bear costs the nested lines, not the process;
// headings around it are found.
func TestDeepNesting(t *testing.T) {
	for name, deep := range map[string]string{
		"quotes":  strings.Repeat("> ", 3000) + "x",
		"tight":   strings.Repeat(">", 3000) + "x",
		"lists":   strings.Repeat("- ", 3000) + "x",
		"numbers": strings.Repeat("1. ", 3000) + "x",
		"steps":   steps(1000),
	} {
		p := bindtest.New(t, New(), bindtest.Languages(map[string]string{".md": "markdown"}), map[string]string{"a.md": "# Before\n\n" + deep + "\n\n# After\n"})
		if got := p.String(); !strings.Contains(got, "Before") || !strings.Contains(got, "After") {
			t.Errorf("%s: the headings are lost:\n%.300s", name, got)
		}
	}
}

func steps(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat("  ", i) + "- x\n")
	}
	return b.String()
}

// Ordinary text is parsed as it stands.
func TestShallowLeavesText(t *testing.T) {
	for _, text := range []string{"", "# A\n", "> quoted\n>> twice\n", "- a\n  - b\n    1. c\n", "    code\n", "---\n", "2024 was\n", "**bold**\n"} {
		if got := shallow([]byte(text)); string(got) != text {
			t.Errorf("%q became %q", text, got)
		}
	}
	long := []byte(strings.Repeat(" ", deepest+1) + "x\r\ny")
	if got := shallow(long); len(got) != len(long) || bytes.ContainsAny(got, "x") || !bytes.HasSuffix(got, []byte("\r\ny")) {
		t.Errorf("a deep line became %q", got)
	}
}

package docgen_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/docgen"
)

// The scripts of completions are what the library writes now, and what it does
// not do for us.
func TestCompletionsAreCurrent(t *testing.T) {
	scripts, err := docgen.Completions()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range scripts {
		path := filepath.Join("../../completions", name)
		if *update {
			if err := os.WriteFile(path, want, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
		}
		if d := cmp.Diff(string(got), string(want)); d != "" {
			t.Errorf("completions/%s is out of date, run go generate ./... (-have +want):\n%s", name, d)
		}
	}
}

// A line that would do something when a shell reads it is not read again; what
// is quoted does nothing.
func TestCompletionsRunNothing(t *testing.T) {
	acts := []string{
		"gortex call $(id)", `gortex call "$(id)"`, "gortex call `id`", "gortex call \"`id`\"", "gortex >f", "gortex <f", "gortex <(id)",
		"gortex a;id", "gortex a&", "gortex a|id", "gortex a\nid", "gortex (id)", "gortex $'a'", "gortex $[a]", `gortex "it's $(id)"`, "gortex 'a'$(id)'b'",
	}
	plain := []string{
		"", "gortex __complete call read", `gortex call "a;b" '{"q":"$(id) <z>"}'`, "gortex 'a`id`b'", `gortex "a\$(id)"`, `gortex \$\(id\)`, "gortex \\`",
		`gortex "a>f" a\>f`, `gortex "it's" $HOME "$HOME" ~/x`, "gortex 'a\nb'", "gortex 'open $(id)", `gortex \`,
	}
	scripts, err := docgen.Completions()
	if err != nil {
		t.Fatal(err)
	}
	for shell, file := range map[string]string{"bash": "gortex.bash", "zsh": "_gortex"} {
		t.Run(shell, func(t *testing.T) {
			if _, err := exec.LookPath(shell); err != nil {
				t.Skip(err)
			}
			_, script, _ := strings.Cut(string(scripts[file]), "\n__gortex_acts()\n")
			body, _, _ := strings.Cut(script, "\n}\n")
			check := "f()\n" + body + "\n}\nfor line; do if f \"$line\"; then echo acts; else echo plain; fi; done"
			out, err := exec.Command(shell, append([]string{"-c", check, shell}, append(acts, plain...)...)...).CombinedOutput()
			if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			want := strings.Repeat("acts\n", len(acts)) + strings.Repeat("plain\n", len(plain))
			if d := cmp.Diff(want, string(out)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

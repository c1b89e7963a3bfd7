// Package facadetest runs the operations of a tool on an engine in memory and
// compares what they answer with files that people read.
package facadetest

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/engine/enginetest"
)

var update = flag.Bool("update", false, "rewrite the expected answers")

// Open makes an engine of the archive testdata/<name>.
func Open(t testing.TB, name string) *enginetest.Engine {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return enginetest.New(t, string(text))
}

// Caller is a dispatcher over an engine.
func Caller(t testing.TB, e engine.Engine) op.Caller {
	t.Helper()
	r, err := facade.NewRegistry(facade.All())
	if err != nil {
		t.Fatal(err)
	}
	return facade.New(r, e, facade.Policy{})
}

// Call makes one call and returns the answer, an error's document included.
func Call(t testing.TB, e engine.Engine, tool, args string) string {
	t.Helper()
	reply := Caller(t, e).Call(context.Background(), op.Request{Tool: tool, Arguments: json.RawMessage(args)})
	return string(reply.Payload)
}

// Answers makes every call of the files testdata/answers/*.txt and compares.
// In such a file a line that begins with "> " is the argument object of a call,
// one that begins with "#" says why it is there, and what follows is the
// answer, one row a line.
func Answers(t *testing.T, e engine.Engine, tool string) {
	files, _ := filepath.Glob("testdata/answers/*.txt")
	if len(files) == 0 {
		t.Fatal("no testdata/answers/*.txt")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			old, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			asked := 0
			for line := range strings.Lines(string(old)) {
				switch {
				case strings.HasPrefix(line, "#"):
					b.WriteString("\n" + line)
				case strings.HasPrefix(line, "> "):
					asked++
					b.WriteString(line)
					b.WriteString(Rows(Call(t, e, tool, strings.TrimPrefix(line, "> "))) + "\n")
				}
			}
			got := strings.TrimPrefix(b.String(), "\n")
			if asked == 0 {
				t.Fatal(file + " asks nothing")
			}
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := cmp.Diff(strings.Split(string(old), "\n"), strings.Split(got, "\n")); d != "" {
				t.Errorf("%s (-want +got):\n%s", file, d)
			}
		})
	}
}

// Rows writes an answer with each row on a line of its own.
func Rows(answer string) string {
	return strings.NewReplacer(`[{`, "[\n  {", `},{`, "},\n  {", `}],"`, "}],\n \"").Replace(answer)
}

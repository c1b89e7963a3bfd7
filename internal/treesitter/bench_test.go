package treesitter_test

import (
	"bytes"
	"fmt"
	"testing"
	"unsafe"

	python "github.com/tree-sitter/tree-sitter-python/bindings/go"
	typescript "github.com/tree-sitter/tree-sitter-typescript/bindings/go"

	"github.com/gortexhq/gortex/internal/treesitter"
)

// BenchmarkParse parses a file of about 100 kB, in MB/s: the part of indexing a
// tree that does not depend on what is asked of it.
func BenchmarkParse(b *testing.B) {
	for _, g := range []struct {
		name     string
		grammar  unsafe.Pointer
		function string
	}{
		{"python", python.Language(), "def load_%[1]d(path, *, retries=%[1]d):\n    \"\"\"Loads the file.\"\"\"\n" +
			"    for attempt in range(retries):\n        try:\n            return parse(open(path).read(), strict=True)\n" +
			"        except OSError as err:\n            log.warning('attempt %%d: %%s', attempt, err)\n    return None\n\n\n"},
		{"typescript", typescript.LanguageTypescript(), "export async function load%[1]d<T>(path: string, retries = %[1]d): Promise<T | undefined> {\n" +
			"  for (let attempt = 0; attempt < retries; attempt++) {\n    try {\n      return await parse<T>(read(path), { strict: true })\n" +
			"    } catch (err) {\n      log.warn(`attempt ${attempt}`, err)\n    }\n  }\n}\n\n"},
	} {
		b.Run(g.name, func(b *testing.B) {
			var src bytes.Buffer
			for i := 0; src.Len() < 100_000; i++ {
				fmt.Fprintf(&src, g.function, i)
			}
			p := treesitter.NewParser(g.grammar)
			defer p.Close()
			b.SetBytes(int64(src.Len()))
			for b.Loop() {
				if _, bad, status := p.Parse(src.Bytes(), 10_000); bad != 0 || status != treesitter.Parsed {
					b.Fatalf("%d bytes of errors, status %d", bad, status)
				}
			}
		})
	}
}

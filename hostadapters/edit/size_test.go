package edit

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// large is a document of about the given size with servers in it.
func large(f Format, size int) []byte {
	var b bytes.Buffer
	for i := 0; b.Len() < size; i++ {
		switch f {
		case TOML:
			fmt.Fprintf(&b, "[projects.\"/srv/p%d\"]\ntrust_level = \"trusted\" # yes\nhistory = [\"one\", \"two\", \"%d\"]\n\n", i, i)
		case YAML:
			fmt.Fprintf(&b, "project%d:\n  trust: true # yes\n  history:\n    - one\n    - \"two\"\n  note: some text that goes on\n", i)
		default:
			fmt.Fprintf(&b, "    \"/srv/p%d\": {\n      \"history\": [\"one\", \"two\"],\n      \"mcpServers\": {},\n      \"last\": %d,\n      \"text\": \"%s\"\n    },\n", i, i, strings.Repeat("x", 40))
		}
	}
	switch f {
	case TOML:
		return append(b.Bytes(), "[mcp_servers.a]\ncommand = \"a\"\n"...)
	case YAML:
		return append(b.Bytes(), "mcp_servers:\n  a:\n    command: a\n"...)
	}
	return []byte("{\n  \"projects\": {\n" + strings.TrimSuffix(b.String(), ",\n") + "\n  },\n  \"mcpServers\": {\n    \"a\": { \"command\": \"a\" }\n  }\n}\n")
}

func serverPath(f Format) Path {
	if f == TOML || f == YAML {
		return Path{"mcp_servers", "gortex"}
	}
	return Path{"mcpServers", "gortex"}
}

func BenchmarkSet5MB(b *testing.B) {
	for _, f := range []Format{JSON, JSONC, JSON5, TOML, YAML} {
		doc := large(f, 5<<20)
		b.Run(f.String(), func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			for b.Loop() {
				if _, err := Set(f, doc, serverPath(f), Object{{"command", "gortex"}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestLargeDocuments(t *testing.T) {
	for _, f := range []Format{JSON, JSON5, TOML, YAML} {
		doc := large(f, 1<<18)
		c, err := Set(f, doc, serverPath(f), Object{{"command", "gortex"}})
		if err != nil {
			t.Errorf("%s: %v", f, err)
			continue
		}
		if back, err := Revert(c.After, c.Undo); err != nil || !bytes.Equal(back.Text, doc) {
			t.Errorf("%s: undo of a large document: %v", f, err)
		}
	}
	one := []byte(strings.ReplaceAll(string(large(JSON, 1<<18)), "\n", ""))
	for _, f := range []Format{JSON, YAML} {
		if _, err := Set(f, one, Path{"mcpServers", "gortex"}, "x"); err != nil {
			t.Errorf("%s on one line: %v", f, err)
		}
	}
}

func TestDepthIsBounded(t *testing.T) {
	for f, doc := range map[Format]string{
		JSON:  strings.Repeat("[", 200_000),
		JSON5: strings.Repeat("{a:", 200_000),
		TOML:  "a = " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000),
		YAML:  strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000),
	} {
		_, _, err := Get(f, []byte(doc), Path{"a"})
		var e *SyntaxError
		if !errors.As(err, &e) {
			t.Errorf("%s: got %v, want a syntax error", f, err)
		}
	}
}

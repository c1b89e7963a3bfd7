package text_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/gortexhq/gortex/internal/wire"
	"github.com/gortexhq/gortex/internal/wire/text"
	"github.com/gortexhq/gortex/internal/wire/valuetest"
)

func TestEncode(t *testing.T) {
	for _, tt := range []struct{ name, answer, want string }{
		{"rows are a table", `{"target":{"id":"a::f","line":2},"rows":[{"id":"a::long","n":1},{"id":"b","n":12,"at":[1,2]}],"none":[],"total":2}`, `
target:
  id: a::f
  line: 2
rows:
  id       n   at
  a::long  1   -
  b        12  [1,2]
none: []
total: 2`},
		{"one long cell does not push the others", `{"rows":[{"id":"` + strings.Repeat("x", 50) + `","n":1},{"id":"b","n":2}]}`, `
rows:
  id  n
  ` + strings.Repeat("x", 50) + `  1
  b   2`},
		{"texts come last and as they are", `{"id":"a::f","source":"func f() {\n\treturn\n}\n","truncated":true}`, `
id: a::f
truncated: true

source, 3 lines:
func f() {
	return
}`},
		{"texts of rows", `{"rows":[{"id":"a","source":"x\ny"},{"id":"b","source":"z"}]}`, `
rows:
  id  source
  a   below
  b   z

rows[0].source, 2 lines:
x
y`},
		{"what a terminal would obey is shown", `{"a\nb":"\u001b[31m\r\t","list":["a","","b c"],"lines":[3,4]}`, `
a\nb: \u001b[31m\u000d\t
list:
  a
  ""
  b c
lines: [3,4]`},
	} {
		v, err := wire.Parse([]byte(tt.answer))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(strings.TrimPrefix(tt.want, "\n"), string(text.Encode(v))); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, d)
		}
	}
}

// Every string on one line is there as it is, however long.
func TestStringsAreWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := valuetest.Objects().Draw(t, "answer")
		got := string(text.Encode(v))
		for _, m := range v.Members {
			if m.Value.Kind == wire.String && !strings.ContainsFunc(m.Value.Text, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }) &&
				!strings.Contains(got, m.Value.Text) {
				t.Fatalf("%q is not in\n%s", m.Value.Text, got)
			}
		}
	})
}

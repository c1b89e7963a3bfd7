package change_test

import (
	"strings"
	"testing"

	"github.com/gortexhq/gortex/facade/change"
	"github.com/gortexhq/gortex/facade/facadetest"
	"github.com/gortexhq/gortex/facade/op"
)

func TestDeclared(t *testing.T) { facadetest.Declared(t, change.Facade) }

// What a change is about is named in one place, wherever that is.
func TestWhatAChangeIsAbout(t *testing.T) {
	for _, tt := range []struct{ operation, args, want string }{
		{"impact", `{"target":{"symbol":"A"}}`, `{"target":{"symbol":"A"}}`},
		{"impact", `{"target":{"symbols":["A","B"]}}`, `{"target":{"symbols":["A","B"]}}`},
		{"impact", `{"target":{"file":"a.go"}}`, `{"target":{"file":"a.go"}}`},
		{"impact", `{"target":{"symbols":["A"]},"options":{"symbol":"A"}}`, `{"target":{"symbols":["A"]}}`},
		{"impact", `{"target":{"symbol":"A","symbols":["A"]}}`, `want exactly one`},
		{"impact", `{"target":{"symbol":"A"},"symbols":["A","B"]}`, `target.symbol and symbols name different targets`},
		{"impact", `{"target":{"symbol":"A"},"source":{"file":"a.go"}}`, `target.symbol and source.file name different targets`},
		{"impact", `{"target":{"query":"A"}}`, `change.impact does not read target.query`},
		{"impact", `{}`, `want exactly one`},
		{"tests", `{"target":{"file":"a.go"}}`, `change.tests does not read target.file`},
		{"contract", `{"source":{"symbols":["A"]}}`, `{"target":{"symbols":["A"]}}`},
		{"code_actions", `{"source":{"file":"a.go"}}`, `{"target":{"file":"a.go"}}`},
		{"detect", `{"target":{"symbol":"A"}}`, `change.detect does not read target.symbol`},
	} {
		args, err := op.Parse([]byte(tt.args))
		if err != nil {
			t.Fatal(err)
		}
		r, err := change.Facade.Op(tt.operation).Decode(args)
		got := strings.Replace(string(r.Args), `"options":{"ack":false},`, "", 1)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, tt.want) || err == nil && got != tt.want {
			t.Errorf("%s %s\n got %s\nwant %s", tt.operation, tt.args, got, tt.want)
		}
	}
}

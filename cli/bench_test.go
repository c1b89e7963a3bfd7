package cli

import (
	"strings"
	"testing"

	"github.com/gortexhq/gortex/facade/op"
)

// A wrong command line of bench is found before anything is measured.
func TestBenchRefuses(t *testing.T) {
	here := t.TempDir()
	for _, test := range []struct {
		args   []string
		want   string
		status int
	}{
		{[]string{"--only", "warm"}, `no step \"warm\"; there are cold`, op.ExitUsage},
		{[]string{"--against-size", "x"}, "without a command to compare with", op.ExitUsage},
		{[]string{"--file", "../x.go"}, "not inside the tree", op.ExitUsage},
		{[]string{"--runs", "-1"}, "-1 runs", op.ExitUsage},
		{[]string{"gone"}, "there is no directory", op.ExitNotFound},
		{[]string{"--runs", "many"}, "--runs", op.ExitUsage},
	} {
		got := run(t, answer("{}"), "", func(a *App) { a.Dir = here }, append([]string{"bench"}, test.args...)...)
		if got.status != test.status || !strings.Contains(got.out+got.err, test.want) {
			t.Errorf("%q: %+v", test.args, got)
		}
	}
}

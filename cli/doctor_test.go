package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/facade/op"
)

// diagnosed runs gortex doctor and leaves out the lines about this machine.
func diagnosed(t *testing.T, a *App, out *bytes.Buffer, args string, want int) string {
	t.Helper()
	out.Reset()
	if status := a.Run(context.Background(), strings.Fields("doctor "+args)); status != want {
		t.Errorf("%s: status %d, want %d", args, status, want)
	}
	var b strings.Builder
	for line := range strings.Lines(out.String()) {
		switch word, _, _ := strings.Cut(line, " "); word {
		case "store", "processes", "sessions", "gortex":
		default:
			b.WriteString(line)
		}
	}
	return b.String()
}

// What people see: a row for each assistant, then what is wrong and what to do.
func TestDoctorTable(t *testing.T) {
	a, home, out, errs := installing(t, "")
	if got, want := diagnosed(t, a, out, "--quiet", op.ExitDone), `assistant  files           server  sees_it
Alpha      without gortex
Gamma      without gortex


nothing is wrong
`; got != strings.Replace(want, "sees_it", "sees it", 1) {
		t.Errorf("got\n%s", got)
	}
	if status := a.Run(context.Background(), []string{"install", "--yes", "--agents", "gamma"}); status != op.ExitDone {
		t.Fatal(errs)
	}
	beta := filepath.Join(home, ".beta", "mcp.json")
	if err := os.MkdirAll(filepath.Dir(beta), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(beta, []byte(`{"mcpServers": {"gortex": {"command": "other"}}}`), 0o644); err != nil {
		t.Fatal(err)
	}
	errs.Reset()
	got := diagnosed(t, a, out, "--quiet", op.ExitFailed)
	for _, want := range []string{
		"Alpha      without gortex", "Beta       conflict", "Gamma      current         command not found",
		"blocker  Beta: ~/.beta/mcp.json: mcpServers.gortex is there already and does not start gortex; rename or remove it\n         give the other server another name",
		"blocker  Gamma: /opt/gortex is not there\n         gortex install --agents gamma\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	if errs.String() != "gortex: 2 problems keep gortex from working\n" {
		t.Errorf("said %s", errs)
	}
	if got := diagnosed(t, a, out, "--quiet --agents alpha", op.ExitDone); strings.Contains(got, "Beta") {
		t.Errorf("got\n%s", got)
	}
	if got := diagnosed(t, a, out, "--agents alpha --color always", op.ExitDone); !strings.Contains(got, styleKey+"info   "+styleReset+"  Alpha: Alpha is on this machine") {
		t.Errorf("got\n%s", got)
	}
	for _, wrong := range []string{"--agents delta", "--yes", "alpha"} {
		diagnosed(t, a, out, wrong, op.ExitUsage)
	}
}

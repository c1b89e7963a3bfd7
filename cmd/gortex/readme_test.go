package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/facade"
)

// Every call that the README shows is a valid request.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(strings.Replace(line, "go run ./cmd/gortex", "gortex", 1))
		if !strings.HasPrefix(line, "gortex call ") || strings.Contains(line, "--jq") {
			continue // a filter is made for the answer, which --dry does not give
		}
		shown++
		cmd := exec.Command("sh", "-c", line+" --dry")
		cmd.Stderr = os.Stderr
		if out, err := cmd.Output(); err != nil {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
	}
	if shown < 6 {
		t.Errorf("found only %d calls", shown)
	}
}

// The README says which tools answer, and that the others do not.
func TestReadmeSaysWhatAnswers(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var rows, others []string
	for _, f := range facade.All() {
		if names := f.AvailableNames(); len(names) > 0 {
			rows = append(rows, "| `"+f.Name+"` | "+strings.Join(names, ", ")+" |")
		} else {
			others = append(others, "`"+f.Name+"`")
		}
	}
	if table := strings.Join(rows, "\n") + "\n"; !strings.Contains(string(text), "\n| tool | operations |\n|---|---|\n"+table+"\n") {
		t.Errorf("the table of what is available should be\n%s", table)
	}
	flat := strings.Join(strings.Fields(string(text)), " ")
	if list := "The others (" + strings.Join(others, ", ") + ") have no operation yet."; !strings.Contains(flat, list) {
		t.Errorf("README lacks: %s", list)
	}
}

package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
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

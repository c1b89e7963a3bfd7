package wiretest

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"testing"

	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// What says that it reads changes nothing that is kept: neither the repository
// nor what gortex stores of the user's. What can be computed again may change.
//
//spec:6.1-read-persists-nothing 6.1-semantic-state 12-agreement
func TestReadsPersistNothing(t *testing.T) {
	cmd := exec.Command(gortex, "mcp")
	cmd.Dir = repo
	session, err := sdk.NewClient(&sdk.Implementation{Name: "codex", Version: "1"}, nil).
		Connect(t.Context(), &sdk.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	call := func(tool string, arguments any) (got struct {
		Domains    []struct{ Name string }
		Operations []struct{ Operation string }
		Shape      json.RawMessage `json:"request_shape"`
		ErrorCode  string          `json:"error_code"`
	}) {
		t.Helper()
		r, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(r.Content[0].(*sdk.TextContent).Text), &got); err != nil {
			t.Errorf("%s %v: %v", tool, arguments, err)
		}
		return got
	}
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	before, calls := kept(t), 0
	domains := call("capabilities", map[string]string{}).Domains
	if len(domains) != len(list.Tools) {
		t.Errorf("capabilities has %d domains, tools/list %d tools", len(domains), len(list.Tools))
	}
	for i, tool := range list.Tools {
		if i < len(domains) && domains[i].Name != tool.Name {
			t.Errorf("capabilities has %s where tools/list has %s", domains[i].Name, tool.Name)
		}
		operations := call("capabilities", map[string]string{"domain": tool.Name})
		if !tool.Annotations.ReadOnlyHint {
			continue
		}
		for _, o := range operations.Operations {
			shape := call("capabilities", map[string]string{"domain": tool.Name, "operation": o.Operation, "detail": "schema"}).Shape
			// The shapes of response name an answer that this session has not.
			if got := call(tool.Name, shape); got.ErrorCode == "internal" || got.ErrorCode == "invalid_argument" && tool.Name != "response" {
				t.Errorf("%s %s: %s", tool.Name, shape, got.ErrorCode)
			}
			calls++
		}
	}
	if d := cmp.Diff(before, kept(t)); d != "" {
		t.Errorf("reading has changed what is kept (-before +after):\n%s", d)
	}
	if calls < 20 {
		t.Errorf("only %d calls", calls)
	}
}

// kept is the content of all files that are not derived, by path.
func kept(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, dir := range []string{repo, os.Getenv("XDG_DATA_HOME"), os.Getenv("XDG_CONFIG_HOME"), os.Getenv("XDG_STATE_HOME")} {
		if _, err := os.Stat(dir); err != nil {
			continue // nothing was ever kept there
		}
		tree := os.DirFS(dir)
		err := fs.WalkDir(tree, ".", func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := fs.ReadFile(tree, path)
			files[dir+"/"+path] = string(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

package hosttest

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/gortexhq/gortex/hostadapters/host"
)

// codexServers asks the app server of Codex for the tools of gortex in a new
// thread.
func codexServers(m *machine) ([]string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c, err := startAppServer(ctx, m)
	if err != nil {
		return nil, err
	}
	defer c.stop()
	var thread struct{ Thread struct{ ID string } }
	if err := c.call("initialize", `{"clientInfo":{"name":"hosttest","version":"1"},"capabilities":{"experimentalApi":true}}`, nil); err != nil {
		return nil, err
	}
	if _, err := io.WriteString(c.in, `{"method":"initialized"}`+"\n"); err != nil {
		return nil, err
	}
	cwd, err := json.Marshal(m.repo)
	if err != nil {
		return nil, err
	}
	if err := c.call("thread/start", `{"cwd":`+string(cwd)+`}`, &thread); err != nil {
		return nil, err
	}
	var status struct {
		Data []struct {
			Name  string
			Tools map[string]json.RawMessage
		}
	}
	if err := c.call("mcpServerStatus/list", `{"threadId":"`+thread.Thread.ID+`"}`, &status); err != nil {
		return nil, err
	}
	for _, s := range status.Data {
		if s.Name == "gortex" {
			var names []string
			for name := range s.Tools {
				names = append(names, name)
			}
			slices.Sort(names)
			return names, nil
		}
	}
	return nil, errors.New("mcpServerStatus/list has no gortex")
}

// appServer is a running codex app-server.
type appServer struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines *bufio.Scanner
	id    int
}

func startAppServer(ctx context.Context, m *machine) (*appServer, error) {
	cmd := m.command(ctx, m.job.Pkg.Bin, "app-server")
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 16<<20)
	return &appServer{cmd: cmd, in: in, lines: lines}, nil
}

// call waits for the answer and passes over what else is said.
func (c *appServer) call(method, params string, result any) error {
	c.id++
	if _, err := fmt.Fprintf(c.in, `{"id":%d,"method":%q,"params":%s}`+"\n", c.id, method, params); err != nil {
		return err
	}
	for c.lines.Scan() {
		var a struct {
			ID     *int
			Method string
			Result json.RawMessage
			Error  json.RawMessage
		}
		if json.Unmarshal(c.lines.Bytes(), &a) != nil || a.ID == nil || *a.ID != c.id || a.Method != "" {
			continue
		}
		if a.Error != nil {
			return fmt.Errorf("%s: %s", method, a.Error)
		}
		if result == nil {
			return nil
		}
		return json.Unmarshal(a.Result, result)
	}
	return fmt.Errorf("%s: no answer before the end: %w", method, errors.Join(c.lines.Err(), io.ErrUnexpectedEOF))
}

// stop ends it and what it started.
func (c *appServer) stop() {
	c.in.Close()
	c.cmd.Cancel()
	c.cmd.Wait()
}

// namespaceRow checks what only newer versions of Codex take.
func namespaceRow(version string, config []byte) string {
	written := strings.Contains(string(config), "direct_only_tool_namespaces")
	switch takes := host.AtLeast(version, "0.142.0"); {
	case takes && !written:
		return "direct_only_tool_namespaces is not written"
	case !takes && written:
		return "direct_only_tool_namespaces is written, which this version does not take"
	}
	return ""
}

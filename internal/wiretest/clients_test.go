package wiretest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	mcpclient "github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// step is one call that a client makes.
type step struct {
	Tool      string          `json:"tool"`
	Arguments json.RawMessage `json:"arguments"`
}

// seen is what a client saw of a server, in one connection.
type seen struct {
	Instructions string   `json:"instructions"`
	Tools        []tool   `json:"tools"`
	Answers      []answer `json:"answers"`
	Again        []string `json:"again"` // the names of a second tools/list, after the calls
}

type tool struct {
	Name        string `json:"name"`
	InputSchema any    `json:"input_schema"`
}

type answer struct {
	Text    string         `json:"text"`
	IsError bool           `json:"is_error"`
	Facade  map[string]any `json:"facade"` // _meta.gortex_facade
}

// stdio is the address of a server that each connection starts for itself.
const stdio = ""

// clients are other people's. Each connects to the address once under each name,
// lists the tools, takes the steps, and lists the tools again; none of them
// listens to notifications.
var clients = []struct {
	name     string
	few      bool // a few names will do
	converse func(t *testing.T, url string, names []string, steps []step) map[string]seen
}{
	{"mcp-go 2025-06-18", false, each("2025-06-18", withMCPGo)},
	{"mcp-go 2026-07-28", true, each("2026-07-28", withMCPGo)},
	{"go-sdk 2025-06-18", true, each("2025-06-18", withGoSDK)},
	{"go-sdk 2026-07-28", false, each("2026-07-28", withGoSDK)},
	{"typescript-sdk", false, withTypeScriptSDK},
}

// A dialer says where a server is, in which version of the protocol it is
// spoken to, and what the client is called.
type dialer struct{ url, version, name string }

func each(version string, one func(context.Context, dialer, []step) (seen, error)) func(*testing.T, string, []string, []step) map[string]seen {
	return func(t *testing.T, url string, names []string, steps []step) map[string]seen {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		all := map[string]seen{}
		for _, name := range names {
			s, err := one(ctx, dialer{url, version, name}, steps)
			if err != nil {
				t.Fatalf("%q: %v", name, err)
			}
			all[name] = s
		}
		return all
	}
}

func withGoSDK(ctx context.Context, d dialer, steps []step) (s seen, err error) {
	var transport sdk.Transport = &sdk.StreamableClientTransport{Endpoint: d.url}
	if d.url == stdio {
		cmd := exec.Command(gortex, "mcp")
		cmd.Dir = repo
		transport = &sdk.CommandTransport{Command: cmd}
	}
	session, err := sdk.NewClient(&sdk.Implementation{Name: d.name, Version: "1"}, nil).
		Connect(ctx, transport, &sdk.ClientSessionOptions{ProtocolVersion: d.version})
	if err != nil {
		return s, err
	}
	defer session.Close()
	greeting := session.InitializeResult()
	if greeting.ProtocolVersion != d.version {
		return s, fmt.Errorf("the server speaks %s", greeting.ProtocolVersion)
	}
	s.Instructions = greeting.Instructions
	list, err := session.ListTools(ctx, nil)
	if err != nil {
		return s, err
	}
	for _, t := range list.Tools {
		s.Tools = append(s.Tools, tool{t.Name, t.InputSchema})
	}
	for _, step := range steps {
		r, err := session.CallTool(ctx, &sdk.CallToolParams{Name: step.Tool, Arguments: step.Arguments})
		if err != nil {
			return s, err
		}
		facade, _ := r.Meta["gortex_facade"].(map[string]any)
		s.Answers = append(s.Answers, answer{r.Content[0].(*sdk.TextContent).Text, r.IsError, facade})
	}
	if list, err = session.ListTools(ctx, nil); err != nil {
		return s, err
	}
	for _, t := range list.Tools {
		s.Again = append(s.Again, t.Name)
	}
	return s, nil
}

func withMCPGo(ctx context.Context, d dialer, steps []step) (s seen, err error) {
	var session *mcpclient.Client
	if d.url == stdio {
		session, err = mcpclient.NewStdioMCPClient(gortex, os.Environ(), "mcp", "-C", repo)
	} else if session, err = mcpclient.NewStreamableHttpClient(d.url); err == nil {
		err = session.Start(ctx)
	}
	if err != nil {
		return s, err
	}
	defer session.Close()
	hello := mcp.InitializeRequest{}
	hello.Params.ProtocolVersion = d.version
	hello.Params.ClientInfo = mcp.Implementation{Name: d.name, Version: "1"}
	greeting, err := session.Initialize(ctx, hello)
	if err != nil {
		return s, err
	}
	if greeting.ProtocolVersion != d.version {
		return s, fmt.Errorf("the server speaks %s", greeting.ProtocolVersion)
	}
	s.Instructions = greeting.Instructions
	list, err := session.ListTools(ctx, mcp.ListToolsRequest{})
	if err != nil {
		return s, err
	}
	for _, t := range list.Tools {
		s.Tools = append(s.Tools, tool{t.Name, t.InputSchema})
	}
	for _, step := range steps {
		call := mcp.CallToolRequest{}
		call.Params.Name, call.Params.Arguments = step.Tool, step.Arguments
		r, err := session.CallTool(ctx, call)
		if err != nil {
			return s, err
		}
		a := answer{Text: r.Content[0].(mcp.TextContent).Text, IsError: r.IsError}
		if r.Meta != nil {
			a.Facade, _ = r.Meta.AdditionalFields["gortex_facade"].(map[string]any)
		}
		s.Answers = append(s.Answers, a)
	}
	if list, err = session.ListTools(ctx, mcp.ListToolsRequest{}); err != nil {
		return s, err
	}
	for _, t := range list.Tools {
		s.Again = append(s.Again, t.Name)
	}
	return s, nil
}

// withTypeScriptSDK lets node/client.mjs do it.
func withTypeScriptSDK(t *testing.T, url string, names []string, steps []step) map[string]seen {
	t.Helper()
	server := map[string]any{"url": url}
	if url == stdio {
		server = map[string]any{"command": gortex, "args": []string{"mcp"}, "cwd": repo}
	}
	var all map[string]seen
	runNode(t, "node/client.mjs", map[string]any{"server": server, "names": names, "steps": steps}, &all)
	return all
}

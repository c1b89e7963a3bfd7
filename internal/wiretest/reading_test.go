package wiretest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	mcpclient "github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// heard is what a client read and was told in one connection, in which it
// changed a file and looked for a tool.
type heard struct {
	Resources   []string `json:"resources"` // addresses, then templates
	Guide       string   `json:"guide"`
	Prompts     []string `json:"prompts"`
	Orientation string   `json:"orientation"`
	Missing     int      `json:"missing"` // the error for a resource that there is not
	Updated     string   `json:"updated"` // the resource that it was told of
	Found       string   `json:"found"`   // the answer of tools_search
	Again       []string `json:"again"`   // the tools, after it was told that they have changed
}

const (
	watched = "gortex://stats"
	added   = "\n\ndef added():\n    pass\n"
	lookup  = "select:get_recent_changes"
)

// Clients that are not ours read resources and prompts, and are told when a
// resource that they subscribed to reads differently and when there are more
// tools.
//
//spec:surface-resources surface-prompts surface-resource-updates surface-defer-promotes
func TestReadingAndBeingTold(t *testing.T) {
	t.Setenv("GORTEX_TOOLS", "core")
	var first *heard
	for _, c := range []struct {
		name string
		read func(t *testing.T, url, dir string) heard
	}{
		{"mcp-go 2025-06-18", mcpGoReads("2025-06-18")},
		{"go-sdk 2025-06-18", goSDKReads("2025-06-18")},
		{"typescript-sdk", typeScriptSDKReads},
	} {
		for _, over := range []string{"stdio", "http"} {
			t.Run(c.name+"/"+over, func(t *testing.T) {
				dir := filepath.Join(t.TempDir(), "repo") // its name is in answers
				if err := os.CopyFS(dir, os.DirFS("testdata/repo")); err != nil {
					t.Fatal(err)
				}
				url := stdio
				if over == "http" {
					url = serveIn(t, dir)
				}
				h := c.read(t, url, dir)
				checkHeard(t, h)
				h.Orientation = strings.ReplaceAll(h.Orientation, dir, "DIR")
				if first == nil {
					first = &h
				} else if before, now := encoded(t, *first), encoded(t, h); before != now {
					t.Errorf("hears otherwise than the client before it\n before %s\n now %s", before, now)
				}
			})
		}
	}
}

func checkHeard(t *testing.T, h heard) {
	t.Helper()
	if len(h.Resources) != 18 || !slices.Contains(h.Resources, watched) || !slices.Contains(h.Resources, "gortex://guide/{topic}") {
		t.Errorf("resources: %q", h.Resources)
	}
	if !strings.HasPrefix(h.Guide, "# gortex") || !strings.Contains(h.Orientation, "greet") {
		t.Errorf("guide: %.80q, orientation: %.200q", h.Guide, h.Orientation)
	}
	if want := []string{"orientation", "pre_commit", "safe_to_change"}; !slices.Equal(h.Prompts, want) {
		t.Errorf("prompts: %q, want %q", h.Prompts, want)
	}
	if h.Missing != mcp.RESOURCE_NOT_FOUND || h.Updated != watched {
		t.Errorf("an unknown resource is %d; told of %q", h.Missing, h.Updated)
	}
	if !strings.Contains(h.Found, `"promoted":["get_recent_changes"]`) || !slices.Contains(h.Again, "get_recent_changes") {
		t.Errorf("found %s, tools %q", h.Found, h.Again)
	}
	if len(h.Again) != len(core.roster)+1 {
		t.Errorf("%d tools, want those of core and one", len(h.Again))
	}
}

func encoded(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// told waits for a notification.
func told[T any](t *testing.T, c <-chan T, of string) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(20 * time.Second):
		t.Fatalf("not told of %s", of)
	}
	return v
}

// change adds a function to the repository.
func change(t *testing.T, dir string) {
	t.Helper()
	path := filepath.Join(dir, "greet.py")
	text, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, append(text, added...), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// must gives what a request was answered.
func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// dial connects the official Go SDK's client to a server in a directory.
func dial(t *testing.T, url, dir, version string, options *sdk.ClientOptions) *sdk.ClientSession {
	t.Helper()
	var over sdk.Transport = &sdk.StreamableClientTransport{Endpoint: url}
	if url == stdio {
		cmd := exec.Command(gortex, "mcp")
		cmd.Dir = dir
		over = &sdk.CommandTransport{Command: cmd}
	}
	c := must(sdk.NewClient(&sdk.Implementation{Name: "codex", Version: "1"}, options).
		Connect(t.Context(), over, &sdk.ClientSessionOptions{ProtocolVersion: version}))(t)
	t.Cleanup(func() { _ = c.Close() }) // the server may be gone
	if v := c.InitializeResult().ProtocolVersion; v != version {
		t.Fatalf("the server speaks %s", v)
	}
	return c
}

// In 2026-07-28 a client subscribes by a request that stays open.
//
//spec:surface-resource-updates
func TestSubscriptionThatStaysOpen(t *testing.T) {
	for _, over := range []string{"stdio", "http"} {
		t.Run(over, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "repo")
			if err := os.CopyFS(dir, os.DirFS("testdata/repo")); err != nil {
				t.Fatal(err)
			}
			url := stdio
			if over == "http" {
				url = serveIn(t, dir)
			}
			updated := make(chan string, 9)
			c := dial(t, url, dir, "2026-07-28", &sdk.ClientOptions{
				ResourceUpdatedHandler: func(_ context.Context, r *sdk.ResourceUpdatedNotificationRequest) { updated <- r.Params.URI },
			})
			must(c.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: watched}))(t)
			if err := c.Subscribe(t.Context(), &sdk.SubscribeParams{URI: watched}); err != nil {
				t.Fatal(err)
			}
			// The client does not wait until the server has it.
			heard := ""
			for range 20 {
				change(t, dir)
				select {
				case heard = <-updated:
				case <-time.After(1200 * time.Millisecond):
					continue
				}
				break
			}
			if heard != watched {
				t.Fatalf("told of %q", heard)
			}
			if err := c.Unsubscribe(t.Context(), &sdk.UnsubscribeParams{URI: watched}); err != nil {
				t.Fatal(err)
			}
			time.Sleep(200 * time.Millisecond)
			change(t, dir)
			select {
			case uri := <-updated:
				t.Errorf("told of %s, which nobody waits for", uri)
			case <-time.After(1500 * time.Millisecond):
			}
		})
	}
}

func goSDKReads(version string) func(*testing.T, string, string) heard {
	return func(t *testing.T, url, dir string) (h heard) {
		ctx := t.Context()
		updated, changed := make(chan string, 9), make(chan bool, 9)
		c := dial(t, url, dir, version, &sdk.ClientOptions{
			ResourceUpdatedHandler: func(_ context.Context, r *sdk.ResourceUpdatedNotificationRequest) { updated <- r.Params.URI },
			ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) { changed <- true },
		})
		for _, r := range must(c.ListResources(ctx, nil))(t).Resources {
			h.Resources = append(h.Resources, r.URI)
		}
		for _, r := range must(c.ListResourceTemplates(ctx, nil))(t).ResourceTemplates {
			h.Resources = append(h.Resources, r.URITemplate)
		}
		h.Guide = must(c.ReadResource(ctx, &sdk.ReadResourceParams{URI: "gortex://guide"}))(t).Contents[0].Text
		for _, p := range must(c.ListPrompts(ctx, nil))(t).Prompts {
			h.Prompts = append(h.Prompts, p.Name)
		}
		h.Orientation = must(c.GetPrompt(ctx, &sdk.GetPromptParams{Name: "orientation"}))(t).Messages[0].Content.(*sdk.TextContent).Text
		var missing *jsonrpc.Error
		if _, err := c.ReadResource(ctx, &sdk.ReadResourceParams{URI: "gortex://nope"}); errors.As(err, &missing) {
			h.Missing = int(missing.Code)
		}
		if err := c.Subscribe(ctx, &sdk.SubscribeParams{URI: watched}); err != nil {
			t.Fatal(err)
		}
		change(t, dir)
		h.Updated = told(t, updated, watched)
		found := must(c.CallTool(ctx, &sdk.CallToolParams{Name: "tools_search", Arguments: map[string]any{"query": lookup}}))(t)
		h.Found = found.Content[0].(*sdk.TextContent).Text
		told(t, changed, "the tools")
		for _, tool := range must(c.ListTools(ctx, nil))(t).Tools {
			h.Again = append(h.Again, tool.Name)
		}
		return h
	}
}

func mcpGoReads(version string) func(*testing.T, string, string) heard {
	return func(t *testing.T, url, dir string) (h heard) {
		ctx := t.Context()
		updated, changed := make(chan string, 9), make(chan bool, 9)
		var c *mcpclient.Client
		if url == stdio {
			c = must(mcpclient.NewStdioMCPClient(gortex, os.Environ(), "mcp", "-C", dir))(t)
		} else {
			c = must(mcpclient.NewStreamableHttpClient(url, transport.WithContinuousListening()))(t)
		}
		defer c.Close()
		if err := c.Start(ctx); err != nil { // over stdio too, or notifications are dropped
			t.Fatal(err)
		}
		c.OnNotification(func(n mcp.JSONRPCNotification) {
			switch n.Method {
			case "notifications/resources/updated":
				uri, _ := n.Params.AdditionalFields["uri"].(string)
				updated <- uri
			case "notifications/tools/list_changed":
				changed <- true
			}
		})
		hello := mcp.InitializeRequest{}
		hello.Params.ProtocolVersion = version
		hello.Params.ClientInfo = mcp.Implementation{Name: "codex", Version: "1"}
		if v := must(c.Initialize(ctx, hello))(t).ProtocolVersion; v != version {
			t.Fatalf("the server speaks %s", v)
		}
		for _, r := range must(c.ListResources(ctx, mcp.ListResourcesRequest{}))(t).Resources {
			h.Resources = append(h.Resources, r.URI)
		}
		for _, r := range must(c.ListResourceTemplates(ctx, mcp.ListResourceTemplatesRequest{}))(t).ResourceTemplates {
			h.Resources = append(h.Resources, r.URITemplate.Raw())
		}
		read := mcp.ReadResourceRequest{}
		read.Params.URI = "gortex://guide"
		h.Guide = must(c.ReadResource(ctx, read))(t).Contents[0].(mcp.TextResourceContents).Text
		for _, p := range must(c.ListPrompts(ctx, mcp.ListPromptsRequest{}))(t).Prompts {
			h.Prompts = append(h.Prompts, p.Name)
		}
		get := mcp.GetPromptRequest{}
		get.Params.Name = "orientation"
		h.Orientation = must(c.GetPrompt(ctx, get))(t).Messages[0].Content.(mcp.TextContent).Text
		read.Params.URI = "gortex://nope"
		if _, err := c.ReadResource(ctx, read); errors.Is(err, mcp.ErrResourceNotFound) {
			h.Missing = mcp.RESOURCE_NOT_FOUND
		}
		subscribe := mcp.SubscribeRequest{}
		subscribe.Params.URI = watched
		if err := c.Subscribe(ctx, subscribe); err != nil {
			t.Fatal(err)
		}
		change(t, dir)
		h.Updated = told(t, updated, watched)
		call := mcp.CallToolRequest{}
		call.Params.Name, call.Params.Arguments = "tools_search", map[string]any{"query": lookup}
		h.Found = must(c.CallTool(ctx, call))(t).Content[0].(mcp.TextContent).Text
		told(t, changed, "the tools")
		for _, tool := range must(c.ListTools(ctx, mcp.ListToolsRequest{}))(t).Tools {
			h.Again = append(h.Again, tool.Name)
		}
		return h
	}
}

func typeScriptSDKReads(t *testing.T, url, dir string) (h heard) {
	server := map[string]any{"url": url}
	if url == stdio {
		server = map[string]any{"command": gortex, "args": []string{"mcp"}, "cwd": dir}
	}
	runNode(t, "node/reading.mjs", map[string]any{"server": server, "file": filepath.Join(dir, "greet.py"), "text": added}, &h)
	return h
}

// runNode gives a script its orders and reads what it saw. Without Node.js or
// the SDK the test is skipped, unless GORTEX_WIRE=node says that they have to be
// there.
func runNode(t *testing.T, script string, orders, saw any) {
	t.Helper()
	missing := t.Skipf
	if os.Getenv("GORTEX_WIRE") == "node" {
		missing = t.Fatalf
	}
	node, err := exec.LookPath("node")
	if err != nil {
		missing("Node.js 18 or later is not installed")
	}
	if _, err := os.Stat("node/node_modules/@modelcontextprotocol/sdk"); err != nil {
		missing("the TypeScript SDK is not installed: npm ci --prefix internal/wiretest/node")
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, node, script)
	var stderr strings.Builder
	cmd.Stdin, cmd.Stderr = strings.NewReader(encoded(t, orders)), &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	if err := json.Unmarshal(bytes.TrimSpace(out), saw); err != nil {
		t.Fatal(err)
	}
}

// Package mcpserver is the MCP skin over an op.Caller. It knows the protocol
// and nothing about the operations.
package mcpserver

import (
	"context"
	"encoding/json"
	"io"
	"log"
	"slices"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
)

// Instructions are sent once, when a client connects. They say what the
// schemas cannot: what to call first and how a target is written.
const Instructions = `Gortex knows the code of this repository: definitions, references, calls, types. Its answers are exact and small; prefer them to reading files and to grep.

Where to begin:
- search {"query":"..."} finds symbols by name or words; {"operation":"text"} finds lines, {"operation":"files"} files.
- read {"target":{"symbol":"Server.Start"}} gives one symbol's source; {"target":{"file":"a/b.go"}} a file or a part of it.
- relations {"operation":"callers","target":{"symbol":"..."}} (usages, dependencies, implementations, hierarchy, ...) answers who uses what.
- explore {"operation":"task", ...} gathers what a task needs in one call.

A target has exactly one selector: file, symbol, symbols, query, artifact or repo. A symbol is an id (path::Type.Method) or a name that is unique; otherwise the error lists candidates. Where operation is left out, the target chooses it.

capabilities {} lists the tools; {"domain":"read"} its operations; {"domain":"read","operation":"file","detail":"schema"} the exact fields with a request to copy.

Lists end in next_cursor when there is more: repeat the call with output.cursor. output also takes limit, fields, max_tokens. An error has error_code, message and data, which says what would have been right. index_warming means the first indexing is under way: data says how far; try again shortly.`

// Config is what a server is made of.
type Config struct {
	Registry *facade.Registry
	Caller   op.Caller
	Version  string
	Log      io.Writer // for people; never the stream of frames
	// Drain is how long calls that are running when the input ends may still
	// take.
	Drain time.Duration
	// Start is run beside the server once a client has its list of tools or has
	// called one, or has been silent for a while: not before, because it would
	// slow the handshake down. Its context ends with the connection, and Serve
	// waits for it. nil: nothing is run.
	Start func(context.Context)
	// Parent gives the id of the parent process; when it changes the client is
	// gone. nil: do not look.
	Parent func() int
}

// concurrent is how many calls run at once; more wait.
const concurrent = 16

// Serve answers one client on in and out until in ends, ctx is cancelled or the
// client is gone. Calls that are running then have Config.Drain to finish.
func Serve(ctx context.Context, c Config, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go watchParent(ctx, c.Parent, cancel)
	w := &frames{w: out}
	gate := &gate{config: c, tools: facade.ToolsJSON(c.Registry), out: w, listed: make(chan struct{})}
	if c.Start != nil {
		var started sync.WaitGroup
		defer started.Wait()
		defer cancel() // before the wait
		started.Go(func() { gate.start(ctx) })
	}
	stdio := server.NewStdioServer(newServer(c))
	logger := log.New(c.Log, "gortex: mcp: ", 0)
	for _, option := range []server.StdioOption{
		server.WithErrorLogger(logger), server.WithWorkerPoolSize(concurrent), server.WithQueueSize(4096),
	} {
		option(stdio)
	}
	err := stdio.Listen(ctx, gate.filter(ctx, in), w)
	if err == io.EOF {
		return nil
	}
	return err
}

func newServer(c Config) *server.MCPServer {
	s := server.NewMCPServer("gortex", c.Version,
		server.WithToolCapabilities(false), server.WithInstructions(Instructions),
		server.WithToolFilter(inOrder(c.Registry.Names())))
	for _, t := range facade.ToolsList(c.Registry) {
		s.AddTool(tool(t), handler(t.Name, c.Caller))
	}
	return s
}

// inOrder undoes mcp-go's alphabetical order, for clients of the protocol
// without a handshake, whose lists mcp-go makes: see [gate].
func inOrder(names []string) server.ToolFilterFunc {
	return func(_ context.Context, tools []mcp.Tool) []mcp.Tool {
		if len(tools) > 1 {
			slices.SortFunc(tools, func(a, b mcp.Tool) int {
				return slices.Index(names, a.Name) - slices.Index(names, b.Name)
			})
		}
		return tools
	}
}

// tool is what mcp-go knows of a tool.
func tool(t facade.Tool) mcp.Tool {
	schema, _ := t.InputSchema.MarshalJSON()
	return mcp.Tool{
		Name: t.Name, Description: t.Description, RawInputSchema: schema,
		Annotations: mcp.ToolAnnotation{
			ReadOnlyHint:    &t.Annotations.ReadOnly,
			DestructiveHint: &t.Annotations.Destructive,
			OpenWorldHint:   &t.Annotations.OpenWorld,
		},
	}
}

func handler(name string, caller op.Caller) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		request := op.Request{Tool: name, Arguments: req.Params.RawArguments, Surface: op.SurfacePublic}
		if s := server.ClientSessionFromContext(ctx); s != nil {
			request.Session = s.SessionID()
		}
		return result(caller.Call(ctx, request)), nil
	}
}

// result is a reply in the form of the protocol.
func result(r op.Reply) *mcp.CallToolResult {
	return &mcp.CallToolResult{
		Result:  mcp.Result{Meta: mcp.NewMetaFromMap(map[string]any{"gortex_facade": r.Meta})},
		Content: []mcp.Content{mcp.TextContent{Type: "text", Text: string(r.Payload)}},
		IsError: r.Err != nil,
	}
}

// marshal is json.Marshal of values that cannot fail.
func marshal(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

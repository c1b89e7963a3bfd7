// Package mcpserver is the MCP skin over an op.Caller. It knows the protocol
// and nothing about the operations.
package mcpserver

import (
	"context"
	"encoding/json"
	"io"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/facade/resource"
	"github.com/gortexhq/gortex/facade/surface"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/notify"
)

// Config is what a server is made of.
type Config struct {
	Registry *facade.Registry
	Caller   op.Caller
	Version  string
	Log      io.Writer // for people; never the stream of frames
	// Surface chooses what a client that calls itself so sees; "" is a client
	// that gives no name. nil: as if nobody had set anything.
	Surface func(client string) *surface.Surface
	// Engine is watched for what clients subscribe to; nil: they are told
	// nothing.
	Engine engine.Engine
	// Concurrent is how many calls run at once; more wait. 0 means
	// [Concurrent].
	Concurrent int
	// Deadline bounds the reading of a resource or a prompt as a whole; 0: each
	// of its calls alone is bounded.
	Deadline time.Duration
	// Drain is how long calls that are running when the input ends may still
	// take.
	Drain time.Duration
	// Start is run beside the server once a client has its list of tools or has
	// called one, or has been silent for a while: not before, because it would
	// slow the handshake down. Its context ends with the connection, and Serve
	// waits for it. nil: nothing is run.
	Start func(context.Context)
	// Look is how often the tree is looked at while a client waits for changes;
	// 0 lets notify choose.
	Look time.Duration
	// Closed is told which session has ended. nil: nobody is told.
	Closed func(session string)
	// Parent gives the id of the parent process; when it changes the client is
	// gone. nil: do not look.
	Parent func() int
}

// Concurrent is how many calls run at once unless the configuration says
// otherwise.
const Concurrent = 8

// MaxConcurrent bounds Config.Concurrent.
const MaxConcurrent = 64

// Server speaks the protocol with any number of clients.
type Server struct {
	config      Config
	mcp         *server.MCPServer
	known       map[string]bool // the names that mcp-go knows
	resources   *resource.Catalog
	connections connections
	slots       chan struct{} // one for each call that may run
	hub         *notify.Hub   // nil without an engine
	streams     streams
}

// New makes a server. Serve and Handler are its transports.
func New(c Config) *Server {
	if c.Concurrent <= 0 {
		c.Concurrent = Concurrent
	}
	c.Concurrent = min(c.Concurrent, MaxConcurrent)
	if c.Surface == nil {
		catalog := surface.NewCatalog(c.Registry.Facades())
		c.Surface = func(client string) *surface.Surface {
			seen, _ := catalog.Resolve(surface.Choices{Client: client})
			return seen
		}
	}
	s := &Server{config: c, known: map[string]bool{}, slots: make(chan struct{}, c.Concurrent), resources: resource.New(c.Registry.Facades())}
	hooks := &server.Hooks{}
	hooks.AddBeforeInitialize(func(ctx context.Context, _ any, m *mcp.InitializeRequest) {
		if session := server.ClientSessionFromContext(ctx); session != nil {
			conn := s.connections.get(session.SessionID())
			s.greeted(conn, m.Params.ClientInfo.Name)
			s.prefers(conn, m.Params.Capabilities)
		}
	})
	hooks.AddAfterInitialize(func(ctx context.Context, _ any, _ *mcp.InitializeRequest, r *mcp.InitializeResult) {
		introduce(s.surfaceOf(ctx), &r.Instructions, &r.Capabilities)
	})
	hooks.AddAfterDiscover(func(ctx context.Context, _ any, _ *mcp.DiscoverRequest, r *mcp.DiscoverResult) {
		introduce(s.surfaceOf(ctx), &r.Instructions, &r.Capabilities)
	})
	if c.Engine != nil {
		s.hub = &notify.Hub{Engine: c.Engine, Every: c.Look, Send: s.send}
		hooks.AddAfterSubscribe(func(ctx context.Context, _ any, m *mcp.SubscribeRequest, _ *mcp.EmptyResult) {
			s.subscribe(ctx, s.sessionOf(ctx), m.Params.URI)
		})
		hooks.AddBeforeSubscriptionsListen(s.listen)
		hooks.AddAfterUnsubscribe(func(ctx context.Context, _ any, m *mcp.UnsubscribeRequest, _ *mcp.EmptyResult) {
			s.hub.Unsubscribe(s.sessionOf(ctx), m.Params.URI)
		})
	}
	hooks.AddOnUnregisterSession(func(_ context.Context, session server.ClientSession) { s.closed(session.SessionID()) })
	s.mcp = server.NewMCPServer("gortex", c.Version,
		server.WithToolCapabilities(false), server.WithInstructions(Instructions),
		server.WithResourceCapabilities(true, false), server.WithPromptCapabilities(false),
		server.WithHooks(hooks), server.WithToolFilter(s.visible))
	s.addTools()
	s.addReading()
	return s
}

// introduce says to a client what its surface is like.
func introduce(seen *surface.Surface, instructions *string, c *mcp.ServerCapabilities) {
	*instructions = seen.Instructions()
	if c.Tools != nil && seen.Changes() {
		tools := *c.Tools
		tools.ListChanged = true
		c.Tools = &tools
	}
}

func (s *Server) closed(session string) {
	if s.hub != nil {
		s.hub.Forget(session)
	}
	if s.connections.forget(session) && s.config.Closed != nil {
		s.config.Closed(session)
	}
}

// addTools makes every name known to mcp-go. What a client is shown of them is
// its surface's answer, see [Server.answer] and [Server.visible].
func (s *Server) addTools() {
	names := append(s.config.Registry.Names(), s.config.Registry.LegacyNames()...)
	tools := make([]server.ServerTool, 0, len(names))
	for _, name := range names {
		if !s.known[name] {
			s.known[name] = true
			tools = append(tools, server.ServerTool{Tool: mcp.Tool{Name: name, RawInputSchema: anyObject}, Handler: s.handle})
		}
	}
	s.mcp.AddTools(tools...)
}

var anyObject = json.RawMessage(`{"type":"object"}`)

// visible is what mcp-go shows of the tools: those of the client's surface, to
// clients of the protocol without a handshake, whose lists mcp-go makes. It
// asks about a single tool before it calls one, which [Server.answer] has
// decided by then.
func (s *Server) visible(ctx context.Context, tools []mcp.Tool) []mcp.Tool {
	if len(tools) == 1 {
		return tools
	}
	return listed(s.surfaceOf(ctx))
}

// handle runs one call.
func (s *Server) handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	request := op.Request{Tool: req.Params.Name, Arguments: req.Params.RawArguments}
	if session := server.ClientSessionFromContext(ctx); session != nil {
		request.Session = session.SessionID()
		request.Format = s.formatOf(request.Session)
	}
	if err := s.slot(ctx); err != nil {
		return result(op.Failed(err)), nil
	}
	defer func() { <-s.slots }()
	reply := s.call(ctx, request, s.surfaceOf(ctx))
	if s.hub != nil && reply.Meta.Facade == "session" && reply.Err == nil {
		s.hub.Look(ctx, request.Session)
	}
	return result(reply), nil
}

// Run does what the server does by itself until ctx ends: it tells clients
// what they subscribed to.
func (s *Server) Run(ctx context.Context) {
	if s.hub != nil {
		s.hub.Run(ctx)
	}
}

// slot waits until a call may run, as long as a call may take.
func (s *Server) slot(ctx context.Context) error {
	select {
	case s.slots <- struct{}{}:
		return nil
	default:
	}
	busy := time.NewTimer(facade.Deadline)
	defer busy.Stop()
	select {
	case s.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-busy.C:
		return op.Errorf(op.CodeUnavailable, "%d calls are running and none has ended for %s; this one was not begun", cap(s.slots), facade.Deadline).
			With("reason", "busy").With("concurrent", cap(s.slots))
	}
}

// call makes a request in the name of a surface.
func (s *Server) call(ctx context.Context, r op.Request, seen *surface.Surface) op.Reply {
	r.Surface, r.Gate = seen.Names(), seen
	return s.config.Caller.Call(surface.NewContext(ctx, seen), r)
}

// result is a reply in the form of the protocol.
func result(r op.Reply) *mcp.CallToolResult {
	meta := map[string]any{"gortex_facade": r.Meta}
	if r.Security != nil {
		meta["gortex_security"] = r.Security
	}
	return &mcp.CallToolResult{
		Result:  mcp.Result{Meta: mcp.NewMetaFromMap(meta)},
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

package mcpserver

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/facade/surface"
)

// connection is what is known of one client. Its surface is chosen by whatever
// it sends first that depends on it, and stays.
type connection struct {
	id      string
	once    sync.Once
	surface *surface.Surface
	format  string    // what the client reads best, "" for JSON; guarded by the mutex of connections
	used    time.Time // guarded by the mutex of connections
}

// connections are the clients of a server by the id of their session. Clients
// of the protocol without a handshake have none; their surfaces are kept by
// the name that each request gives.
type connections struct {
	mu   sync.Mutex
	byID map[string]*connection
}

func (c *connections) get(id string) *connection {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byID == nil {
		c.byID = map[string]*connection{}
	}
	conn := c.byID[id]
	if conn == nil {
		if len(c.byID) >= mostConnections {
			c.forgetOldest()
		}
		conn = &connection{id: id}
		c.byID[id] = conn
	}
	conn.used = time.Now()
	return conn
}

// mostConnections bounds what clients that never say goodbye can take up.
const mostConnections = 4096

func (c *connections) forgetOldest() {
	var oldest *connection
	for _, conn := range c.byID {
		if oldest == nil || conn.used.Before(oldest.used) {
			oldest = conn
		}
	}
	delete(c.byID, oldest.id)
}

func (c *connections) has(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.byID[id] != nil
}

func (c *connections) forget(id string) (known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	known = c.byID[id] != nil
	delete(c.byID, id)
	return known
}

// Live reports whether a client has a session of this id.
func (s *Server) Live(session string) bool { return s.connections.has(session) }

// greeted chooses the surface of a client that gave its name, unless the
// client has seen one already.
func (s *Server) greeted(conn *connection, client string) *surface.Surface {
	conn.once.Do(func() {
		conn.surface = s.config.Surface(client)
		conn.surface.OnChange(func() {
			// A client that cannot be told, having no open stream, finds the new
			// tools where the answer lists them.
			_ = s.mcp.SendNotificationToSpecificClient(conn.id, mcp.MethodNotificationToolsListChanged, nil)
		})
	})
	return conn.surface
}

// prefers takes note of the formats that a client says it can read, in
// capabilities.experimental.gortex.formats: the first that there is. A client's
// name says nothing about it.
func (s *Server) prefers(conn *connection, c mcp.ClientCapabilities) {
	about, _ := c.Experimental["gortex"].(map[string]any)
	list, _ := about["formats"].([]any)
	for _, f := range list {
		if name, _ := f.(string); slices.Contains(op.Formats(), name) {
			s.connections.mu.Lock()
			conn.format = name
			s.connections.mu.Unlock()
			return
		}
	}
}

// formatOf is the format that the sender of a request prefers.
func (s *Server) formatOf(session string) string {
	s.connections.mu.Lock()
	defer s.connections.mu.Unlock()
	if conn := s.connections.byID[session]; conn != nil {
		return conn.format
	}
	return ""
}

// surfaceOf is the surface in whose name a request runs.
func (s *Server) surfaceOf(ctx context.Context) *surface.Surface {
	if info := server.RequestProtocolInfoFromContext(ctx); info != nil && info.Modern {
		return s.nameless(info.ClientInfo)
	}
	id := ""
	if session := server.ClientSessionFromContext(ctx); session != nil {
		id = session.SessionID()
	}
	return s.greeted(s.connections.get(id), "")
}

// nameless is the surface of a request without a connection.
func (s *Server) nameless(info *mcp.Implementation) *surface.Surface {
	name := ""
	if info != nil {
		name = info.Name
	}
	return s.config.Surface(name)
}

// listed are the tools of a surface as mcp-go sends them.
func listed(s *surface.Surface) []mcp.Tool {
	var raw []struct {
		Name        string             `json:"name"`
		Description string             `json:"description"`
		InputSchema json.RawMessage    `json:"inputSchema"`
		Annotations mcp.ToolAnnotation `json:"annotations"`
	}
	if err := json.Unmarshal(s.ToolsJSON(), &raw); err != nil {
		panic(err) // the list is our own
	}
	tools := make([]mcp.Tool, len(raw))
	for i, t := range raw {
		tools[i] = mcp.Tool{Name: t.Name, Description: t.Description, RawInputSchema: t.InputSchema, Annotations: t.Annotations}
	}
	return tools
}

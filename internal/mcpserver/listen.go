package mcpserver

import (
	"context"
	"fmt"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// streams are the open subscriptions/listen requests, by which clients of
// 2026-07-28 subscribe. The hub knows each as a listener of its own, since over
// HTTP a client has no session there.
type streams struct {
	mu    sync.Mutex
	byKey map[string]stream
}

type stream struct {
	session server.ClientSession
	id      any // of the request; each notification carries it
}

// listen subscribes a stream to the resources that it names, until it ends.
func (s *Server) listen(ctx context.Context, id any, m *mcp.SubscriptionsListenRequest) {
	session := server.ClientSessionFromContext(ctx)
	if session == nil || len(m.Params.Notifications.ResourceSubscriptions) == 0 {
		return
	}
	key := fmt.Sprintf("%s %p %v", session.SessionID(), session, id)
	s.streams.mu.Lock()
	if s.streams.byKey == nil {
		s.streams.byKey = map[string]stream{}
	}
	s.streams.byKey[key] = stream{session, id}
	s.streams.mu.Unlock()
	for _, uri := range m.Params.Notifications.ResourceSubscriptions {
		s.subscribe(ctx, key, uri)
	}
	context.AfterFunc(ctx, func() {
		s.hub.Forget(key)
		s.streams.mu.Lock()
		defer s.streams.mu.Unlock()
		delete(s.streams.byKey, key)
	})
}

// subscribe waits for changes of a resource, if it can change.
func (s *Server) subscribe(ctx context.Context, listener, uri string) {
	if r, _, ok := s.resources.Find(uri); ok && r.Live() {
		s.hub.Subscribe(ctx, listener, uri)
	}
}

// send delivers a notification to a session or a stream. A client that cannot
// be told has no stream open and will see for itself.
func (s *Server) send(listener, method string, params map[string]any) {
	s.streams.mu.Lock()
	to, ok := s.streams.byKey[listener]
	s.streams.mu.Unlock()
	if !ok {
		_ = s.mcp.SendNotificationToSpecificClient(listener, method, params)
		return
	}
	n := mcp.JSONRPCNotification{JSONRPC: mcp.JSONRPC_VERSION, Notification: mcp.Notification{
		Method: method,
		Params: mcp.NotificationParams{Meta: map[string]any{mcp.MetaKeySubscriptionID: to.id}, AdditionalFields: params},
	}}
	select {
	case to.session.NotificationChannel() <- n:
	default: // it does not read, and the hub waits for nobody
	}
}

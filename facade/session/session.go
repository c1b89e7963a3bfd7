// Package session changes the state of a connection.
package session

import (
	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
)

// Facade is the session tool.
var Facade = op.SessionWriteFacade(
	op.Tool{
		Name:     "session",
		Summary:  "State of this connection.",
		Common:   []string{"planning_mode", "workflow", "cursor", "subscribe", "unsubscribe"},
		Steers:   true,
		Fleeting: true,
		Budget:   2000,
		Envelope: envelope{},
	},
	agents, cursor, planningMode, subscribe, unsubscribe, workflow,
).Planned(
	op.Takes[ProxyRequest](
		op.Later("proxy_disable", "Leave a remote graph out of this session.", "proxy_disable"),
		op.Example{Text: "Without one of the remote graphs", Request: `{"operation":"proxy_disable","arguments":{"slug":"upstream"}}`},
	),
	op.Takes[ProxyRequest](
		op.Later("proxy_enable", "Use a remote graph in this session.", "proxy_enable"),
		op.Example{Text: "With one of the remote graphs", Request: `{"operation":"proxy_enable","arguments":{"slug":"upstream"}}`},
	),
)

// envelope is what tools/list shows of a request.
type envelope struct {
	Channel   string  `json:"channel,omitempty"`
	Arguments op.Open `json:"arguments,omitempty"`
	Output    op.Open `json:"output,omitempty"`
}

// ProxyRequest names a remote graph.
type ProxyRequest struct {
	Arguments ProxyArguments `json:"arguments"`
}

// ProxyArguments are the fields of ProxyRequest.
type ProxyArguments struct {
	Slug string `json:"slug" doc:"name of the remote graph in the roster"`
}

// About says which session answered.
type About struct {
	Session string   `json:"session_id"`
	Notices []string `json:"notices,omitempty"` // what its user should know, as that it began anew
}

func about(s engine.SessionReader) About { return About{engine.SessionName(s.ID()), s.Notices()} }

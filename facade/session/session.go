// Package session changes the state of a connection.
package session

import "github.com/gortexhq/gortex/facade/op"

// Facade is the session tool.
var Facade = op.SessionWriteFacade(
	op.Tool{
		Name:     "session",
		Summary:  "State of this connection.",
		Common:   []string{"planning_mode", "workflow", "cursor", "subscribe", "unsubscribe"},
		Budget:   2000,
		Envelope: envelope{},
	},
).Planned(
	op.Later("agents", "Register agents, their state and their locks.", "agent_registry"),
	op.Later("cursor", "Move a cursor from symbol to symbol.", "nav"),
	op.Later("planning_mode", "Switch between planning, without writes, and editing.", "set_planning_mode"),
	op.Later("proxy_disable", "Leave a remote graph out of this session.", "proxy_disable"),
	op.Later("proxy_enable", "Use a remote graph in this session.", "proxy_enable"),
	op.Spec{
		Name: "subscribe", Summary: "Subscribe to notifications of a channel.",
		Legacy: []op.Legacy{
			{Name: "subscribe_daemon_health", Set: op.Args{"channel": "daemon_health"}},
			{Name: "subscribe_diagnostics", Set: op.Args{"channel": "diagnostics"}},
			{Name: "subscribe_graph_invalidated", Set: op.Args{"channel": "graph_invalidated"}},
			{Name: "subscribe_stale_refs", Set: op.Args{"channel": "stale_refs"}},
			{Name: "subscribe_workspace_readiness", Set: op.Args{"channel": "workspace_readiness"}},
		},
	},
	op.Spec{
		Name: "unsubscribe", Summary: "Unsubscribe from notifications of a channel.",
		Legacy: []op.Legacy{
			{Name: "unsubscribe_daemon_health", Set: op.Args{"channel": "daemon_health"}},
			{Name: "unsubscribe_diagnostics", Set: op.Args{"channel": "diagnostics"}},
			{Name: "unsubscribe_graph_invalidated", Set: op.Args{"channel": "graph_invalidated"}},
			{Name: "unsubscribe_stale_refs", Set: op.Args{"channel": "stale_refs"}},
			{Name: "unsubscribe_workspace_readiness", Set: op.Args{"channel": "workspace_readiness"}},
		},
	},
	op.Later("workflow", "Start, advance or stop a workflow of phases.", "workflow"),
)

// envelope is what tools/list shows of a request.
type envelope struct {
	Channel   string  `json:"channel,omitempty" doc:"of subscribe"`
	Arguments op.Open `json:"arguments,omitempty"`
	Output    op.Open `json:"output,omitempty"`
}

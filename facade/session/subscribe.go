package session

import (
	"context"
	"slices"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
)

var subscribe = op.SessionWrite(op.Spec{
	Name: "subscribe", Summary: "Subscribe to notifications of a channel.",
	Legacy: []op.Legacy{
		{Name: "subscribe_daemon_health", Set: op.Args{"channel": "daemon_health"}},
		{Name: "subscribe_diagnostics", Set: op.Args{"channel": "diagnostics"}},
		{Name: "subscribe_graph_invalidated", Set: op.Args{"channel": "graph_invalidated"}},
		{Name: "subscribe_stale_refs", Set: op.Args{"channel": "stale_refs"}},
		{Name: "subscribe_workspace_readiness", Set: op.Args{"channel": "workspace_readiness"}},
	},
	Examples: []op.Example{
		{Text: "When symbols change that this session has seen", Request: `{"operation":"subscribe","channel":"stale_refs"}`},
		{Text: "How the server does, every minute", Request: `{"operation":"subscribe","channel":"daemon_health","arguments":{"interval_ms":60000}}`},
	},
}, runSubscribe)

// SubscribeRequest names a channel.
type SubscribeRequest struct {
	Channel   string             `json:"channel" enum:"daemon_health,diagnostics,graph_invalidated,stale_refs,workspace_readiness" doc:"notifications/<channel> is sent over the connection; diagnostics needs a language server"`
	Arguments SubscribeArguments `json:"arguments,omitzero"`
}

// SubscribeArguments say what of a channel is wanted.
type SubscribeArguments struct {
	Interval    int    `json:"interval_ms,omitempty" default:"15000" doc:"of daemon_health: milliseconds between two messages; below 1000 it is 1000, above 300000 it is 300000"`
	MinSeverity int    `json:"min_severity,omitempty" min:"1" max:"4" doc:"of diagnostics: 1 errors alone, 2 warnings too, 3 information too, 4 all"`
	PathPrefix  string `json:"path_prefix,omitempty" doc:"of diagnostics: absolute path that files lie under"`
}

// SubscribeResult says what is subscribed.
type SubscribeResult struct {
	About
	Channel    string `json:"channel"`
	Subscribed bool   `json:"subscribed"`
	Interval   int    `json:"interval_ms,omitempty"`
	Replayed   bool   `json:"replayed"` // the last known state is sent at once
}

// What interval_ms is held to.
const (
	shortest = 1000
	longest  = 300_000
)

// Channels of which there is a state to tell at once.
var replayed = []string{"daemon_health", "workspace_readiness"}

func runSubscribe(ctx context.Context, s engine.Session, req SubscribeRequest) (SubscribeResult, error) {
	switch {
	case req.Channel == "diagnostics":
		return SubscribeResult{}, op.Errorf(op.CodeUnavailable, "diagnostics come from a language server, and this version runs none").
			With("channel", req.Channel).With("available", false).With("reason", "no_language_server")
	case !s.Connected():
		return SubscribeResult{}, op.Errorf(op.CodeUnavailable, "session %s has no connection over which it could be told anything; subscribe over MCP", engine.SessionName(s.ID())).
			With("channel", req.Channel).With("available", false).With("reason", "no_connection")
	}
	wanted := engine.Subscription{}
	if req.Channel == "daemon_health" {
		wanted.IntervalMillis = min(max(req.Arguments.Interval, shortest), longest)
	}
	err := s.Update(ctx, func(state *engine.SessionState) error {
		if state.Subscriptions == nil {
			state.Subscriptions = map[string]engine.Subscription{}
		}
		state.Subscriptions[req.Channel] = wanted
		return nil
	})
	if err != nil {
		return SubscribeResult{}, err
	}
	return SubscribeResult{
		About: about(s), Channel: req.Channel, Subscribed: true, Interval: wanted.IntervalMillis,
		Replayed: slices.Contains(replayed, req.Channel),
	}, nil
}

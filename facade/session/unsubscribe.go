package session

import (
	"context"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
)

var unsubscribe = op.SessionWrite(op.Spec{
	Name: "unsubscribe", Summary: "Unsubscribe from notifications of a channel.",
	Legacy: []op.Legacy{
		{Name: "unsubscribe_daemon_health", Set: op.Args{"channel": "daemon_health"}},
		{Name: "unsubscribe_diagnostics", Set: op.Args{"channel": "diagnostics"}},
		{Name: "unsubscribe_graph_invalidated", Set: op.Args{"channel": "graph_invalidated"}},
		{Name: "unsubscribe_stale_refs", Set: op.Args{"channel": "stale_refs"}},
		{Name: "unsubscribe_workspace_readiness", Set: op.Args{"channel": "workspace_readiness"}},
	},
	Examples: []op.Example{
		{Text: "No more of one channel", Request: `{"operation":"unsubscribe","channel":"stale_refs"}`},
	},
}, runUnsubscribe)

// UnsubscribeRequest names a channel. One that is not subscribed is no error.
type UnsubscribeRequest struct {
	Channel string `json:"channel" enum:"daemon_health,diagnostics,graph_invalidated,stale_refs,workspace_readiness" doc:"notifications/<channel> is sent no more"`
}

// UnsubscribeResult says that the channel is not subscribed any more.
type UnsubscribeResult struct {
	About
	Channel    string `json:"channel"`
	Subscribed bool   `json:"subscribed"`
	Was        bool   `json:"was_subscribed"`
}

func runUnsubscribe(ctx context.Context, s engine.Session, req UnsubscribeRequest) (UnsubscribeResult, error) {
	res := UnsubscribeResult{About: about(s), Channel: req.Channel}
	err := s.Update(ctx, func(state *engine.SessionState) error {
		_, res.Was = state.Subscriptions[req.Channel]
		delete(state.Subscriptions, req.Channel)
		return nil
	})
	return res, err
}

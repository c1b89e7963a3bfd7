package notify

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/engine/enginetest"
)

// told is a hub over an engine in memory, and what it sent since it was last
// asked.
func told(t *testing.T) (*Hub, *enginetest.Engine, func() []string) {
	e := enginetest.New(t, "-- a.go --\npackage a\n\nfunc F() {}\n")
	var sent []string
	h := &Hub{Engine: e, Send: func(session, method string, params map[string]any) {
		for _, name := range []string{"ts", "alloc_bytes", "sys_bytes", "heap_bytes", "num_goroutine", "num_gc", "uptime_seconds"} {
			if _, ok := params[name]; ok {
				params[name] = 0
			}
		}
		text, err := json.Marshal(params)
		if err != nil {
			t.Error(err)
		}
		sent = append(sent, fmt.Sprintf("%s %s %s", session, strings.TrimPrefix(method, "notifications/"), text))
	}}
	return h, e, func() []string { was := sent; sent = nil; return was }
}

// subscribe does what session.subscribe does.
func subscribe(t *testing.T, h *Hub, e *enginetest.Engine, session string, subs map[string]engine.Subscription) {
	t.Helper()
	s, err := e.Session(t.Context(), engine.Scope{Session: session})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Update(t.Context(), func(st *engine.SessionState) error {
		st.Subscriptions = subs
		st.Seen = []string{"a.go::F"}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	h.Look(t.Context(), session)
}

// Each session is told what it asked for, once for each change, and nothing
// after it has gone.
//
//spec:surface-resource-updates
func TestChannels(t *testing.T) {
	h, e, sent := told(t)
	h.Subscribe(t.Context(), "s1", "gortex://stats")
	subscribe(t, h, e, "s2", map[string]engine.Subscription{
		"graph_invalidated": {}, "stale_refs": {}, "workspace_readiness": {}, "daemon_health": {IntervalMillis: 60_000},
	})
	h.beat(t.Context())
	want := []string{
		`s2 daemon_health {"alloc_bytes":0,"generation":"test","heap_bytes":0,"listening_sessions":2,"num_gc":0,"num_goroutine":0,"sys_bytes":0,"tracked_repos":2,"uptime_seconds":0}`,
		`s2 workspace_readiness {"phase":"ready","ready":true}`,
	}
	if d := cmp.Diff(want, sent()); d != "" {
		t.Errorf("at first (-want +got):\n%s", d)
	}
	h.beat(t.Context())
	if got := sent(); got != nil {
		t.Errorf("nothing has happened, and yet: %v", got)
	}
	e.State.Generation = "next"
	e.Changed = []engine.FileChange{
		{Path: "old.go", At: time.Now().Add(-time.Hour), Modified: []string{"a.go::F"}},
		{Path: "a.go", At: time.Now(), Modified: []string{"a.go::F", "a.go::G"}},
		{Path: "b.go", At: time.Now(), Modified: []string{"b.go::H"}},
	}
	h.beat(t.Context())
	want = []string{
		`s1 resources/updated {"uri":"gortex://stats"}`,
		`s2 graph_invalidated {"edge_count":0,"generation":"next","node_count":1,"reason":"files of the tree have changed","ts":0}`,
		`s2 stale_refs {"complete":true,"files":["a.go"],"symbols":["a.go::F"]}`,
	}
	if d := cmp.Diff(want, sent()); d != "" {
		t.Errorf("after a change (-want +got):\n%s", d)
	}
	h.Unsubscribe("s1", "gortex://stats")
	subscribe(t, h, e, "s2", nil)
	e.State.Generation = "last"
	h.beat(t.Context())
	if got := sent(); got != nil || !h.quiet() {
		t.Errorf("nobody listens, and yet: %v, quiet %v", got, h.quiet())
	}
}

// A change between the subscription and the first look is told.
func TestNothingIsMissed(t *testing.T) {
	h, e, sent := told(t)
	h.Subscribe(t.Context(), "s1", "gortex://stats")
	subscribe(t, h, e, "s2", map[string]engine.Subscription{"graph_invalidated": {}})
	e.State.Generation = "next"
	h.beat(t.Context())
	want := []string{
		`s1 resources/updated {"uri":"gortex://stats"}`,
		`s2 graph_invalidated {"edge_count":0,"generation":"next","node_count":1,"reason":"files of the tree have changed","ts":0}`,
	}
	if d := cmp.Diff(want, sent()); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// A change that touches nothing a session has seen is not told to it.
func TestOthersChanges(t *testing.T) {
	h, e, sent := told(t)
	subscribe(t, h, e, "s", map[string]engine.Subscription{"stale_refs": {}})
	h.beat(t.Context())
	e.State.Generation = "next"
	e.Changed = []engine.FileChange{{Path: "b.go", At: time.Now(), Modified: []string{"b.go::H"}}}
	h.beat(t.Context())
	if got := sent(); got != nil {
		t.Errorf("%v", got)
	}
}

// Run sleeps while nobody listens, and ends with its context.
func TestRun(t *testing.T) {
	h, e, _ := told(t)
	got := make(chan string, 10)
	h.Every = time.Millisecond
	h.Send = func(session, method string, _ map[string]any) { got <- session + " " + method }
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { h.Run(ctx); close(ended) }()
	subscribe(t, h, e, "s", map[string]engine.Subscription{"workspace_readiness": {}})
	select {
	case m := <-got:
		if m != "s notifications/workspace_readiness" {
			t.Error(m)
		}
	case <-time.After(5 * time.Second):
		t.Error("nothing was told")
	}
	h.Forget("s")
	cancel()
	<-ended
}

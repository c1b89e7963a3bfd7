package notify

import (
	"context"
	"errors"
	"maps"
	"runtime"
	"slices"
	"time"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
)

// message is one notification on its way.
type message struct {
	session, method string
	params          map[string]any
}

// beat looks once and sends what there is to tell.
func (h *Hub) beat(ctx context.Context) {
	ids, waits, health := h.listening()
	var sight look
	if waits {
		sight = h.look(ctx)
	}
	if health {
		if c, err := h.Engine.Catalog(ctx, engine.Scope{}); err == nil {
			sight.repositories = len(c.Repositories())
		}
	}
	var out []message
	for _, id := range ids {
		out = append(out, h.tell(ctx, id, sight)...)
	}
	for _, m := range out {
		h.Send(m.session, m.method, m.params)
	}
}

func (h *Hub) listening() (ids []string, waits, health bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, l := range h.sessions {
		ids = append(ids, id)
		waits = waits || l.waits()
		_, wants := l.channels["daemon_health"]
		health = health || wants && !time.Now().Before(l.health)
	}
	slices.Sort(ids)
	return ids, waits, health
}

// look is what was seen of the repository the server stands in.
type look struct {
	generation   string // "" when nothing was seen
	phase        string
	done, total  int
	nodes, edges int
	repositories int
}

func (h *Hub) look(ctx context.Context) look {
	v, err := h.Engine.View(ctx, engine.Scope{})
	if err != nil {
		var f *engine.Failure
		if errors.As(err, &f) {
			if w, ok := f.Data["warming"].(engine.Warming); ok {
				return look{phase: w.Phase, done: w.Done, total: w.Total}
			}
		}
		return look{}
	}
	defer v.Close()
	seen := look{generation: v.Status().Generation, phase: "ready"}
	if h.news(seen.generation) {
		seen.nodes, seen.edges = size(v.Graph())
	}
	return seen
}

// news reports whether some session does not know of a generation yet.
func (h *Hub) news(generation string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, l := range h.sessions {
		if l.generation != generation {
			return true
		}
	}
	return false
}

func size(r graph.Reader) (nodes, edges int) {
	for id := range graph.NodeID(r.NumNodes()) {
		if r.Node(id).Kind == graph.KindNone {
			continue
		}
		nodes++
		for range r.Out(id) {
			edges++
		}
	}
	return nodes, edges
}

// tell collects what one session is to be told of a look.
func (h *Hub) tell(ctx context.Context, id string, seen look) (out []message) {
	h.mu.Lock()
	l := h.sessions[id]
	if l == nil {
		h.mu.Unlock()
		return nil
	}
	now := time.Now()
	add := func(method string, params map[string]any) {
		out = append(out, message{id, "notifications/" + method, params})
	}
	if sub, ok := l.channels["daemon_health"]; ok && !now.Before(l.health) {
		l.health = now.Add(time.Duration(max(sub.IntervalMillis, 1000)) * time.Millisecond)
		add("daemon_health", h.health(seen))
	}
	if _, ok := l.channels["workspace_readiness"]; ok && seen.phase != "" && seen.phase != l.phase {
		l.phase = seen.phase
		params := map[string]any{"phase": seen.phase, "ready": seen.phase == "ready"}
		if seen.total > 0 {
			params["files_done"], params["files_total"] = seen.done, seen.total
		}
		add("workspace_readiness", params)
	}
	changed := seen.generation != "" && l.generation != "" && seen.generation != l.generation
	if seen.generation != "" {
		l.generation = seen.generation
	}
	stale := false
	if changed {
		for _, uri := range slices.Sorted(maps.Keys(l.uris)) {
			add("resources/updated", map[string]any{"uri": uri})
		}
		if _, ok := l.channels["graph_invalidated"]; ok {
			add("graph_invalidated", map[string]any{"generation": seen.generation, "node_count": seen.nodes, "edge_count": seen.edges,
				"reason": "files of the tree have changed", "ts": now.UTC().Format(time.RFC3339)})
		}
		_, stale = l.channels["stale_refs"]
	}
	since := l.told
	if changed {
		l.told = now
	}
	h.mu.Unlock()
	if stale {
		if params := h.stale(ctx, id, since); params != nil {
			add("stale_refs", params)
		}
	}
	return out
}

// stale is what has changed, since a time, of the symbols that a session has
// seen; nil when nothing has.
func (h *Hub) stale(ctx context.Context, session string, since time.Time) map[string]any {
	v, err := h.Engine.View(ctx, engine.Scope{Session: session})
	if err != nil {
		return nil
	}
	defer v.Close()
	changes, whole, err := v.Changes()
	if err != nil {
		return nil
	}
	seen := map[string]bool{}
	for _, id := range v.Session().State().Seen {
		seen[id] = true
	}
	var symbols, files []string
	for _, c := range changes {
		if c.At.Before(since) {
			continue
		}
		n := len(symbols)
		for _, list := range [][]string{c.Modified, c.Removed} {
			for _, id := range list {
				if seen[id] {
					symbols = append(symbols, id)
				}
			}
		}
		if len(symbols) > n || c.Unknown {
			files = append(files, c.Path)
		}
	}
	if len(symbols) == 0 && len(files) == 0 {
		return nil
	}
	slices.Sort(symbols)
	slices.Sort(files)
	return map[string]any{"symbols": slices.Compact(symbols), "files": slices.Compact(files), "complete": whole}
}

// health is how the server does. The caller holds mu.
func (h *Hub) health(seen look) map[string]any {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	params := map[string]any{
		"uptime_seconds": int(time.Since(h.began).Seconds()), "alloc_bytes": m.Alloc, "sys_bytes": m.Sys, "heap_bytes": m.HeapAlloc,
		"num_goroutine": runtime.NumGoroutine(), "num_gc": m.NumGC, "listening_sessions": len(h.sessions), "tracked_repos": seen.repositories,
	}
	if seen.generation != "" {
		params["generation"] = seen.generation
	}
	return params
}

// Package notify tells the clients of a server what they asked to be told:
// that what they have read has changed, and how the server does. Nothing
// happens while nobody has asked.
package notify

import (
	"context"
	"sync"
	"time"

	"github.com/gortexhq/gortex/internal/engine"
)

// Hub watches in the name of all sessions of a server. Its zero value with
// Engine and Send set is ready; it may be used by many goroutines.
type Hub struct {
	Engine engine.Engine
	// Send delivers a notification to a client. It must not block for long.
	Send func(session, method string, params map[string]any)
	// Every is how often the tree is looked at while somebody waits for
	// changes. 0 means [Every].
	Every time.Duration

	mu       sync.Mutex
	sessions map[string]*listener
	began    time.Time
	wake     chan struct{}
}

// Every is how often a tree is looked at unless the Hub says otherwise. A look
// at a tree in which nothing happened costs a few microseconds.
const Every = time.Second

// listener is what one session waits for.
type listener struct {
	uris       map[string]bool // resources
	channels   map[string]engine.Subscription
	generation string    // that the client knows of
	told       time.Time // up to when changes were told
	health     time.Time // when the next state of health is due
	phase      string    // of readiness, told last
}

func (l *listener) idle() bool { return len(l.uris) == 0 && len(l.channels) == 0 }

// waits reports whether something wants to know of changes of the graph.
func (l *listener) waits() bool {
	for _, c := range []string{"graph_invalidated", "stale_refs", "workspace_readiness"} {
		if _, ok := l.channels[c]; ok {
			return true
		}
	}
	return len(l.uris) > 0
}

// Subscribe tells a session when a resource may read differently than it did
// when Subscribe returned, a change right after it included.
func (h *Hub) Subscribe(ctx context.Context, session, uri string) {
	generation := h.generation(ctx)
	h.change(session, func(l *listener) {
		if !l.waits() {
			l.generation = generation
		}
		l.uris[uri] = true
	})
}

// generation is that of the tree as it is now, "" when it is not known.
func (h *Hub) generation(ctx context.Context) string {
	v, err := h.Engine.View(ctx, engine.Scope{})
	if err != nil {
		return "" // the first look finds it
	}
	defer v.Close()
	return v.Status().Generation
}

// Unsubscribe takes Subscribe back.
func (h *Hub) Unsubscribe(session, uri string) {
	h.change(session, func(l *listener) { delete(l.uris, uri) })
}

// Look reads again which channels a session has subscribed to. It is called
// after calls that can change that.
func (h *Hub) Look(ctx context.Context, session string) {
	s, err := h.Engine.Session(ctx, engine.Scope{Session: session})
	if err != nil {
		return // a call that belongs to no session has subscribed to nothing
	}
	wanted := s.State().Subscriptions
	h.mu.Lock()
	known := h.sessions[session] != nil
	h.mu.Unlock()
	if len(wanted) == 0 && !known {
		return
	}
	generation := h.generation(ctx)
	h.change(session, func(l *listener) {
		if !l.waits() {
			l.generation = generation
		}
		for name := range l.channels {
			if _, ok := wanted[name]; !ok {
				delete(l.channels, name)
			}
		}
		for name, sub := range wanted {
			if old, ok := l.channels[name]; !ok || old != sub {
				switch name {
				case "daemon_health":
					l.health = time.Now()
				case "workspace_readiness":
					l.phase = ""
				}
			}
			l.channels[name] = sub
		}
	})
}

// Forget ends everything that a session waits for.
func (h *Hub) Forget(session string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.sessions, session)
}

func (h *Hub) change(session string, f func(*listener)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	l := h.sessions[session]
	if l == nil {
		l = &listener{uris: map[string]bool{}, channels: map[string]engine.Subscription{}, told: time.Now()}
		if h.sessions == nil {
			h.sessions = map[string]*listener{}
		}
		h.sessions[session] = l
	}
	f(l)
	if l.idle() {
		delete(h.sessions, session)
	}
	select {
	case h.waking() <- struct{}{}:
	default:
	}
}

// waking is made when it is first needed; the caller holds mu.
func (h *Hub) waking() chan struct{} {
	if h.wake == nil {
		h.wake = make(chan struct{}, 1)
	}
	return h.wake
}

// Run sends notifications until ctx ends.
func (h *Hub) Run(ctx context.Context) {
	h.mu.Lock()
	h.began = time.Now()
	wake := h.waking()
	h.mu.Unlock()
	every := h.Every
	if every == 0 {
		every = Every
	}
	for {
		if h.quiet() {
			select {
			case <-wake:
			case <-ctx.Done():
				return
			}
		}
		h.beat(ctx)
		pause := time.NewTimer(every)
		select {
		case <-pause.C:
		case <-wake:
			pause.Stop()
		case <-ctx.Done():
			pause.Stop()
			return
		}
	}
}

func (h *Hub) quiet() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.sessions) == 0
}

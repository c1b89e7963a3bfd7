// Package surface decides which tools one connection sees and may call: the
// public ones, or a preset of the flat ones with additions and removals.
//
// A surface is chosen once, before a connection's first tools/list. What it
// shows and what it lets through are one answer, so that a client can call
// what it sees; afterwards only [Surface.Promote] makes it show more.
package surface

import (
	"context"
	"encoding/json"
	"slices"
	"sync"

	"github.com/gortexhq/gortex/facade/op"
)

// Mode says what becomes of the tools that a surface does not show.
type Mode string

// The modes.
const (
	Defer Mode = "defer" // not shown until asked for, callable all the same
	Hide  Mode = "hide"  // not shown and not callable
)

// Choice is what one party wishes a connection to see. The zero value is no
// wish.
type Choice struct {
	Spec  string   // a preset and deltas ("edit,+analyze,-write_file"), or the names of tools
	Mode  Mode     // "" leaves it to the preset
	Allow []string // further tools
	Deny  []string // tools to leave out
}

// Choices are the wishes of all parties. The first of Forwarded, Operator and
// Profile that says anything wins; then a client that gives its name sees the
// public tools, and one that does not sees the server's default.
type Choices struct {
	Forwarded Choice // GORTEX_TOOLS or --tools of the process that serves the client
	Operator  Choice // mcp.tools of the configuration
	Profile   Choice // the active instruction profile
	Client    string // the name the client gave when it connected
}

// Surface is what one connection sees. It may be used by many goroutines.
type Surface struct {
	Preset string // facade-v1, agent, core, ...; "custom" for a list of names
	Mode   Mode
	Source string // who decided: forwarded, operator, profile, client or server

	catalog *Catalog
	public  bool // the names are those of public tools
	brief   bool // parameter descriptions are cut
	reads   bool // calls with a lasting effect are refused

	mu       sync.Mutex
	live     []string // in the order shown
	onChange func()
}

// Names says which names a request of the connection may use.
func (s *Surface) Names() op.Surface {
	if s.public {
		return op.SurfacePublic
	}
	return op.SurfaceLegacy
}

// Changes reports whether tools/list may grow while the connection lasts.
func (s *Surface) Changes() bool { return !s.public && s.Mode == Defer }

// OnChange sets what is called after tools became visible.
func (s *Surface) OnChange(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.onChange = f
}

// Live lists the tools that are shown, in their order.
func (s *Surface) Live() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.live)
}

// Catalog holds all the tools there are.
func (s *Surface) Catalog() *Catalog { return s.catalog }

// Promote shows flat tools that were deferred, and returns those it did. Names
// that are shown already, are no flat tools or are blocked are passed over.
func (s *Surface) Promote(names []string) (promoted []string) {
	if !s.Changes() {
		return nil
	}
	s.mu.Lock()
	for _, name := range names {
		if s.catalog.byName[name] != nil && !slices.Contains(s.live, name) {
			s.live = append(s.live, name)
			promoted = append(promoted, name)
		}
	}
	changed := s.onChange
	s.mu.Unlock()
	if len(promoted) > 0 && changed != nil {
		changed()
	}
	return promoted
}

// ToolsJSON is the list of the tools that are shown, as a JSON array; the same
// bytes for the same tools.
func (s *Surface) ToolsJSON() json.RawMessage {
	return ToolsJSON(s.catalog.list(s.Live(), s.public, s.brief))
}

type key struct{}

// NewContext says in whose name what runs under ctx is done.
func NewContext(ctx context.Context, s *Surface) context.Context {
	return context.WithValue(ctx, key{}, s)
}

// FromContext is the surface of the connection that a call came from, nil for
// one that came from no connection, as on the command line.
func FromContext(ctx context.Context) *Surface {
	s, _ := ctx.Value(key{}).(*Surface)
	return s
}

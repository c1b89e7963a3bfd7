package surface

import (
	"slices"
	"strings"

	"github.com/gortexhq/gortex/facade/op"
)

// Check refuses a tool that the connection may not call, and a name that no
// tool has. The error says what may be called.
func (s *Surface) Check(tool string) error {
	live := s.Live()
	e := s.catalog.byName[tool]
	switch {
	case slices.Contains(live, tool), e != nil && s.Changes():
		return nil
	case e == nil && !slices.Contains(s.catalog.public, tool):
		return s.unknown(tool, live)
	case s.public:
		return s.blocked(tool, live)
	}
	blocked := op.Errorf(op.CodeToolBlockedByMode, "%s is no tool of the preset %s", tool, s.Preset)
	if e == nil { // a public tool on a legacy surface
		blocked.With("reason", "compact_only")
	}
	return s.says(blocked, tool, live)
}

// blocked is the error for a tool that a set of public tools leaves out.
func (s *Surface) blocked(tool string, live []string) error {
	blocked := op.Errorf(op.CodeToolBlockedByMode, "%s is no tool of the preset %s", tool, s.Preset)
	if e := s.catalog.byName[tool]; e != nil {
		paths := e.instead()
		facade, operation, _ := strings.Cut(paths[0], ".")
		if by := s.catalog.facades[facade].By; by != "" && operation != "" {
			blocked.Message += "; call " + facade + " with " + by + " " + operation
			blocked.With("facade", facade).With("operation", operation)
		} else {
			blocked.Message += "; call " + facade
			blocked.With("facade", facade)
		}
		blocked.With("instead", paths)
	}
	return s.says(blocked, tool, live)
}

// says adds to a refusal whose it is and what may be called.
func (s *Surface) says(e *op.Error, tool string, live []string) error {
	return e.With("tool", tool).With("surface", s.Preset).With("mode", s.Mode).With("valid_tools", live)
}

func (s *Surface) unknown(tool string, live []string) error {
	near := live
	if s.Changes() {
		near = s.catalog.FlatNames()
	}
	e := op.UnknownTool(tool, live, near)
	if _, found := e.Data["did_you_mean"]; !found && s.public {
		// A slip of a flat name: what it means is a public tool's to do.
		if flat := s.catalog.byName[op.Nearest(op.Normalise(tool), s.catalog.FlatNames())]; flat != nil {
			e.With("did_you_mean", flat.base().Facade).With("instead", flat.instead())
		}
	}
	return e
}

// Permit refuses an operation whose effect the connection may not have,
// whatever tool it is reached by.
func (s *Surface) Permit(o *op.Op) error {
	if !s.reads || !lasting(o.Effect) {
		return nil
	}
	return op.Errorf(op.CodeToolBlockedByMode, "%s is a %s; the preset %s allows nothing that lasts", o.Path(), o.Effect, s.Preset).
		With("domain", o.Facade).With("operation", o.Name).With("effect", o.Effect).With("surface", s.Preset).With("mode", s.Mode)
}

// status says whether a tool is shown, callable though not shown, or blocked.
func (s *Surface) status(tool string) Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case slices.Contains(s.live, tool):
		return Live
	case s.Changes():
		return Deferred
	}
	return Blocked
}

// Status says what a connection can do with a tool.
type Status string

// The statuses.
const (
	Live     Status = "live"     // shown
	Deferred Status = "deferred" // not shown, callable
	Blocked  Status = "blocked"  // not callable
)

package session

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
)

var agents = op.SessionWrite(op.Spec{
	Name: "agents", Summary: "Register agents, their state and their locks.",
	Legacy: []op.Legacy{{Name: "agent_registry"}},
	Examples: []op.Example{
		{Text: "Who is at work on this machine", Request: `{"operation":"agents","arguments":{"action":"list"}}`},
		{Text: "Here is another", Request: `{"operation":"agents","arguments":{"action":"register","name":"tests","status":"writing tests of the parser"}}`},
		{Text: "Leave these files alone, please", Request: `{"operation":"agents","arguments":{"action":"lock","paths":["internal/parser"]}}`},
	},
}, runAgents)

// AgentsRequest looks at the register of agents, or changes the entry of one.
type AgentsRequest struct {
	Arguments AgentsArguments `json:"arguments"`
}

// AgentsArguments are the fields of AgentsRequest.
type AgentsArguments struct {
	Action string   `json:"action" enum:"list,register,heartbeat,lock,unlock,unregister" doc:"all but list and register count as a heartbeat of the agent; one that is silent for 15 minutes is gone, with its locks"`
	ID     string   `json:"id,omitempty" doc:"the agent; left out, the one that this session registered"`
	Name   string   `json:"name,omitempty" doc:"of register: what people call it"`
	Status string   `json:"status,omitempty" doc:"of register and heartbeat: what it is doing, in free text"`
	Paths  []string `json:"paths,omitempty" doc:"of lock and unlock: files or directories of the repository; unlock without any gives all back"`
}

// AgentRow is one agent.
type AgentRow struct {
	ID        string             `json:"id"`
	Name      string             `json:"name,omitempty"`
	Status    string             `json:"status,omitempty"`
	Session   string             `json:"session_id"`
	Locks     []engine.AgentLock `json:"locks,omitempty"`
	Heartbeat time.Time          `json:"heartbeat_at"`
}

// LockConflict is a path that another agent has locked.
type LockConflict struct {
	Path   string `json:"path"`
	Holder string `json:"holder"` // id of the agent
	Name   string `json:"name,omitempty"`
	Held   string `json:"held"` // the path it locked: the same, above or below
}

// AgentsResult is the register after the action. Where a path is locked by
// another agent, nothing is locked.
type AgentsResult struct {
	About
	Agent     string         `json:"agent,omitempty"` // whose entry it is about
	Locked    []string       `json:"locked,omitempty"`
	Conflicts []LockConflict `json:"conflicts,omitempty"`
	Agents    []AgentRow     `json:"agents" op:"rows"`
	op.Page
}

func runAgents(ctx context.Context, s engine.Session, req AgentsRequest) (AgentsResult, error) {
	a := req.Arguments
	var root string
	if (a.Action == "lock" || a.Action == "unlock") && len(a.Paths) > 0 {
		v, err := s.View(ctx)
		if err != nil {
			return AgentsResult{}, err
		}
		defer v.Close()
		root = v.Repository().Root
		for i, p := range a.Paths {
			if a.Paths[i], err = v.Rel(p); err != nil {
				return AgentsResult{}, err
			}
		}
	}
	res := AgentsResult{About: about(s)}
	id := a.ID
	if id == "" && a.Action != "list" {
		id = s.State().Agent
	}
	err := s.UpdateAgents(ctx, func(list []engine.Agent) ([]engine.Agent, error) {
		list, err := res.act(list, a, id, root)
		res.Agents = make([]AgentRow, 0, len(list))
		for _, g := range list {
			res.Agents = append(res.Agents, AgentRow{g.ID, g.Name, g.Status, g.Session, g.Locks, g.Heartbeat})
		}
		return list, err
	})
	if err != nil {
		return AgentsResult{}, err
	}
	if a.Action == "register" && a.ID == "" {
		err = s.Update(ctx, func(state *engine.SessionState) error {
			state.Agent = res.Agent
			return nil
		})
	}
	return res, err
}

// act does what is asked to the register.
func (res *AgentsResult) act(list []engine.Agent, a AgentsArguments, id, root string) ([]engine.Agent, error) {
	now := time.Now().UTC()
	at := slices.IndexFunc(list, func(g engine.Agent) bool { return g.ID == id })
	switch {
	case a.Action == "list":
		return list, nil
	case a.Action == "register" && at < 0:
		if id == "" {
			id = newAgent()
		}
		list = append(list, engine.Agent{ID: id, Session: res.Session, Registered: now})
		at = len(list) - 1
	case at < 0:
		return list, noAgent(list, id)
	}
	g := &list[at]
	g.Heartbeat, res.Agent = now, g.ID
	switch a.Action {
	case "register", "heartbeat":
		if a.Name != "" {
			g.Name = a.Name
		}
		if a.Status != "" {
			g.Status = a.Status
		}
	case "lock":
		if len(a.Paths) == 0 {
			return list, op.Invalid("arguments.paths: want files or directories to lock").With("field", "arguments.paths")
		}
		g.Locks, res.Locked, res.Conflicts = locked(list, at, root, a.Paths)
	case "unlock":
		g.Locks = slices.DeleteFunc(slices.Clone(g.Locks), func(l engine.AgentLock) bool {
			return len(a.Paths) == 0 || l.Root == root && slices.Contains(a.Paths, l.Path)
		})
	case "unregister":
		list = slices.Delete(list, at, at+1)
	}
	return list, nil
}

// locked are the locks of an agent with those of paths, unless others have them.
func locked(list []engine.Agent, at int, root string, paths []string) (locks []engine.AgentLock, got []string, conflicts []LockConflict) {
	locks = slices.Clone(list[at].Locks)
	for _, p := range paths {
		for i, other := range list {
			for _, l := range other.Locks {
				if i != at && l.Root == root && (under(p, l.Path) || under(l.Path, p)) {
					conflicts = append(conflicts, LockConflict{p, other.ID, other.Name, l.Path})
				}
			}
		}
		if l := (engine.AgentLock{Root: root, Path: p}); !slices.Contains(locks, l) {
			locks = append(locks, l)
		}
	}
	if conflicts != nil {
		return list[at].Locks, nil, conflicts
	}
	return locks, paths, nil
}

func under(path, dir string) bool {
	return dir == "." || path == dir || strings.HasPrefix(path, dir+"/")
}

func noAgent(list []engine.Agent, id string) error {
	if id == "" {
		return op.Invalid("arguments.id: this session has registered no agent; register one, or name it").With("field", "arguments.id")
	}
	known := make([]string, len(list))
	for i, g := range list {
		known[i] = g.ID
	}
	return op.Invalid("arguments.id: no agent %q is registered; one that is silent for 15 minutes is gone", id).
		With("field", "arguments.id").With("valid_values", known)
}

func newAgent() string {
	var b [4]byte
	_, _ = rand.Read(b[:]) // never fails
	return "agent-" + hex.EncodeToString(b[:])
}

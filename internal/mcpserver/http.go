package mcpserver

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Handler is the Streamable HTTP transport, for one path of a web server. A
// session that is not used for idle is forgotten. Who may connect and how long
// a body may be is decided before.
//
// The function that is returned lets go of what the handler holds.
func (s *Server) Handler(idle time.Duration) (http.Handler, func()) {
	h := server.NewStreamableHTTPServer(s.mcp,
		server.WithSessionIdManager((*sessionIDs)(s)), server.WithSessionIdleTTL(idle),
		server.WithHeartbeatInterval(30*time.Second),
		server.WithDisableLocalhostProtection(true), // decided before, for all paths alike
		server.WithStreamableHTTPLogger(slog.New(slog.NewTextHandler(s.config.Log, &slog.HandlerOptions{Level: slog.LevelError}))))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.serveHTTP(h, w, r) }), func() { _ = h.Shutdown(context.Background()) }
}

func (s *Server) serveHTTP(next http.Handler, w http.ResponseWriter, r *http.Request) {
	id := r.Header.Get(server.HeaderKeySessionID)
	switch r.Method {
	case http.MethodPost:
	case http.MethodGet, http.MethodDelete:
		if !s.connections.has(id) && !mcp.IsModernProtocol(r.Header.Get(mcp.HeaderProtocolVersion)) {
			http.Error(w, "there is no session "+fmt.Sprintf("%.80q", id)+"; initialize begins one", http.StatusNotFound)
			return
		}
		next.ServeHTTP(w, r)
		return
	default:
		w.Header().Set("Allow", "DELETE, GET, POST")
		http.Error(w, "want POST, GET or DELETE", http.StatusMethodNotAllowed)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		status := http.StatusBadRequest
		if tooLong := new(http.MaxBytesError); errors.As(err, &tooLong) {
			status = http.StatusRequestEntityTooLarge
			err = fmt.Errorf("a message is longer than %d bytes", tooLong.Limit)
		}
		writeReply(w, status, nil, reply{code: mcp.INVALID_REQUEST, text: err.Error()})
		return
	}
	var m message
	readable := ours(r) && json.Unmarshal(body, &m) == nil
	if ours(r) && bytes.HasPrefix(bytes.TrimSpace(body), []byte{'['}) && json.Valid(body) {
		m.wrong = "want one message; a batch is taken over standard input alone"
	}
	if m.wrong != "" {
		writeReply(w, http.StatusBadRequest, m.ID, reply{code: mcp.INVALID_REQUEST, text: m.wrong})
		return
	}
	if readable && s.connections.has(id) && m.meta() == nil {
		a, ok := s.answer(r.Context(), id, &m)
		if !ok && m.reads() {
			a, ok = s.read(r.Context(), id, &m), true
		}
		if ok {
			w.Header().Set(server.HeaderKeySessionID, id)
			writeReply(w, http.StatusOK, m.ID, a)
			return
		}
	}
	if readable && m.Method == "tools/call" && m.meta() != nil {
		if a, ok := s.refused(r.Context(), "", &m); ok {
			writeReply(w, http.StatusOK, m.ID, a)
			return
		}
	}
	if readable {
		if id, other := disguised(m.ID); other {
			w = &exact{ResponseWriter: w, id: id, own: m.ID}
		}
		body = m.disguise(body)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.ContentLength = int64(len(body))
	next.ServeHTTP(w, r)
}

// exact gives the client's own id back in what mcp-go answers.
type exact struct {
	http.ResponseWriter
	id, own json.RawMessage
}

// Write implements http.ResponseWriter.
func (e *exact) Write(p []byte) (int, error) {
	own := bytes.Replace(p, append([]byte(`"id":`), e.id...), append([]byte(`"id":`), e.own...), 1)
	_, err := e.ResponseWriter.Write(own)
	return len(p), err
}

// Flush implements http.Flusher, which mcp-go asks for.
func (e *exact) Flush() { _ = http.NewResponseController(e.ResponseWriter).Flush() }

// Unwrap lets http.ResponseController through.
func (e *exact) Unwrap() http.ResponseWriter { return e.ResponseWriter }

// ours reports whether a request has nothing about it that mcp-go would refuse.
func ours(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	version := r.Header.Get(mcp.HeaderProtocolVersion)
	return err == nil && kind == "application/json" && (version == "" || mcp.IsValidProtocolVersion(version))
}

// writeReply writes one response of the protocol. The id is given back in the
// client's own bytes.
func writeReply(w http.ResponseWriter, status int, id json.RawMessage, a reply) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(a.frame(id)) // the client may be gone
}

// frame is the response in which an answer is sent, a line of its own.
func (a reply) frame(id json.RawMessage) []byte {
	kind, value := "result", a.result
	if value == nil {
		e := map[string]any{"code": a.code, "message": a.text}
		if a.data != nil {
			e["data"] = a.data
		}
		kind, value = "error", marshal(e)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"jsonrpc":"2.0","id":%s,"%s":%s}`+"\n", cmp.Or(string(id), "null"), kind, value)
	return b.Bytes()
}

// sessionIDs gives out the ids of sessions and knows which are live.
type sessionIDs Server

// Generate implements server.SessionIdManager.
func (s *sessionIDs) Generate() string {
	id := rand.Text()
	(*Server)(s).connections.get(id)
	return id
}

// Validate implements server.SessionIdManager.
func (s *sessionIDs) Validate(id string) (terminated bool, err error) {
	if !s.connections.has(id) {
		return false, errors.New("no such session")
	}
	return false, nil
}

// Terminate implements server.SessionIdManager.
func (s *sessionIDs) Terminate(id string) (notAllowed bool, err error) {
	if !s.connections.has(id) {
		return false, errors.New("no such session")
	}
	(*Server)(s).closed(id)
	return false, nil
}

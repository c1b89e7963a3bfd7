package httpserver

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
)

const (
	// metaHeader holds what MCP carries as _meta.gortex_facade: JSON.
	metaHeader = "Gortex-Meta"
	// securityHeader holds what MCP carries as _meta.gortex_security: JSON.
	securityHeader = "Gortex-Security"
	// sessionHeader names the session of a call that is not MCP's.
	sessionHeader = "Gortex-Session"
)

// call answers POST /v1/tools/{name}: the body is the argument object, the
// answer the payload in the bytes that every other transport gives. The status
// is 200 or says which kind of failure the payload tells of.
func (c Config) call(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		status, e := http.StatusBadRequest, op.Invalid("the body could not be read: %v", err)
		if tooLong := new(http.MaxBytesError); errors.As(err, &tooLong) {
			status = http.StatusRequestEntityTooLarge
			e = op.Invalid("the body is longer than %d bytes", tooLong.Limit).With("max_bytes", tooLong.Limit)
		}
		if errors.Is(err, os.ErrDeadlineExceeded) {
			status = http.StatusRequestTimeout
			e = op.Invalid("the body did not arrive within %s", c.BodyWait).With("body_wait_ms", c.BodyWait.Milliseconds())
		}
		write(w, status, e)
		return
	}
	id, e := c.session(r)
	if e != nil {
		write(w, http.StatusNotFound, e)
		return
	}
	request := op.Request{Tool: r.PathValue("name"), Arguments: json.RawMessage(body), Session: id}
	if r.URL.Query().Get("surface") == string(op.SurfaceLegacy) {
		request.Surface = op.SurfaceLegacy
	}
	reply := c.Caller.Call(r.Context(), request)
	setHeader(w, metaHeader, brief(reply.Meta))
	if reply.Security != nil {
		setHeader(w, securityHeader, reply.Security)
	}
	status := http.StatusOK
	if reply.Err != nil {
		status = statusOf(reply.Err.Code)
	}
	kind := "application/json"
	if reply.Format != "" {
		kind = "text/plain; charset=utf-8"
	}
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(status)
	_, _ = w.Write(reply.Payload) // the client may be gone
}

// session is the session a call belongs to: that of the MCP connection it
// names, or one that it shares with others by a name of their choice.
func (c Config) session(r *http.Request) (string, *op.Error) {
	id := r.Header.Get("Mcp-Session-Id")
	if id == "" {
		id = r.URL.Query().Get("session_id")
	}
	switch {
	case id == "":
	case c.Live == nil || !c.Live(id):
		return "", op.Invalid("there is no connection %.80q", id).With("field", "Mcp-Session-Id").With("instead", sessionHeader)
	default:
		return id, nil
	}
	if name := r.Header.Get(sessionHeader); name != "" {
		return engine.NamedSession(name), nil
	}
	return "", nil
}

// statusOf is the HTTP status of a failure.
func statusOf(c op.Code) int {
	switch c {
	case op.CodeInternal:
		return http.StatusInternalServerError
	case op.CodeDiskFull:
		return http.StatusInsufficientStorage
	case op.CodeTimeout:
		return http.StatusGatewayTimeout
	case op.CodeOperationUnavailable:
		return http.StatusNotImplemented
	case op.CodeCursorExpired:
		return http.StatusGone
	case op.CodeStaleWrite:
		return http.StatusConflict
	}
	switch c.Exit() {
	case op.ExitUsage:
		return http.StatusBadRequest
	case op.ExitNotFound:
		return http.StatusNotFound
	case op.ExitRefused:
		return http.StatusForbidden
	case op.ExitUnavailable, op.ExitInterrupted:
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

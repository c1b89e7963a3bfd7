// Package httpserver is the HTTP skin over an op.Caller: MCP by Streamable
// HTTP, each tool as a resource of its own, and the state of the server. It
// decides who may connect.
package httpserver

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/gortexhq/gortex/facade/op"
)

// Config is what a server is made of.
type Config struct {
	Caller op.Caller
	MCP    http.Handler // answers /mcp
	Tools  []string     // the public tools, which GET /v1/tools lists
	// Live reports whether an MCP connection has a session id.
	Live func(session string) bool
	// Token is what clients must show as a bearer token; "" lets everybody in
	// who can connect, which only a loopback address or a Unix socket may.
	Token   string
	Origins []string // origins of web pages that may connect, besides those of this machine
	Hosts   []string // names by which clients may call a loopback server, besides those of this machine
	MaxBody int64    // bytes; 0 means [MaxBody]
	// BodyWait is how long a client may take to send a body; 0 means [BodyWait].
	BodyWait time.Duration
	Version  string
}

// MaxBody is how long a request's body may be, in bytes, unless the
// configuration says otherwise: room for the largest file an edit may carry.
const MaxBody = 16 << 20

// BodyWait is how long a client may take to send a body, unless the
// configuration says otherwise.
const BodyWait = time.Minute

// Listen opens an address: "host:port", where port 0 chooses a free one, or
// "unix:/path". Errors: an address that other machines can reach, when there is
// no token; one that is in use, or that this machine does not have.
func Listen(ctx context.Context, address, token string) (net.Listener, error) {
	if path, ok := cutUnix(address); ok {
		if path == "" { // which Linux would take for a name of its own choice, open to every user
			return nil, op.Invalid("listen: want unix:/path, got %q", address).With("field", "listen")
		}
		return openSocket(ctx, path, address)
	}
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, op.Invalid("listen: want HOST:PORT or unix:/path, got %q", address).With("field", "listen")
	}
	if token == "" && !isLoopback(host) {
		return nil, op.Errorf(op.CodeRefused, "%s can be reached from other machines, so it wants a token, in --token-file or GORTEX_HTTP_TOKEN; a loopback address needs none", address).
			With("field", "token").With("loopback", "127.0.0.1:8765")
	}
	return open(ctx, "tcp", address, address)
}

func open(ctx context.Context, network, where, address string) (net.Listener, error) {
	var c net.ListenConfig
	l, err := c.Listen(ctx, network, where)
	if err != nil {
		var why *net.OpError
		if errors.As(err, &why) {
			err = why.Err
		}
		return nil, op.Errorf(op.CodeUnavailable, "cannot listen on %s: %v; --listen chooses another address", address, err).With("field", "listen")
	}
	return l, nil
}

// Serve answers on a listener until ctx ends; calls that are running then have
// drain to finish.
func Serve(ctx context.Context, l net.Listener, h http.Handler, drain time.Duration) error {
	server := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), drain)
	defer cancel()
	if err := server.Shutdown(bounded); err != nil {
		_ = server.Close() // streams that never end on their own
	}
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Handler answers all paths.
func Handler(c Config) http.Handler {
	if c.MaxBody == 0 {
		c.MaxBody = MaxBody
	}
	if c.BodyWait == 0 {
		c.BodyWait = BodyWait
	}
	mux := http.NewServeMux()
	mux.Handle("/mcp", c.MCP)
	mux.HandleFunc("POST /v1/tools/{name}", c.call)
	mux.HandleFunc("/v1/tools/{name}", only("POST"))
	mux.HandleFunc("GET /v1/tools", c.list)
	mux.HandleFunc("/v1/tools", only("GET"))
	mux.HandleFunc("GET /health", c.health)
	mux.HandleFunc("/", notFound)
	return c.guard(mux)
}

// health says that the server answers. It is open to everybody who may connect
// and says nothing of any repository.
func (c Config) health(w http.ResponseWriter, _ *http.Request) {
	write(w, http.StatusOK, map[string]string{"status": "ok", "version": c.Version, "surface_version": op.SurfaceVersion})
}

func (c Config) list(w http.ResponseWriter, _ *http.Request) {
	write(w, http.StatusOK, map[string][]string{"tools": c.Tools})
}

// only refuses the other methods of a path.
func only(method string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", method)
		write(w, http.StatusMethodNotAllowed, op.Invalid("%.200s wants %s, got %s", r.URL.Path, method, r.Method).With("allow", method))
	}
}

func notFound(w http.ResponseWriter, r *http.Request) {
	e := op.Invalid("there is no %s %.200s", r.Method, r.URL.Path).
		With("paths", []string{"POST /mcp", "POST /v1/tools/{name}", "GET /v1/tools", "GET /health"})
	write(w, http.StatusNotFound, e)
}

func write(w http.ResponseWriter, status int, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // what is written is our own
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(text, '\n')) // the client may be gone
}

package httpserver

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/gortexhq/gortex/facade/op"
)

// guard lets in who may connect. A page of the web that the user looks at can
// make its browser connect to this machine, so requests with a foreign Origin,
// or with a foreign Host where the server listens on loopback (DNS rebinding),
// are refused: MCP's security rules for local servers ask for both.
func (c Config) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin := r.Header.Get("Origin")
		switch {
		case !c.hostMay(r):
			write(w, http.StatusForbidden, op.Errorf(op.CodeRefused, "the host %.200q is not one of this server", r.Host).With("field", "Host"))
			return
		case origin != "" && !c.originMay(origin):
			write(w, http.StatusForbidden, op.Errorf(op.CodeRefused, "pages of %.200q may not connect", origin).
				With("field", "Origin").With("allow", "--allow-origin "+origin))
			return
		}
		if origin != "" {
			w.Header().Add("Vary", "Origin")
			w.Header().Set("Access-Control-Allow-Origin", origin)
			w.Header().Set("Access-Control-Expose-Headers", "Mcp-Session-Id, "+metaHeader+", "+securityHeader)
			if r.Method == http.MethodOptions { // a browser asks before it sends; it cannot show a token yet
				w.Header().Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
				w.Header().Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Last-Event-ID, Mcp-Protocol-Version, Mcp-Session-Id, "+sessionHeader)
				w.WriteHeader(http.StatusNoContent)
				return
			}
		}
		if r.URL.Path != "/health" && !c.tokenMay(r) {
			w.Header().Set("WWW-Authenticate", `Bearer realm="gortex"`)
			write(w, http.StatusUnauthorized, op.Errorf(op.CodeRefused, "this server wants a bearer token").With("field", "Authorization"))
			return
		}
		r.Body = http.MaxBytesReader(w, c.hurried(w, r), c.MaxBody)
		next.ServeHTTP(w, r)
	})
}

// hurried is the body of a request, which must arrive in time: a client that
// sends a byte now and then would hold a connection for ever.
func (c Config) hurried(w http.ResponseWriter, r *http.Request) io.ReadCloser {
	if r.ContentLength == 0 {
		return r.Body
	}
	control := http.NewResponseController(w)
	if control.SetReadDeadline(time.Now().Add(c.BodyWait)) != nil {
		return r.Body // not a connection that has deadlines
	}
	return &arriving{r.Body, func() { _ = control.SetReadDeadline(time.Time{}) }}
}

// arriving calls arrived once it is read to its end: the answer may take longer.
type arriving struct {
	io.ReadCloser
	arrived func()
}

// Read implements io.Reader.
func (b *arriving) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) {
		b.arrived()
	}
	return n, err
}

// tokenMay compares in a time that does not tell how much of a guess was right.
func (c Config) tokenMay(r *http.Request) bool {
	if c.Token == "" {
		return true
	}
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	got, want := sha256.Sum256([]byte(strings.TrimSpace(token))), sha256.Sum256([]byte(c.Token))
	return strings.EqualFold(scheme, "Bearer") && subtle.ConstantTimeCompare(got[:], want[:]) == 1
}

// hostMay holds clients of a loopback address to calling it by such a name.
func (c Config) hostMay(r *http.Request) bool {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok || local.Network() == "unix" {
		return true
	}
	host, _, err := net.SplitHostPort(local.String())
	if err != nil || !isLoopback(host) {
		return true
	}
	called := r.Host
	if h, _, err := net.SplitHostPort(called); err == nil {
		called = h
	}
	return isLoopback(strings.Trim(called, "[]")) || slices.Contains(c.Hosts, called)
}

func (c Config) originMay(origin string) bool {
	if slices.Contains(c.Origins, origin) {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && isLoopback(u.Hostname())
}

// isLoopback reports whether a host can only be this machine.
func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

func cutUnix(address string) (string, bool) { return strings.CutPrefix(address, "unix:") }

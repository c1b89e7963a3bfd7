package cli

import (
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/gortexhq/gortex/facade/op"
)

// ServeOptions are the flags of gortex serve.
type ServeOptions struct {
	Listen  string        // host:port or unix:/path
	Token   string        // bearer token, "" for none
	Origins []string      // of web pages that may connect
	Hosts   []string      // further names of a loopback server
	Idle    time.Duration // after which a session is forgotten
	MaxBody int64         // bytes of one request
	// Ready is told the address once the server answers there.
	Ready func(address string)
}

func (a *App) serveCommand() *cobra.Command {
	var o ServeOptions
	var tokenFile, tools, mode string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the tools over HTTP: MCP, and each tool by its own address",
		Long: "Serve the tools over HTTP until interrupted:\n\n" +
			"  POST /mcp                 Model Context Protocol, Streamable HTTP\n" +
			"  POST /v1/tools/TOOL       the argument object in, the answer out, as gortex call\n" +
			"  GET  /v1/tools            the names of the tools\n" +
			"  GET  /health              whether the server answers\n\n" +
			"An address that other machines can reach wants a token, which clients send as\n" +
			"\"Authorization: Bearer TOKEN\". It is read from --token-file, or from\n" +
			"GORTEX_HTTP_TOKEN. There is no encryption: put a proxy in front for that.\n" +
			"Web pages may connect from this machine only, or from --allow-origin.",
		Example: "  gortex serve\n" +
			"  curl -s 127.0.0.1:8765/v1/tools/search -d '{\"query\":\"parse config\"}'\n" +
			"  gortex serve --listen 0.0.0.0:8765 --token-file ~/.gortex-token",
		Args: none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkMode(mode); err != nil {
				return err
			}
			o.Token = a.HTTPToken
			if tokenFile != "" {
				text, err := os.ReadFile(tokenFile)
				if err != nil {
					return op.Errorf(op.CodeFileNotFound, "--token-file: %v", err).With("field", "token-file")
				}
				if o.Token = strings.TrimSpace(string(text)); o.Token == "" {
					return op.Invalid("--token-file: %s holds no token", tokenFile).With("field", "token-file")
				}
			}
			if strings.ContainsFunc(o.Token, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
				return op.Invalid("the token has characters that no header can carry; want printable ASCII without blanks").With("field", "token")
			}
			if o.MaxBody < 1 {
				return op.Invalid("--max-body: want at least 1 byte, got %d", o.MaxBody).With("field", "max-body")
			}
			if o.Idle <= 0 {
				return op.Invalid("--session-idle: want a duration above 0, got %s", o.Idle).With("field", "session-idle")
			}
			o.Ready = func(address string) { a.note("listening on %s", address) }
			return a.ServeHTTP(cmd.Context(), Setup{Dir: a.dir(), Tools: tools, ToolsMode: mode}, o)
		},
	}
	toolFlags(cmd, &tools, &mode)
	f := cmd.Flags()
	f.StringVar(&o.Listen, "listen", "127.0.0.1:8765", "`ADDRESS`: HOST:PORT, where port 0 chooses a free one, or unix:/path")
	f.StringVar(&tokenFile, "token-file", "", "read the bearer token from `FILE`")
	f.StringArrayVar(&o.Origins, "allow-origin", nil, "let pages of this `ORIGIN` connect; may be repeated")
	f.StringArrayVar(&o.Hosts, "allow-host", nil, "a further `NAME` by which clients call a loopback server; may be repeated")
	f.DurationVar(&o.Idle, "session-idle", 30*time.Minute, "forget a session that is not used for `DURATION`")
	f.Int64Var(&o.MaxBody, "max-body", 16<<20, "longest request, in `BYTES`")
	return cmd
}

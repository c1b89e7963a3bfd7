package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/gortexhq/gortex/cli"
	"github.com/gortexhq/gortex/internal/httpserver"
	"github.com/gortexhq/gortex/internal/mcpserver"
)

// drain is how long calls that are running when a server ends may still take.
const drain = 10 * time.Second

// mostWarnings is how many warnings are printed when a server starts.
const mostWarnings = 20

// skin is what the MCP server is made of, whichever the transport.
func (p *parts) skin(e *opened, s cli.Setup) mcpserver.Config {
	choose, warnings := p.surfaces(s)
	for i, w := range warnings {
		if i == mostWarnings { // a client that does not read them must not be kept waiting
			fmt.Fprintf(p.streams.Err, "gortex: mcp: warning: and %d more\n", len(warnings)-i)
			break
		}
		fmt.Fprintf(p.streams.Err, "gortex: mcp: warning: %.300s\n", w)
	}
	return mcpserver.Config{
		Surface:  choose,
		Registry: p.registry,
		Caller:   p.screened(p.dispatcher(e)),
		Engine:   e.engine,
		Closed:   e.forget,
		Version:  version(),
		Log:      p.streams.Err,
		Drain:    drain,
		Deadline: p.config.Timeout,

		Concurrent: p.config.Concurrent,
	}
}

// serve speaks MCP. The client is answered at once, and the first indexing
// runs beside it; calls that come too early are told so.
func (p *parts) serve(ctx context.Context, s cli.Setup) error {
	e, err := p.engine(s, true)
	if err != nil {
		return err
	}
	defer e.close()
	c := p.skin(e, s)
	c.Start, c.Parent = e.warm, os.Getppid
	return mcpserver.Serve(ctx, c, p.streams.In, p.streams.Out)
}

// serveHTTP answers over HTTP until ctx ends, which is how it is meant to end.
func (p *parts) serveHTTP(ctx context.Context, s cli.Setup, o cli.ServeOptions) error {
	l, err := httpserver.Listen(ctx, o.Listen, o.Token)
	if err != nil {
		return err
	}
	e, err := p.engine(s, true)
	if err != nil {
		_ = l.Close()
		return err
	}
	defer e.close()
	c := p.skin(e, s)
	server := mcpserver.New(c)
	mcp, release := server.Handler(o.Idle)
	defer release()
	warmed, stop := context.WithCancel(ctx)
	go server.Run(warmed)
	done := make(chan struct{})
	go func() { defer close(done); e.warm(warmed) }()
	defer func() { stop(); <-done }()
	o.Ready(l.Addr().String())
	err = httpserver.Serve(ctx, l, httpserver.Handler(httpserver.Config{
		Caller: c.Caller, MCP: mcp, Tools: p.registry.Names(), Version: version(), Live: server.Live,
		Token: o.Token, Origins: o.Origins, Hosts: o.Hosts, MaxBody: o.MaxBody,
	}), drain)
	if errors.Is(ctx.Err(), context.Canceled) {
		return nil
	}
	return err
}

package mcpserver

import (
	"context"
	"io"
	"log"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/server"
)

// Serve answers one client on in and out until in ends, ctx is cancelled or the
// client is gone. Calls that are running then have Config.Drain to finish.
func Serve(ctx context.Context, c Config, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go watchParent(ctx, c.Parent, cancel)
	s := New(c)
	go s.Run(ctx)
	w := &frames{w: out}
	gate := &gate{server: s, out: w, listed: make(chan struct{})}
	if c.Start != nil {
		var started sync.WaitGroup
		defer started.Wait()
		defer cancel() // before the wait
		started.Go(func() { gate.start(ctx) })
	}
	stdio := server.NewStdioServer(s.mcp)
	logger := log.New(c.Log, "gortex: mcp: ", 0)
	for _, option := range []server.StdioOption{
		server.WithErrorLogger(logger), server.WithWorkerPoolSize(s.config.Concurrent), server.WithQueueSize(4096),
	} {
		option(stdio)
	}
	listened := make(chan error, 1)
	ended := make(chan struct{})
	go func() { listened <- stdio.Listen(ctx, gate.filter(ctx, in, ended), w) }()
	select {
	case err := <-listened:
		return unlessEOF(err)
	case <-ended: // and drained
		c.Drain = min(c.Drain, time.Second)
	case <-ctx.Done():
	}
	// mcp-go waits for what it writes, which is for ever if nobody reads it.
	select {
	case err := <-listened:
		return unlessEOF(err)
	case <-time.After(c.Drain):
		return ctx.Err()
	}
}

func unlessEOF(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

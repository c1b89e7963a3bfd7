package httpserver

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"os"
	"sync"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/lockedfile"
)

// openSocket listens on a path. A server that was killed leaves its socket
// there; whether one is alive is told by a lock on a file beside it, which ends
// with its process however that ends. A socket without such a file is somebody
// else's and stays.
func openSocket(ctx context.Context, path, address string) (net.Listener, error) {
	beside := path + ".lock"
	_, err := os.Lstat(beside)
	ours := err == nil
	unlock, err := lockedfile.Try(beside, 0o600)
	switch {
	case err != nil:
		return nil, op.Errorf(op.CodeUnavailable, "cannot listen on %s: %v; --listen chooses another address", address, err).With("field", "listen")
	case unlock == nil:
		return nil, op.Errorf(op.CodeUnavailable, "cannot listen on %s: another server does; --listen chooses another address", address).With("field", "listen")
	}
	if info, err := os.Lstat(path); ours && err == nil && info.Mode().Type() == fs.ModeSocket {
		_ = os.Remove(path) // if that fails, so does what follows
	}
	l, err := open(ctx, "unix", path, address)
	if err == nil {
		if err = os.Chmod(path, 0o600); err != nil {
			err = errors.Join(err, l.Close())
		}
	}
	if err != nil {
		if !ours { // or the next attempt would take what is there for ours
			_ = os.Remove(beside)
		}
		unlock()
		return nil, err
	}
	return &socket{Listener: l, unlock: sync.OnceFunc(unlock)}, nil
}

// socket gives its lock back when it is closed.
type socket struct {
	net.Listener
	unlock func()
}

func (s *socket) Close() error {
	defer s.unlock()
	return s.Listener.Close()
}

package golang

import "context"

// ready loads what a node imports, so that the node can be checked.
func (u *universe) ready(ctx context.Context, n *node) {
	for _, m := range u.resolve(n) {
		if m != nil && u.loaded(m) == nil {
			u.loadMu.Lock()
			u.demand(ctx, m)
			u.loadMu.Unlock()
		}
	}
}

// demand loads a package that is only imported: from export data, else from
// its declarations. Callers hold loadMu.
func (u *universe) demand(ctx context.Context, n *node) {
	n.mu.Lock()
	done := n.pkg != nil || n.failed
	n.failed = true // until it is loaded: an import cycle ends here
	n.mu.Unlock()
	if done || ctx.Err() != nil {
		return
	}
	if u.fromExport(n) {
		return
	}
	if n.kind == nodeOutside {
		u.readOutside(n)
	}
	for _, m := range u.resolve(n) {
		if m != nil {
			u.demand(ctx, m)
		}
	}
	if c := u.check(n, nil); c != nil {
		u.publish(n, c.pkg)
		if n.kind == nodeOutside {
			u.a.exports.put(u, c)
		}
	}
}

// fromExport loads a package from export data if there is any.
func (u *universe) fromExport(n *node) bool {
	data := u.a.exports.get(u, n)
	if data == nil {
		return false
	}
	u.importMu.Lock()
	pkg := u.read(n, data)
	u.importMu.Unlock()
	if pkg == nil {
		return false
	}
	n.mu.Lock()
	n.pkg = pkg
	n.mu.Unlock()
	return true
}

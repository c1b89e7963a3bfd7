//go:build !linux

package watch

// platform has no exact watcher here: everything may always have changed.
type platform struct{}

func (p *platform) set([]string) bool { return false }
func (p *platform) changed() bool     { return true }
func (p *platform) exact() bool       { return false }
func (p *platform) close()            {}

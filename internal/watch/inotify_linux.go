package watch

import (
	"encoding/binary"
	"errors"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// platform watches through inotify. The kernel queues an event before the
// system call that caused it returns, so an empty queue is proof.
type platform struct {
	fd      int // 0 until something is watched, -1 when the system refuses to
	wd      map[string]int
	dir     map[int]string
	unsure  bool // some directory could not be watched
	limited bool // the user's limit of watches is reached: none is kept
	buf     [64 << 10]byte
}

const events = unix.IN_MODIFY | unix.IN_ATTRIB | unix.IN_CREATE | unix.IN_DELETE |
	unix.IN_MOVED_FROM | unix.IN_MOVED_TO | unix.IN_DELETE_SELF | unix.IN_MOVE_SELF |
	unix.IN_ONLYDIR | unix.IN_DONT_FOLLOW

// set watches dirs and nothing else. Every directory is named to the kernel
// again: it answers with the watch there is unless another directory has taken
// the place of the one that was watched under this name.
func (p *platform) set(dirs []string) (added bool) {
	if !p.open() {
		return false
	}
	want := make(map[string]bool, len(dirs))
	for _, d := range dirs {
		want[d] = true
	}
	p.unsure = false
	for _, d := range dirs {
		wd, err := unix.InotifyAddWatch(p.fd, d, events)
		switch {
		case errors.Is(err, unix.ENOSPC), errors.Is(err, unix.ENOMEM):
			p.close()
			p.limited = true
			return false
		case errors.Is(err, unix.ENOENT), errors.Is(err, unix.ENOTDIR):
			// It is gone since it was seen. Its coming back shows above it.
			p.unsure = p.unsure || !want[filepath.Dir(d)]
			p.forget(d)
		case err != nil:
			p.unsure = true
			p.forget(d)
		case p.wd[d] != wd:
			p.forget(d)
			p.wd[d], p.dir[wd] = wd, d
			added = true
		}
	}
	for d := range p.wd {
		if !want[d] {
			p.forget(d)
		}
	}
	return added
}

// forget stops watching what was watched under a name, unless that directory is
// watched under another name by now.
func (p *platform) forget(d string) {
	wd, ok := p.wd[d]
	if !ok {
		return
	}
	delete(p.wd, d)
	if p.dir[wd] == d {
		delete(p.dir, wd)
		_, _ = unix.InotifyRmWatch(p.fd, uint32(wd)) // gone already if the directory is
	}
}

func (p *platform) open() bool {
	if p.fd == 0 && !p.limited {
		fd, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC)
		if err != nil {
			fd = -1
		}
		p.fd, p.wd, p.dir = fd, map[string]int{}, map[int]string{}
	}
	return p.fd > 0
}

func (p *platform) changed() bool {
	if p.fd <= 0 {
		return true
	}
	changed := false
	for {
		n, err := unix.Read(p.fd, p.buf[:])
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil || n <= 0 {
			return changed || p.unsure || !errors.Is(err, unix.EAGAIN)
		}
		for b := p.buf[:n]; len(b) >= unix.SizeofInotifyEvent; {
			wd, mask, size := eventOf(b)
			if mask&unix.IN_IGNORED != 0 {
				p.ended(wd)
			}
			// The kernel's word that a watch has ended is no change by itself:
			// what ended it was one, or it was forgotten here.
			changed = changed || mask != unix.IN_IGNORED
			b = b[min(size, len(b)):]
		}
	}
}

// ended takes note that the kernel has dropped a watch.
func (p *platform) ended(wd int) {
	if d, ok := p.dir[wd]; ok {
		delete(p.dir, wd)
		if p.wd[d] == wd {
			delete(p.wd, d)
		}
	}
}

func eventOf(b []byte) (wd int, mask uint32, size int) {
	u32 := binary.NativeEndian.Uint32
	return int(int32(u32(b))), u32(b[4:]), unix.SizeofInotifyEvent + int(u32(b[12:]))
}

func (p *platform) exact() bool { return p.fd > 0 && !p.unsure && len(p.wd) > 0 }

func (p *platform) close() {
	if p.fd > 0 {
		_ = unix.Close(p.fd)
	}
	*p = platform{limited: p.limited}
}

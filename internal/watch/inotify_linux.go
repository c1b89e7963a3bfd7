package watch

import (
	"golang.org/x/sys/unix"
)

// platform watches through inotify. The kernel queues an event before the
// system call that caused it returns, so an empty queue is proof.
type platform struct {
	fd     int
	wd     map[string]int
	dir    map[int]string
	broken bool // some directory could not be watched, or events were lost
	buf    [64 << 10]byte
}

const events = unix.IN_MODIFY | unix.IN_ATTRIB | unix.IN_CREATE | unix.IN_DELETE |
	unix.IN_MOVED_FROM | unix.IN_MOVED_TO | unix.IN_DELETE_SELF | unix.IN_MOVE_SELF | unix.IN_ONLYDIR

func newPlatform() platform {
	fd, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC)
	return platform{fd: fd, wd: map[string]int{}, dir: map[int]string{}, broken: err != nil}
}

func (p *platform) set(dirs []string) (added bool) {
	if p.fd < 0 {
		return false
	}
	want := make(map[string]bool, len(dirs))
	p.broken = false
	for _, d := range dirs {
		want[d] = true
		if _, ok := p.wd[d]; ok {
			continue
		}
		wd, err := unix.InotifyAddWatch(p.fd, d, events)
		if err != nil {
			p.broken = true
			continue
		}
		p.wd[d], p.dir[wd] = wd, d
		added = true
	}
	for d, wd := range p.wd {
		if !want[d] {
			_, _ = unix.InotifyRmWatch(p.fd, uint32(wd))
			delete(p.wd, d)
			delete(p.dir, wd)
		}
	}
	return added
}

func (p *platform) changed() bool {
	if p.fd < 0 || p.broken {
		return true
	}
	changed := false
	for {
		n, err := unix.Read(p.fd, p.buf[:])
		if err == unix.EINTR {
			continue
		}
		if err != nil || n <= 0 {
			return changed || err != nil && err != unix.EAGAIN
		}
		for b := p.buf[:n]; len(b) >= unix.SizeofInotifyEvent; {
			wd, mask, size := eventOf(b)
			if mask&(unix.IN_IGNORED|unix.IN_DELETE_SELF|unix.IN_MOVE_SELF) != 0 {
				delete(p.wd, p.dir[wd])
				delete(p.dir, wd)
			}
			if mask != unix.IN_IGNORED {
				changed = true
			}
			if size > len(b) {
				break
			}
			b = b[size:]
		}
	}
}

func eventOf(b []byte) (wd int, mask uint32, size int) {
	u32 := func(at int) uint32 {
		return uint32(b[at]) | uint32(b[at+1])<<8 | uint32(b[at+2])<<16 | uint32(b[at+3])<<24
	}
	return int(int32(u32(0))), u32(4), unix.SizeofInotifyEvent + int(u32(12))
}

func (p *platform) exact() bool { return p.fd >= 0 && !p.broken && len(p.wd) > 0 }

func (p *platform) close() {
	if p.fd >= 0 {
		_ = unix.Close(p.fd)
		p.fd = -1
	}
}

package workspace

import "sync"

// contentsRoom bounds what a tree keeps of the bytes of its files.
const contentsRoom = 16 << 20

// contents keeps the bytes of the files that were read last, by their hash, so
// that a long-lived process does not copy a large file again for every question
// about it. Nil keeps nothing.
type contents struct {
	mu    sync.Mutex
	bytes map[[16]byte][]byte
	order [][16]byte // oldest first
	size  int
}

func (c *contents) get(hash [16]byte) []byte {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.bytes[hash]
}

func (c *contents) put(hash [16]byte, raw []byte) {
	if c == nil || len(raw) > contentsRoom/4 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.bytes[hash] != nil || len(raw) == 0 {
		return
	}
	if c.bytes == nil {
		c.bytes = map[[16]byte][]byte{}
	}
	c.bytes[hash] = raw
	c.order = append(c.order, hash)
	for c.size += len(raw); c.size > contentsRoom; c.order = c.order[1:] {
		c.size -= len(c.bytes[c.order[0]])
		delete(c.bytes, c.order[0])
	}
}

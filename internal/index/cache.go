package index

import (
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/store"
)

func fileID(i int) graph.FileID { return graph.FileID(i) }

// cache lays what a run puts over what the generation has.
type cache struct {
	b *store.Builder
	r *store.Reader // nil when nothing is reused

	mu  sync.Mutex
	put map[string][]byte // nil value: deleted
}

// Get implements lang.Cache.
func (c *cache) Get(key string) []byte {
	c.mu.Lock()
	v, ok := c.put[key]
	c.mu.Unlock()
	if ok || c.r == nil {
		return v
	}
	return c.r.Blob(key)
}

// Put implements lang.Cache.
func (c *cache) Put(key string, value []byte) {
	c.set(key, value)
	c.b.PutBlob(key, value)
}

// Delete implements lang.Cache.
func (c *cache) Delete(key string) {
	c.set(key, nil)
	c.b.DeleteBlob(key)
}

func (c *cache) set(key string, value []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.put == nil {
		c.put = map[string][]byte{}
	}
	c.put[key] = value
}

// Keys implements lang.Cache.
func (c *cache) Keys(prefix string, yield func(string) bool) {
	c.mu.Lock()
	var keys []string
	for k, v := range c.put {
		if v != nil && strings.HasPrefix(k, prefix) {
			keys = append(keys, k)
		}
	}
	c.mu.Unlock()
	for _, k := range keys {
		if !yield(k) {
			return
		}
	}
	if c.r == nil {
		return
	}
	c.r.BlobKeys(prefix, func(k string) bool {
		c.mu.Lock()
		_, over := c.put[k]
		c.mu.Unlock()
		return over || yield(k)
	})
}

// prefixed keeps the keys of analyzers apart.
type prefixed struct {
	lang.Cache
	prefix string
}

func (p prefixed) Get(key string) []byte        { return p.Cache.Get(p.prefix + key) }
func (p prefixed) Put(key string, value []byte) { p.Cache.Put(p.prefix+key, value) }
func (p prefixed) Delete(key string)            { p.Cache.Delete(p.prefix + key) }

func (p prefixed) Keys(prefix string, yield func(string) bool) {
	p.Cache.Keys(p.prefix+prefix, func(k string) bool { return yield(strings.TrimPrefix(k, p.prefix)) })
}

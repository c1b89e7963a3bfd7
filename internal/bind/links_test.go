package bind

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gortexhq/gortex/internal/lang"
)

// blobs is a cache in memory.
type blobs map[string][]byte

func (b blobs) Get(key string) []byte          { return b[key] }
func (b blobs) Put(key string, value []byte)   { b[key] = value }
func (b blobs) Delete(key string)              { delete(b, key) }
func (b blobs) Keys(string, func(string) bool) {}

func linkRun(c blobs, paths ...string) *run {
	r := &run{analyzer: &analyzer{family: "toy"}, in: &lang.Input{Cache: c}, w: &world{index: map[string]int32{}}}
	for i, p := range paths {
		r.w.files = append(r.w.files, &file{id: int32(i), path: p})
		r.w.index[p] = int32(i)
	}
	return r
}

// Links are kept as they were, without the files that are no more; where they
// are lost or damaged, the notes of each file have them too.
func TestLinks(t *testing.T) {
	c := blobs{}
	r := linkRun(c, "a", "b", "c")
	notes := []*consulted{
		{files: []fileName{{"b", ""}, {"b", "x"}, {"c", "y"}}, heads: []fileName{{"c", ""}}},
		{files: []fileName{{"c", "z"}}},
		nil,
	}
	r.links()
	for i, n := range notes {
		if n != nil {
			c.Put(r.usedKey(r.w.files[i].path), n.encode())
			r.linked[i] = r.linksOf(n)
		}
	}
	r.keepLinks()
	want := r.linked
	kept := c[r.linksKey()]
	for name, blob := range map[string][]byte{"kept": kept, "lost": nil, "cut": kept[:len(kept)-1], "another": {blobVersion + 1, 0}} {
		c.Put(r.linksKey(), blob)
		if d := diff(want, linkRun(c, "a", "b", "c").links()); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
	c.Put(r.linksKey(), kept)
	if d := diff([]*links{{bodies: []int32{1}, heads: []int32{1}}, nil}, linkRun(c, "a", "c").links()); d != "" {
		t.Errorf("without b: %s", d)
	}
}

func diff(want, got []*links) string {
	return cmp.Diff(want, got, cmp.AllowUnexported(links{}), cmpopts.EquateEmpty())
}

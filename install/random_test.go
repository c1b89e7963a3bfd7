package install

import (
	"bytes"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/gortexhq/gortex/hostadapters"
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
)

// However often and in whatever order hosts are put in and taken out, by
// whichever version, in the end every byte is what it was.
func TestAnyOrder(t *testing.T) {
	docs := map[edit.Format][][]byte{}
	for format, folder := range folders {
		all := corpus(t, folder)
		for _, name := range slices.Sorted(maps.Keys(all)) {
			// What has gortex in it before is not left so by a removal that has
			// no record of it.
			if !bytes.Contains(all[name], []byte(host.Name)) {
				docs[format] = append(docs[format], all[name])
			}
		}
	}
	all := hostadapters.All()
	rapid.Check(t, func(r *rapid.T) {
		hosts := rapid.SliceOfNDistinct(rapid.SampledFrom(all), 1, 4, func(h host.Host) string { return h.Name }).Draw(r, "hosts")
		p := newPlace(t, hosts...)
		for _, h := range hosts {
			for _, f := range h.Files {
				path := f.Place(p.Env)
				if f.Owned != nil || path == "" || present(path) || rapid.Bool().Draw(r, "missing") {
					continue
				}
				p.write(t, path, string(rapid.SampledFrom(docs[f.Format]).Draw(r, "text")))
			}
		}
		before := p.tree(t)
		for range rapid.IntRange(1, 6).Draw(r, "steps") {
			s := p.selection(rapid.SampledFrom([]host.Scope{host.User, host.Project}).Draw(r, "scope"),
				[]host.Host{rapid.SampledFrom(hosts).Draw(r, "host")})
			switch rapid.IntRange(0, 3).Draw(r, "what") {
			case 0:
				p.uninstall(t, s)
			case 1:
				p.Env.Command = rapid.SampledFrom([]string{"/a/gortex", "/b/gortex"}).Draw(r, "program")
				fallthrough
			default:
				s.Requests = rapid.SliceOfDistinct(rapid.SampledFrom(host.Requests()), rapid.ID).Draw(r, "requests")
				p.install(t, s)
				p.settled(t, s)
			}
		}
		for _, s := range []Selection{p.user(), p.project()} {
			p.uninstall(t, s)
		}
		sameTree(t, "in the end", before, p.tree(t))
		if t.Failed() {
			r.FailNow()
		}
	})
}

package random

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// own is what each world has to say for itself: how long something took, when
// its index was made, and the name of the directory of an index, which holds a
// hash of where the repository is. Nothing else of an answer may differ.
var own = regexp.MustCompile(`("(?:duration_ms|indexed_at)":)(?:"[^"]*"|\d+)|(/gortex/index/[^"]*-)[0-9a-f]{16}`)

// What changes something says the same through every door, when each has a
// world of its own in which the same was done before.
func TestRandomWrites(t *testing.T) {
	var worlds []*world
	var opened []door
	for i, open := range doors {
		w := newWorld(t, fmt.Sprintf("own%d", i))
		worlds, opened = append(worlds, w), append(opened, open(t, w))
	}
	g := generator{rand.New(rand.NewPCG(*seed, 1))}
	var list []request
	for _, o := range operations(t, opened[0]) {
		if o.Available && o.Effect != "read" {
			list = append(list, o.requests(t, g, 6**more)...)
		}
	}
	if len(list) == 0 {
		t.Fatal("no operation writes")
	}
	g.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	t.Logf("%d requests, -seed %d", len(list), *seed)
	outcomes := &tally{}
	for _, r := range list {
		first := ""
		for i, d := range opened {
			w := worlds[i]
			got, err := w.ask(t, d, request{r.tool, bytes.ReplaceAll(r.args, []byte("@"), []byte(w.dir)), false})
			if err != nil {
				t.Fatalf("%s, through %s: %v", r, d.name, err)
			}
			said := own.ReplaceAllString(string(bytes.ReplaceAll(got.payload, []byte(w.dir), []byte("@"))), `$1$2`)
			if i == 0 {
				first = said
				outcomes.add(got)
			} else if diff := cmp.Diff(first, said); diff != "" {
				t.Errorf("%s: %s says otherwise than %s:\n%s", r, d.name, opened[0].name, diff)
			}
		}
	}
	t.Log(outcomes)
}

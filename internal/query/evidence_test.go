package query_test

import (
	"testing"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/graph/graphtest"
	"github.com/gortexhq/gortex/internal/query"
)

// A site that is bound to nothing may mean a symbol of another language only
// where one of the two uses the other.
func TestUnboundOfOtherLanguages(t *testing.T) {
	const files = `
-- a.ts --
export function open() {}
export function used() {}
-- b.js --
used()
open()
-- c.py --
open()
-- facts --
file a.ts typescript
file b.js javascript
file c.py python
decl a.ts:1-1 function open exported
decl a.ts:2-2 function used exported
ref b.js:2 - calls unresolved::open text_matched
ref c.py:1 - calls unresolved::open text_matched
`
	for _, c := range []struct {
		facts string
		want  int
	}{{files, 0}, {files + "ref b.js:1 - calls a.ts::used\n", 1}} {
		r, _ := graphtest.Archive(t, c.facts)
		m := query.Lookup(r, "a.ts::open")
		if got := query.Weigh(r, []graph.NodeID{m.Nodes[0]}).Unbound; got != c.want {
			t.Errorf("got %d sites, want %d", got, c.want)
		}
	}
}

package random

import (
	"bytes"
	"context"
	"path"
	"regexp"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// own is what each world has to say for itself: how long something took; when
// its index was made, an answer given, an agent heard of; the name of the
// directory of an index, which holds a hash of where the repository is; the name
// of a session, and of an agent that chose none; an etag and a cursor, which hold
// hashes of all that, and how long an answer is; whether an index had to be made,
// which a subscription may have done before. Nothing else of an answer may differ,
// nor of what is cut out of an earlier one.
var own = regexp.MustCompile(`(\\?"(?:duration_ms|indexed_at|at|heartbeat_at|session_id|next_cursor|etag|full|session_began|bytes|tokens)\\?": ?)(?:\\?"[^"\\]*\\?"|\d+|true|false)|(/gortex/index/[^"]*-)[0-9a-f]{16}|("agent-)[0-9a-f]{8}|(session )\S+ has`)

// connected are the requests that only a connection can make, and those about what
// a connection is shown.
var connected = regexp.MustCompile(`subscribe|^tool_profile|^tools_search`)

// sequence is one session through each door.
type sequence struct {
	worlds   []*world
	doors    []door
	outcomes map[string]int // by error code
}

// open opens a door of each kind in a world of its own, where a connection has
// further variables.
func open(t *testing.T, worlds []*world, env ...string) *sequence {
	t.Helper()
	s := &sequence{outcomes: map[string]int{}}
	for i, open := range doors {
		w := *worlds[i]
		w.env, w.session = append(env, w.env...), path.Base(t.Name())
		s.worlds, s.doors = append(s.worlds, &w), append(s.doors, open(t, &w))
	}
	return s
}

// make makes requests one after the other in random order, last those whose
// answers are a connection's own: they are kept with the others.
func (s *sequence) make(t *testing.T, g generator, list []request) {
	t.Helper()
	g.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	slices.SortStableFunc(list, func(a, b request) int {
		return len(connected.FindString(a.String())) - len(connected.FindString(b.String()))
	})
	t.Logf("%d requests, -seed %d", len(list), *seed)
	for _, r := range list {
		all := slices.Repeat([]request{r}, len(s.doors))
		for i, w := range s.worlds {
			all[i].args = bytes.ReplaceAll(r.args, []byte("@"), []byte(w.work()))
		}
		if s.ask(t, all) {
			s.ask(t, all)
		}
	}
	t.Log(s.outcomes)
}

// ask makes a request through all doors at once, each with the paths of its world,
// and reports whether the answers lead to another, which it leaves in all.
func (s *sequence) ask(t *testing.T, all []request) (more bool) {
	t.Helper()
	got := make([]reply, len(all))
	var wg sync.WaitGroup
	for i := range all {
		wg.Go(func() { got[i] = s.through(t, i, all[i]) })
	}
	wg.Wait()
	code, _ := errorCode(got[0].payload)
	s.outcomes[code]++
	first := s.said(0, got[0])
	for i, r := range all {
		// What fits in a budget depends on how long the name of a session is.
		budget := bytes.Contains(r.args, []byte(`"max_`)) && bytes.Contains(got[i].payload, []byte(`session_id`))
		if diff := cmp.Diff(first, s.said(i, got[i])); diff != "" && !budget && !connected.MatchString(r.String()) {
			t.Errorf("%s: %s says otherwise than %s:\n%.2000s", r, s.doors[i].name, s.doors[0].name, diff)
		}
		all[i], more = r.after(got[i])
	}
	return more
}

// said is a payload without what is its world's own.
func (s *sequence) said(i int, r reply) string {
	text := bytes.ReplaceAll(r.payload, []byte(s.worlds[i].dir), []byte("@"))
	return own.ReplaceAllString(string(text), `$1$2$3$4`)
}

// through makes a request through one door and checks what holds of every
// answer.
func (s *sequence) through(t *testing.T, i int, r request) reply {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	start := time.Now()
	got, err := s.doors[i].call(ctx, r)
	if err != nil {
		t.Errorf("%s, through %s, after %v: %v", r, s.doors[i].name, time.Since(start).Round(time.Millisecond), err)
		return got
	}
	if code, isObject := errorCode(got.payload); !isObject || code == "internal" || got.failed != (code != "") {
		t.Errorf("%s, through %s: failed %v\n%.2000s", r, s.doors[i].name, got.failed, got.payload)
	}
	return got
}

package sessions_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/sessions"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "push" {
		push(os.Args[2], os.Args[3])
		return
	}
	os.Exit(m.Run())
}

// push is a process that goes on with a session: a step, an answer, an agent.
func push(dir, who string) {
	s, err := sessions.New(sessions.Config{Dir: filepath.Join(dir, "sessions"), Agents: filepath.Join(dir, "agents.json")}).Open("s")
	if err != nil {
		panic(err)
	}
	ctx := context.Background()
	err = s.Update(ctx, func(state *engine.SessionState) error {
		state.Trail = append(state.Trail, who)
		return nil
	})
	_, kept := s.Keep(ctx, engine.ReplyInfo{Tool: who}, []byte(who), []string{"f::" + who})
	registered := s.UpdateAgents(ctx, func(list []engine.Agent) ([]engine.Agent, error) {
		return append(list, engine.Agent{ID: who, Heartbeat: time.Now()}), nil
	})
	if err := errors.Join(err, kept, registered); err != nil {
		panic(err)
	}
}

func open(t *testing.T, c sessions.Config, id string) *sessions.Session {
	t.Helper()
	s, err := sessions.New(c).Open(id)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func code(err error) string {
	var f *engine.Failure
	if errors.As(err, &f) {
		return f.Code
	}
	return ""
}

func update(t *testing.T, s *sessions.Session, change func(*engine.SessionState)) {
	t.Helper()
	err := s.Update(t.Context(), func(state *engine.SessionState) error {
		change(state)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Processes that change one session at once lose nothing of each other.
func TestProcessesTakeTurns(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	var want []string
	for i := range 16 {
		want = append(want, "p"+strconv.Itoa(i))
		all.Go(func() {
			if out, err := exec.Command(os.Args[0], "push", dir, "p"+strconv.Itoa(i)).CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	all.Wait()
	slices.Sort(want)
	s := open(t, sessions.Config{Dir: filepath.Join(dir, "sessions"), Agents: filepath.Join(dir, "agents.json")}, "s")
	var tools, seen, registered, handles []string
	for _, r := range s.Replies() {
		_, payload, err := s.Reply(r.Handle)
		if err != nil || string(payload) != r.Tool {
			t.Errorf("%s: %q, %v", r.Handle, payload, err)
		}
		tools, handles = append(tools, r.Tool), append(handles, r.Handle)
	}
	for _, id := range s.State().Seen {
		seen = append(seen, strings.TrimPrefix(id, "f::"))
	}
	err := s.UpdateAgents(t.Context(), func(list []engine.Agent) ([]engine.Agent, error) {
		for _, a := range list {
			registered = append(registered, a.ID)
		}
		return list, nil
	})
	if err != nil {
		t.Error(err)
	}
	for what, got := range map[string][]string{"trail": s.State().Trail, "replies": tools, "seen": seen, "agents": registered} {
		slices.Sort(got)
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", what, d)
		}
	}
	if slices.Sort(handles); len(slices.Compact(handles)) != 16 {
		t.Errorf("handles %q", handles)
	}
}

// What is kept is for nobody else to read, and nothing else is left behind.
func TestFilesArePrivate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state", "sessions")
	s := open(t, sessions.Config{Dir: dir}, "s")
	if _, err := s.Keep(t.Context(), engine.ReplyInfo{}, []byte("x"), nil); err != nil {
		t.Fatal(err)
	}
	var got []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		want := fs.FileMode(0o600)
		if d.IsDir() {
			want = 0o700
		}
		if info.Mode().Perm() != want {
			t.Errorf("%s has mode %v", path, info.Mode())
		}
		rel, _ := filepath.Rel(dir, path)
		got = append(got, rel)
		return err
	})
	if d := cmp.Diff([]string{".", "s", "s/lock", "s/replies", "s/replies/r1", "s/state.json"}, got); err != nil || d != "" {
		t.Error(d, err)
	}
}

// A session that was not used for long begins anew and says so; its handles are
// not given again.
func TestIdle(t *testing.T) {
	c := sessions.Config{Dir: t.TempDir(), Idle: time.Minute}
	s := open(t, c, "s")
	update(t, s, func(state *engine.SessionState) { state.Planning = true })
	if _, err := s.Keep(t.Context(), engine.ReplyInfo{}, []byte("x"), nil); err != nil {
		t.Fatal(err)
	}
	age := func(by time.Duration) {
		t.Helper()
		then := time.Now().Add(-by)
		if err := os.Chtimes(filepath.Join(c.Dir, "s", "state.json"), then, then); err != nil {
			t.Fatal(err)
		}
	}
	age(50 * time.Second)
	if s := open(t, c, "s"); !s.State().Planning || s.Notices() != nil {
		t.Errorf("%+v, %q", s.State(), s.Notices())
	}
	age(2 * time.Minute)
	for range 2 { // to open it changes nothing
		s = open(t, c, "s")
		if s.State().Planning || len(s.Replies()) > 0 || len(s.Notices()) != 1 {
			t.Errorf("%+v, %q", s.State(), s.Notices())
		}
	}
	if h, err := s.Keep(t.Context(), engine.ReplyInfo{}, []byte("y"), nil); h != "r2" || err != nil {
		t.Error(h, err)
	}
	if s = open(t, c, "s"); s.Notices() != nil || len(s.Replies()) != 1 {
		t.Errorf("%+v, %q", s.Replies(), s.Notices())
	}
	if _, err := os.Stat(filepath.Join(c.Dir, "s", "replies", "r1")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("an answer of the session before is left: ", err)
	}
	age(2 * time.Minute)
	c.Idle = 0
	if s = open(t, c, "s"); len(s.Replies()) != 1 {
		t.Error("without a time-out it began anew")
	}
}

// When a session begins, the answers of those that are over go.
func TestSweep(t *testing.T) {
	c := sessions.Config{Dir: t.TempDir(), Idle: time.Minute}
	for _, id := range []string{"over", "used"} {
		if _, err := open(t, c, id).Keep(t.Context(), engine.ReplyInfo{}, []byte("x"), nil); err != nil {
			t.Fatal(err)
		}
	}
	then := time.Now().Add(-time.Hour)
	if err := os.Chtimes(filepath.Join(c.Dir, "over", "state.json"), then, then); err != nil {
		t.Fatal(err)
	}
	update(t, open(t, c, "new"), func(*engine.SessionState) {})
	left, _ := filepath.Glob(filepath.Join(c.Dir, "*", "replies", "*"))
	if d := cmp.Diff([]string{filepath.Join(c.Dir, "used", "replies", "r1")}, left); d != "" {
		t.Error(d)
	}
	if s := open(t, c, "over"); len(s.Notices()) != 1 {
		t.Errorf("what is over does not say so: %q", s.Notices())
	}
}

// A damaged session is set aside and reported; the next call begins anew.
func TestDamage(t *testing.T) {
	c := sessions.Config{Dir: t.TempDir(), Agents: filepath.Join(t.TempDir(), "agents.json")}
	s := open(t, c, "s")
	update(t, s, func(state *engine.SessionState) { state.Planning = true })
	file := filepath.Join(c.Dir, "s", "state.json")
	for _, damage := range []string{"", "{", "null", "[]", `{"version":0}`,
		`{"version":1,"replies":[{"response_id":"../../x"}],"handles":1}`, `{"version":1,"state":{"workflow":{"active":true,"mode":"block","phase":"x"}}}`} {
		if err := os.WriteFile(file, []byte(damage), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := sessions.New(c).Open("s")
		var f *engine.Failure
		if !errors.As(err, &f) || f.Code != "unavailable" {
			t.Fatalf("%q: %v", damage, err)
		}
		if text, err := os.ReadFile(f.Data["set_aside"].(string)); err != nil || string(text) != damage {
			t.Errorf("%q: set aside as %q, %v", damage, text, err)
		}
		if s := open(t, c, "s"); s.State().Planning {
			t.Errorf("%q: %+v", damage, s.State())
		}
	}
	if err := os.WriteFile(file, []byte(`{"version":99}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := sessions.New(c).Open("s"); code(err) != "unavailable" || !strings.Contains(err.Error(), "newer") {
		t.Error(err)
	}
	if text, _ := os.ReadFile(file); string(text) != `{"version":99}` {
		t.Errorf("one of a newer version became %q", text)
	}

	if err := os.WriteFile(c.Agents, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	s = open(t, c, "other")
	nothing := func(list []engine.Agent) ([]engine.Agent, error) { return list, nil }
	if err := s.UpdateAgents(t.Context(), nothing); code(err) != "unavailable" {
		t.Error(err)
	}
	if err := s.UpdateAgents(t.Context(), nothing); err != nil {
		t.Error(err)
	}
}

// An answer that is not whole any more is not given for whole.
func TestDamagedAnswer(t *testing.T) {
	c := sessions.Config{Dir: t.TempDir()}
	s := open(t, c, "s")
	h, err := s.Keep(t.Context(), engine.ReplyInfo{}, []byte("whole"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(c.Dir, "s", "replies", h), 2); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Reply(h); code(err) != "unavailable" {
		t.Error(err)
	}
}

// What cannot be kept is an error before anything is done.
func TestUnwritable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := sessions.New(sessions.Config{Dir: file}).Open("s"); code(err) != "unavailable" {
		t.Error(err)
	}
	for _, name := range []string{"", ".", "..", "a/b", "a b", "é", strings.Repeat("x", 65), "a\x00"} {
		if _, err := sessions.New(sessions.Config{Dir: t.TempDir()}).Open(name); code(err) == "" {
			t.Errorf("%q is the name of a session", name)
		}
	}
}

// The newest answers are kept, within bounds, and a change that fails changes
// nothing.
func TestBounds(t *testing.T) {
	for _, c := range []sessions.Config{{}, {Dir: t.TempDir()}} {
		s := open(t, c, "s")
		big := make([]byte, 3<<20)
		for range 40 {
			if _, err := s.Keep(t.Context(), engine.ReplyInfo{}, []byte("small"), nil); err != nil {
				t.Fatal(err)
			}
		}
		if all := s.Replies(); len(all) != 32 || all[31].Handle != "r40" {
			t.Errorf("%d are kept: %+v", len(all), all)
		}
		for range 3 {
			if _, err := s.Keep(t.Context(), engine.ReplyInfo{}, big, nil); err != nil {
				t.Fatal(err)
			}
		}
		if all := s.Replies(); len(all) != 2 || all[1].Handle != "r43" {
			t.Errorf("%d are kept: %+v", len(all), all)
		}
		if h, err := s.Keep(t.Context(), engine.ReplyInfo{}, make([]byte, 9<<20), nil); h != "" || err != nil {
			t.Error(h, err)
		}
		if _, _, err := s.Reply("r1"); code(err) != "invalid_argument" {
			t.Error(err)
		}
		refuse := errors.New("no")
		err := s.Update(t.Context(), func(state *engine.SessionState) error {
			state.Planning = true
			state.Looked = map[string]uint64{"/r": 1}
			return refuse
		})
		if !errors.Is(err, refuse) || s.State().Planning || s.State().Looked != nil {
			t.Errorf("%v: %+v", err, s.State())
		}
	}
}

// The state of a connection is gone with it.
func TestClose(t *testing.T) {
	store := sessions.New(sessions.Config{})
	first, err := store.Open("c")
	if err != nil {
		t.Fatal(err)
	}
	update(t, first, func(state *engine.SessionState) { state.Planning = true })
	if again, _ := store.Open("c"); !again.State().Planning {
		t.Error("another call of the connection does not know")
	}
	if other, _ := store.Open("d"); other.State().Planning {
		t.Error("another connection plans too")
	}
	store.Close("c")
	if again, _ := store.Open("c"); again.State().Planning {
		t.Error("the next connection of the name plans too")
	}
}

// Agents that are silent are gone.
func TestSilentAgents(t *testing.T) {
	s := open(t, sessions.Config{}, "s")
	err := s.UpdateAgents(t.Context(), func([]engine.Agent) ([]engine.Agent, error) {
		return []engine.Agent{{ID: "silent", Heartbeat: time.Now().Add(-engine.AgentSilence - time.Second)}, {ID: "alive", Heartbeat: time.Now()}}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	_ = s.UpdateAgents(t.Context(), func(list []engine.Agent) ([]engine.Agent, error) {
		if len(list) != 1 || list[0].ID != "alive" {
			t.Errorf("%+v", list)
		}
		return list, nil
	})
}

// Sessions that nobody closes do not fill the memory; the one in use stays.
func TestMemoryIsBounded(t *testing.T) {
	store := sessions.New(sessions.Config{})
	answer := make([]byte, 4<<20)
	last := func() *sessions.Session {
		t.Helper()
		s, err := store.Open("in use")
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	update(t, last(), func(state *engine.SessionState) { state.Planning = true })
	kept := 0
	for i := range 1200 {
		s, err := store.Open(strconv.Itoa(i))
		if err != nil {
			t.Fatal(err)
		}
		if i%20 == 0 {
			if _, err := s.Keep(t.Context(), engine.ReplyInfo{}, answer, nil); err != nil {
				t.Fatal(err)
			}
			kept++
		}
		last()
	}
	if !last().State().Planning {
		t.Error("the session in use was forgotten")
	}
	left, bytes := 0, 0
	for i := 1199; i >= 300; i-- { // those are there: to open one that is not drops another
		s, err := store.Open(strconv.Itoa(i))
		if err != nil {
			t.Fatal(err)
		}
		if n := len(s.Replies()); n > 0 {
			left++
			bytes += n * len(answer)
		}
	}
	if left == 0 || left >= kept || bytes > 132<<20 {
		t.Errorf("of %d answers %d are left, with %d bytes", kept, left, bytes)
	}
}

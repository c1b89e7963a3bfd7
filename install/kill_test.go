package install

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gortexhq/gortex/hostadapters"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/internal/lockedfile"
)

// The environment of a child of the test: where it works, what it does, and at
// which step it is killed.
const (
	childPlace = "INSTALL_TEST_PLACE"
	childDoes  = "INSTALL_TEST_DOES"
	childDies  = "INSTALL_TEST_DIES"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childPlace); dir != "" {
		if err := child(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// crowd are a few hosts that share files, in several formats.
func crowd() []host.Host {
	return hostsNamed("codex", "zed", "continue", "qwen-code", "gemini")
}

func hostsNamed(names ...string) (hosts []host.Host) {
	for _, h := range hostadapters.All() {
		if slices.Contains(names, h.Name) {
			hosts = append(hosts, h)
		}
	}
	return hosts
}

// killed are those of which every step is tried.
func killed() []host.Host { return hostsNamed("zed", "gemini") }

func child(dir string) error {
	p := at(dir, crowd())
	if os.Getenv(childDies) != "-1" {
		p.Hosts = killed()
	}
	dies, err := strconv.Atoi(os.Getenv(childDies))
	if err != nil {
		return err
	}
	n := 0
	p.Engine.at = func(string) {
		if n++; n == dies {
			self, err := os.FindProcess(os.Getpid())
			if err == nil {
				err = self.Kill()
			}
			panic(fmt.Sprint("not killed: ", err))
		}
	}
	for _, s := range []Selection{p.user(), p.project()} {
		plan, err := p.Plan(s)
		if os.Getenv(childDoes) == "uninstall" {
			plan, err = p.PlanRemoval(s)
		}
		if err != nil {
			return err
		}
		if err := p.Apply(context.Background(), plan); err != nil {
			return err
		}
	}
	return nil
}

// inChild runs a child. It reports whether the child was killed.
func inChild(t *testing.T, dir, does string, dies int) (killed bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childPlace+"="+dir, childDoes+"="+does, childDies+"="+strconv.Itoa(dies))
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err == nil {
		return false
	}
	if !errors.As(err, &exit) || exit.Exited() {
		t.Fatalf("step %d: %v\n%s", dies, err, out)
	}
	return true
}

// config is what a user has in a file before.
var configs = map[string]string{
	".codex/config.toml":        "# mine\nmodel = \"gpt-5.6\"\n\n[mcp_servers.other]\ncommand = \"other\"\n",
	".config/zed/settings.json": "{\n  // my theme\n  \"theme\": \"One Dark\",\n}\n",
	".continue/config.yaml":     "name: mine\nversion: 1.0.0\nschema: v1\nmodels: [] # none\n",
	".qwen/settings.json":       "{\"ui\": {}}",
	"../repo/AGENTS.md":         "# Rules\r\n\r\nBe kind.\r\n",
}

func newCrowd(t *testing.T) *place { return newMember(t, crowd()) }

func newMember(t *testing.T, hosts []host.Host) *place {
	p := newPlace(t, hosts...)
	for path, text := range configs {
		p.write(t, path, text)
	}
	return p
}

// Killed at any step, an installation leaves each file old or new, and the next
// process can finish it or take it back; so does a removal.
func TestKilled(t *testing.T) {
	reference := newMember(t, killed())
	old := reference.tree(t)
	reference.install(t, reference.user())
	reference.install(t, reference.project())
	full := reference.tree(t)
	for _, does := range []string{"install", "uninstall"} {
		t.Run(does, func(t *testing.T) {
			t.Parallel()
			step := 1
			for ; ; step++ {
				p := newMember(t, killed())
				if does == "uninstall" {
					p.install(t, p.user())
					p.install(t, p.project())
				}
				if !inChild(t, filepath.Dir(p.home), does, step) {
					break
				}
				for path, text := range p.tree(t) {
					isTemp := strings.Contains(filepath.Base(path), ".gortex-")
					isDir := strings.HasPrefix(text, "d")
					if text != old[path] && text != full[path] && !isTemp && !isDir {
						t.Fatalf("step %d: %s is neither old nor new:\n%s", step, path, text)
					}
				}
				if step%2 == 0 { // finish it first
					p.install(t, p.user())
					p.install(t, p.project())
					sameTree(t, fmt.Sprintf("step %d, finished", step), full, p.tree(t))
				}
				well(t, p.uninstall(t, p.project()))
				well(t, p.uninstall(t, p.user()))
				sameTree(t, fmt.Sprintf("step %d, taken back", step), old, p.tree(t))
				if t.Failed() {
					return
				}
			}
			if step < 25 {
				t.Errorf("only %d children were killed", step-1)
			}
		})
	}
}

// Processes that install at once take turns.
func TestAtOnce(t *testing.T) {
	p := newCrowd(t)
	before := p.tree(t)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if inChild(t, filepath.Dir(p.home), "install", -1) {
				t.Error("it was killed")
			}
		})
	}
	group.Wait()
	p.settled(t, p.user())
	p.settled(t, p.project())
	var r Receipt
	if err := json.Unmarshal([]byte(p.read(t, p.receiptPath())), &r); err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Files {
		if f.Pending != nil {
			t.Errorf("%s is still pending", f.Target)
		}
	}
	p.uninstall(t, p.user())
	p.uninstall(t, p.project())
	sameTree(t, "after uninstall", before, p.tree(t))
}

// A file that another program changes between the plan and the writing is
// planned anew once; one that never stands still is left alone.
func TestChangedMeanwhile(t *testing.T) {
	const path = ".config/zed/settings.json"
	for _, times := range []int{1, 100} {
		p := newCrowd(t)
		plan, err := p.Plan(p.user())
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		var last string
		p.Engine.at = func(step string) {
			if step == "half" && n < times {
				n++
				last = fmt.Sprintf("{\n  \"theme\": \"%d\", // changed\n}\n", n)
				p.write(t, path, last)
			}
		}
		p.apply(t, plan)
		p.Engine.at = nil
		c := only(t, plan, p.path(path))
		if times == 1 {
			if c.Problem != nil || !c.Done || !strings.Contains(p.read(t, path), "// changed") || !strings.Contains(p.read(t, path), "gortex") {
				t.Errorf("%v, done %v:\n%s", c.Problem, c.Done, p.read(t, path))
			}
			p.uninstall(t, p.user())
		} else if c.Problem == nil || c.Problem.Code != Stale || c.Done {
			t.Errorf("%v, done %v", c.Problem, c.Done)
		}
		p.holds(t, path, last)
		if left, _ := filepath.Glob(filepath.Join(p.home, ".config/zed/.*gortex-*")); len(left) > 0 {
			t.Errorf("left %v", left)
		}
	}
}

// Whoever waits too long for another installation has changed nothing.
func TestLocked(t *testing.T) {
	p := newCrowd(t)
	before := p.tree(t)
	plan, err := p.Plan(p.user())
	if err != nil {
		t.Fatal(err)
	}
	mkdir(t, p.Dirs.State)
	unlock, err := lockedfile.Lock(t.Context(), filepath.Join(p.Dirs.State, "installed.lock"), 0o600)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	if err := p.Apply(ctx, plan); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	sameTree(t, "while locked", before, p.tree(t))
	unlock()
	well(t, p.apply(t, plan))
}

package hosttest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"

	"github.com/gortexhq/gortex/facade"
)

// The assistants themselves say that what gortex install wrote works.
func TestHosts(t *testing.T) {
	if *wanted == "" {
		t.Skip("this runs real coding assistants from npm: go test ./internal/hosttest -run Hosts -hosts=codex,claude-code, or -hosts=all, or internal/hosttest/sweep")
	}
	p := readPinned(t)
	hosts, err := p.chosen(*wanted)
	if err != nil {
		t.Fatal(err)
	}
	base := newJob(t)
	var mu sync.Mutex
	results := map[string]result{}
	t.Run("each", func(t *testing.T) {
		for _, h := range hosts {
			t.Run(h.id(), func(t *testing.T) {
				t.Parallel()
				r := runHost(t, p, base, h)
				mu.Lock()
				results[h.id()] = r
				mu.Unlock()
				if r.Mark == skipped {
					t.Skip(r.Why)
				}
			})
		}
	})
	var table bytes.Buffer
	show(&table, hosts, results)
	t.Logf("\n%s", table.String())
	if *update {
		record(t, results)
	}
}

// newJob builds gortex and finds out how the hosts are kept to themselves.
func newJob(t *testing.T) job {
	t.Helper()
	dir, err := os.MkdirTemp("", "hosts")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	j := job{Scratch: dir, Hosts: cache(t), Gortex: filepath.Join(dir, "bin", "gortex"), Self: filepath.Join(dir, "bin", "self"), UserNamespace: os.Geteuid() != 0}
	if runtime.GOOS == "windows" {
		j.Gortex += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", j.Gortex, "../../cmd/gortex").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	copyFile(t, j.Self, self)
	if j.Furnished, err = filepath.Abs("testdata/home"); err != nil {
		t.Fatal(err)
	}
	if j.Hide, err = os.UserHomeDir(); err != nil {
		t.Fatal(err)
	}
	for _, f := range facade.All() {
		j.Tools = append(j.Tools, f.Name)
	}
	switch err := j.tryNamespaces(); {
	case err == nil:
		j.Isolated = true
		t.Log("each host runs in namespaces of its own: nothing leaves the machine")
	case *open:
		t.Logf("NOT ISOLATED (no namespaces: %v): hosts run with proxies that lead nowhere, and what does not use them could leave the machine", err)
	default:
		t.Skipf("no namespaces to be had (%v), so that hosts could reach the network: run it as root, or with -open", err)
	}
	return j
}

// tryNamespaces settles in, as each host's process will, and does nothing there.
func (j job) tryNamespaces() error {
	j.Isolated = true
	if err := os.MkdirAll(j.Hosts, 0o755); err != nil {
		return err
	}
	path := filepath.Join(j.Scratch, "trial")
	text, err := json.Marshal(j)
	if err == nil {
		err = os.WriteFile(path, text, 0o600)
	}
	if err != nil {
		return err
	}
	cmd := exec.Command(j.Self, asHost, path)
	namespaces(cmd)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w %s", err, firstLine(out))
	}
	return nil
}

func copyFile(t *testing.T, to, from string) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}

var installing sync.Mutex // one npm at a time

// runHost runs one host in a process of its own.
func runHost(t *testing.T, p pinned, j job, h npmPackage) result {
	t.Helper()
	r := result{Host: h.Host, Version: h.Version}
	run, err := p.runtime(h)
	if err != nil {
		t.Fatal(err)
	}
	installing.Lock()
	for _, n := range []npmPackage{run, h} {
		if err == nil {
			err = n.install(t, j.Hosts)
		}
	}
	installing.Unlock()
	if err != nil {
		r.Mark, r.Why = skipped, "not to be had: "+err.Error()
		return r
	}
	j.Pkg, j.Runtime, j.Scratch = h, run, filepath.Join(j.Scratch, h.id())
	if err := os.MkdirAll(j.Scratch, 0o755); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(j)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(j.Scratch, "job")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(j.Self, asHost, path)
	if j.Isolated {
		namespaces(cmd)
	}
	runtime.LockOSThread() // whose end would be taken for that of the parent
	said, err := cmd.CombinedOutput()
	runtime.UnlockOSThread()
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	var outcomes []outcome
	text, err = os.ReadFile(path + ".out")
	if err == nil {
		err = json.Unmarshal(text, &outcomes)
	}
	if err != nil {
		t.Fatal(err)
	}
	r.Mark, r.Why = ran, drivers[h.Host].noTurn
	for i, o := range outcomes {
		r.add(i == 0, o)
		for _, problem := range o.Problems {
			t.Error(problem)
		}
		if len(o.Problems) > 0 || *logs {
			t.Logf("%s\n%s", o.Home, o.Log)
		}
	}
	return r
}

// show prints the results for people.
func show(to io.Writer, hosts []npmPackage, results map[string]result) {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "host\tversion\tmark\tseen\tconnected\ttools\tfirst turn\tin repository\trestored\tnote")
	for _, h := range hosts {
		r := results[h.id()]
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", h.Host, h.Version, r.Mark, dash(r.Seen), dash(r.Connected), count(r.Tools), count(r.FirstTurn), count(r.InRepo), dash(r.Restored), r.Why)
	}
	w.Flush()
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func count(n *int) string {
	if n == nil {
		return "-"
	}
	return fmt.Sprint(*n)
}

// sorted are results in the order of hosts.json.
func sorted(p pinned, results map[string]result) (out []result) {
	for _, h := range p.Hosts {
		if r, there := results[h.id()]; there {
			out = append(out, r)
		}
	}
	return out
}

// record writes the results over those of before of the same hosts.
func record(t *testing.T, results map[string]result) {
	t.Helper()
	p := readPinned(t)
	all := map[string]result{}
	for _, r := range readResults(t) {
		all[r.id()] = r
	}
	for id, r := range results {
		if r.Mark == ran {
			all[id] = r
		}
	}
	lines := []string{}
	for _, r := range sorted(p, all) {
		line, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, "  "+string(line))
	}
	text := "[\n" + strings.Join(lines, ",\n") + "\n]\n"
	if err := os.WriteFile("testdata/results.json", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// What was last seen is of the versions that are pinned, and all of them did
// well: whoever pins another one runs it.
func TestResultsAreOfThePinnedVersions(t *testing.T) {
	if *update {
		t.Skip("they are being written")
	}
	var have []string
	for _, r := range readResults(t) {
		have = append(have, r.id())
		for _, wrong := range r.wrong() {
			t.Errorf("%s: %s", r.id(), wrong)
		}
	}
	for _, h := range readPinned(t).Hosts {
		if rowOf(h.Host) == nil {
			t.Errorf("hosts.json: there is no row for %s", h.Host)
		}
		if !slices.Contains(have, h.id()) {
			t.Errorf("testdata/results.json has nothing of %s: run internal/hosttest/sweep -hosts=%s@%s -update", h.id(), h.Host, h.Version)
		}
	}
	if n := len(readPinned(t).Hosts); n != len(have) {
		t.Errorf("testdata/results.json has %d results of %d hosts", len(have), n)
	}
}

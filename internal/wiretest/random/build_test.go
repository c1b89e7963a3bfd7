package random

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

var (
	seed = flag.Uint64("seed", 1, "what the random requests are made from")
	more = flag.Int("more", 1, "how many times as many requests to make")
)

// known is where gortex keeps, below a world, what it knows of the standard
// library, and first is a world that has it.
const known = "cache/gortex/shared"

var first string

// gortex is the program under test; home is where everything else is.
var gortex, home string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(prepared(m))
}

func prepared(m *testing.M) int {
	dir, err := os.MkdirTemp("", "random")
	if err != nil {
		return failed(err)
	}
	defer os.RemoveAll(dir)
	if home, err = filepath.EvalSymlinks(dir); err != nil {
		return failed(err)
	}
	gortex = filepath.Join(home, "gortex")
	if runtime.GOOS == "windows" {
		gortex += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", gortex, "../../../cmd/gortex").CombinedOutput(); err != nil {
		return failed(fmt.Errorf("go build: %w\n%s", err, out))
	}
	return m.Run()
}

func failed(err error) int {
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// world is a directory with an indexed repository in it and everything that
// gortex keeps of it.
type world struct {
	dir string
	env []string
	url string // of its server, once that runs
	// session is what calls belong to through doors that are no connections.
	session string
}

// newWorld makes one below home, with further variables. Worlds with names of one
// length have paths of one length.
func newWorld(t *testing.T, name string, env ...string) *world {
	t.Helper()
	w := &world{dir: filepath.Join(home, name), env: env}
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "GORTEX_") && !strings.HasPrefix(variable, "XDG_") {
			w.env = append(w.env, variable)
		}
	}
	for _, kind := range []string{"CONFIG", "DATA", "STATE", "CACHE"} {
		w.env = append(w.env, "XDG_"+kind+"_HOME="+filepath.Join(w.dir, strings.ToLower(kind)))
	}
	for _, repo := range []string{"repo", "other"} {
		if err := os.CopyFS(filepath.Join(w.work(), repo), os.DirFS("testdata/repo")); err != nil {
			t.Fatal(err)
		}
	}
	// What is known of the standard library is the same everywhere.
	if first != "" {
		if err := os.CopyFS(filepath.Join(w.dir, known), os.DirFS(filepath.Join(first, known))); err != nil {
			t.Fatal(err)
		}
	}
	first = w.dir
	if out, err := w.command("index", w.repo()).CombinedOutput(); err != nil {
		t.Fatalf("index: %v\n%s", err, out)
	}
	return w
}

// work is where the repositories are.
func (w *world) work() string { return filepath.Join(w.dir, "work") }

func (w *world) repo() string { return filepath.Join(w.work(), "repo") }

// command runs the program in the repository.
func (w *world) command(args ...string) *exec.Cmd {
	cmd := exec.Command(gortex, args...)
	cmd.Dir, cmd.Env = w.repo(), w.env
	return cmd
}

package wiretest

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// gortex is the program under test, and repo an indexed repository for it.
var gortex, repo string

func TestMain(m *testing.M) {
	os.Exit(prepared(m))
}

func prepared(m *testing.M) int {
	dir, err := os.MkdirTemp("", "wiretest")
	if err != nil {
		return failed(err)
	}
	defer os.RemoveAll(dir)
	gortex, repo = filepath.Join(dir, "gortex"), filepath.Join(dir, "repo")
	if runtime.GOOS == "windows" {
		gortex += ".exe"
	}
	if err := os.CopyFS(repo, os.DirFS("testdata/repo")); err != nil {
		return failed(err)
	}
	if err := run("go", "build", "-o", gortex, "../../cmd/gortex"); err != nil {
		return failed(err)
	}
	// Not before the build, whose cache would move as well.
	for _, name := range []string{"CONFIG", "DATA", "STATE", "CACHE"} {
		if err := os.Setenv("XDG_"+name+"_HOME", filepath.Join(dir, strings.ToLower(name))); err != nil {
			return failed(err)
		}
	}
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		if strings.HasPrefix(name, "GORTEX_") && name != "GORTEX_WIRE" {
			if err := os.Unsetenv(name); err != nil {
				return failed(err)
			}
		}
	}
	if err := run(gortex, "index", repo); err != nil {
		return failed(err)
	}
	return m.Run()
}

func run(name string, args ...string) error {
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s %v: %w\n%s", name, args, err, out)
	}
	return nil
}

func failed(err error) int {
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// serve starts gortex serve for one test and gives the address of its endpoint.
func serve(t *testing.T) string {
	t.Helper()
	return serveIn(t, repo)
}

func serveIn(t *testing.T, dir string) string {
	t.Helper()
	cmd := exec.Command(gortex, "serve", "--listen", "127.0.0.1:0", "--no-progress")
	cmd.Dir = dir
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
	})
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		if _, address, ok := strings.Cut(lines.Text(), "listening on "); ok {
			go func() { _, _ = io.Copy(io.Discard, stderr) }()
			return "http://" + address + "/mcp"
		}
	}
	t.Fatalf("gortex serve ends without listening: %v", lines.Err())
	return ""
}

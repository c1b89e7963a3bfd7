package hosttest

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

//go:embed hosts.json
var pinnedText []byte

// pinned is what hosts.json pins.
type pinned struct {
	Runtimes []npmPackage
	Hosts    []npmPackage
}

// npmPackage is a program of an npm package in an exact version.
type npmPackage struct {
	Host    string // the name of its row in hostadapters
	Name    string // of a runtime
	Version string
	Package string // {os} and {arch} stand for this machine's
	Bin     string // the program; of a runtime its path in the package
	Runtime string // that runs it
}

func readPinned(t *testing.T) pinned {
	t.Helper()
	var p pinned
	d := json.NewDecoder(bytes.NewReader(pinnedText))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil {
		t.Fatal(err)
	}
	return p
}

// id is the name of the installation: codex-0.171.0.
func (n npmPackage) id() string { return n.Host + n.Name + "-" + n.Version }

func (n npmPackage) pkg() string {
	arch := map[string]string{"amd64": "x64"}[runtime.GOARCH]
	if arch == "" {
		arch = runtime.GOARCH
	}
	return strings.NewReplacer("{os}", runtime.GOOS, "{arch}", arch).Replace(n.Package)
}

// bin is the directory with the program, below that of the installations.
func (n npmPackage) bin() string {
	if n.Name != "" {
		return filepath.Join(n.id(), "node_modules", filepath.FromSlash(n.pkg()), filepath.Dir(n.Bin))
	}
	return filepath.Join(n.id(), "node_modules", ".bin")
}

// cache is the directory of installations: that of the variable GORTEX_HOSTS,
// or one in the cache of the user.
func cache(t *testing.T) string {
	t.Helper()
	if dir := os.Getenv("GORTEX_HOSTS"); dir != "" {
		return dir
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "gortex-hosts")
}

// install puts the package into its own directory below dir, unless it is
// there.
func (n npmPackage) install(t *testing.T, dir string) error {
	t.Helper()
	at := filepath.Join(dir, n.id())
	var have struct{ Version string }
	text, err := os.ReadFile(filepath.Join(at, "node_modules", filepath.FromSlash(n.pkg()), "package.json"))
	if err == nil && json.Unmarshal(text, &have) == nil && have.Version == n.Version {
		return nil
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		return errors.New("npm is not installed")
	}
	if err := os.MkdirAll(at, 0o755); err != nil {
		return err
	}
	// Without one npm looks for a package.json further up.
	if err := os.WriteFile(filepath.Join(at, "package.json"), []byte(`{"private":true}`), 0o644); err != nil {
		return err
	}
	t.Logf("npm install %s@%s", n.pkg(), n.Version)
	cmd := exec.CommandContext(t.Context(), npm, "install", "--prefix", at, "--no-audit", "--no-fund", "--loglevel=error",
		"--fetch-retries=1", "--fetch-retry-mintimeout=2000", n.pkg()+"@"+n.Version)
	cmd.Dir = at
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("npm install %s@%s: %w: %s", n.pkg(), n.Version, err, firstLine(out))
	}
	return nil
}

func firstLine(text []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	return line
}

// chosen are the hosts that the flag names.
func (p pinned) chosen(names string) ([]npmPackage, error) {
	if names == "all" {
		return p.Hosts, nil
	}
	var out []npmPackage
	for name := range strings.SplitSeq(names, ",") {
		found := false
		for _, h := range p.Hosts {
			if name == h.Host || name == h.Host+"@"+h.Version {
				found = true
				if !slices.Contains(out, h) {
					out = append(out, h)
				}
			}
		}
		if !found {
			return nil, fmt.Errorf("hosts.json has no %q", name)
		}
	}
	return out, nil
}

// runtime is the runtime of a host.
func (p pinned) runtime(h npmPackage) (npmPackage, error) {
	for _, r := range p.Runtimes {
		if r.Name == h.Runtime {
			return r, nil
		}
	}
	return npmPackage{}, fmt.Errorf("%s wants %q, which is no runtime of hosts.json", h.id(), h.Runtime)
}

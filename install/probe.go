package install

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gortexhq/gortex/hostadapters/host"
)

// probeTime is how long a program may take to tell its version.
const probeTime = 5 * time.Second

// Told is what a program said of its version, and which file it was then.
type Told struct {
	Version string `json:"version"`
	Size    int64  `json:"size"`
	Changed int64  `json:"changed"` // nanoseconds since 1970
}

// prober learns the versions of programs: from the npm package that a program
// is of, from an earlier answer of the same file, or by asking it, each program
// once.
type prober struct {
	get   func(string) string
	os    string
	quiet bool
	known map[string]Told
	limit time.Duration // 0: probeTime

	mu    sync.Mutex
	asked map[string]*answer
}

type answer struct {
	once    sync.Once
	version string
	path    string
	told    *Told // to remember
	quiet   bool  // it was not asked
}

// version is what a program says of its version, "" if it is not there or does
// not say.
func (p *prober) version(program string) string {
	p.mu.Lock()
	if p.asked == nil {
		p.asked = map[string]*answer{}
	}
	a := p.asked[program]
	if a == nil {
		a = &answer{}
		p.asked[program] = a
	}
	p.mu.Unlock()
	a.once.Do(func() { p.ask(a, program) })
	return a.version
}

func (p *prober) ask(a *answer, program string) {
	a.path = lookPath(p.get, p.os, program)
	if a.path == "" {
		return
	}
	real, err := filepath.EvalSymlinks(a.path)
	if err != nil {
		return
	}
	if a.version = packageVersion(real, program); a.version != "" {
		return
	}
	info, err := os.Stat(real)
	if err != nil {
		return
	}
	told, known := p.known[a.path]
	if known && told.Size == info.Size() && told.Changed == info.ModTime().UnixNano() {
		a.version = told.Version
		return
	}
	if p.quiet {
		a.quiet = true
		return
	}
	a.version = run(a.path, cmp.Or(p.limit, probeTime))
	if a.version != "" {
		a.told = &Told{a.version, info.Size(), info.ModTime().UnixNano()}
	}
}

// run asks a program for its version.
func run(path string, limit time.Duration) string {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "--version")
	OwnGroup(cmd)
	cmd.WaitDelay = 100 * time.Millisecond // for children that hold its output
	var out bytes.Buffer
	cmd.Stdout = &limited{buffer: &out, left: 4096}
	err := cmd.Run()
	_ = KillGroup(cmd) // what it left behind; usually nothing
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(strings.TrimSpace(out.String()), "\n")
	return strings.TrimSpace(line)
}

// limited keeps the beginning of what is written.
type limited struct {
	buffer *bytes.Buffer
	left   int
}

// Write implements io.Writer.
func (l *limited) Write(text []byte) (int, error) {
	n := min(len(text), l.left)
	l.buffer.Write(text[:n])
	l.left -= n
	return len(text), nil
}

// packageVersion is the version in the package.json of the npm package that has
// the program, "" if it is of none.
func packageVersion(real, program string) string {
	dir := filepath.Dir(real)
	for range 4 {
		text, err := os.ReadFile(filepath.Join(dir, "package.json"))
		if err == nil {
			var pkg struct {
				Version string          `json:"version"`
				Bin     json.RawMessage `json:"bin"`
				Name    string          `json:"name"`
			}
			if json.Unmarshal(text, &pkg) != nil || pkg.Version == "" {
				return ""
			}
			var bins map[string]string
			_, named := bins[program]
			if json.Unmarshal(pkg.Bin, &bins) == nil {
				_, named = bins[program]
			} else {
				named = len(pkg.Bin) > 0 && (pkg.Name == program || strings.HasSuffix(pkg.Name, "/"+program))
			}
			if named {
				return pkg.Version
			}
			return ""
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
	return ""
}

// unasked lists programs that were not run and whose version is not known.
func (p *prober) unasked() (programs []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for program, a := range p.asked {
		if a.quiet {
			programs = append(programs, program)
		}
	}
	slices.Sort(programs)
	return programs
}

// remember puts the answers of this process into the receipt.
func (p *prober) remember(r *Receipt) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, a := range p.asked {
		if a.told != nil {
			if r.Versions == nil {
				r.Versions = map[string]Told{}
			}
			r.Versions[a.path] = *a.told
		}
	}
}

// warm asks at once all programs whose version the rows will want to know, so
// that they are not waited for one after the other.
func warm(hosts []host.Host, scope host.Scope, envs map[string]host.Env) {
	var group sync.WaitGroup
	for _, h := range hosts {
		env := envs[h.Name]
		group.Go(func() {
			for _, f := range h.Files {
				if f.Scope != scope {
					continue
				}
				if f.When != nil {
					f.When(env)
				}
				for _, x := range f.Entries {
					if x.When != nil {
						x.When(env)
					}
				}
			}
		})
	}
	group.Wait()
}

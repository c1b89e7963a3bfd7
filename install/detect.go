package install

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/gortexhq/gortex/hostadapters/host"
)

// Detection is whether a host is on this machine.
type Detection struct {
	There bool
	By    string // the program or path that shows it
}

// Detect looks for the signs of a host: programs on the PATH, and files. It
// runs nothing and writes nothing. The repository counts for project files
// only.
func (e *Engine) Detect(h host.Host, scope host.Scope) Detection {
	env := e.Env
	if scope == host.User {
		env.Repo = ""
	}
	if env.Get == nil {
		env.Get = func(string) string { return "" }
	}
	if env.Read == nil {
		env.Read = e.text
	}
	for _, s := range h.Signs {
		if s.Program != "" {
			if path := lookPath(env.Get, env.OS, s.Program); path != "" {
				return Detection{true, path}
			}
		}
		if s.Path != nil {
			if path := s.Path(env); path != "" && present(path) {
				return Detection{true, filepath.Clean(path)}
			}
		}
	}
	return Detection{}
}

// Detected are the hosts that are on this machine.
func (e *Engine) Detected(scope host.Scope) (there []host.Host) {
	for _, h := range e.Hosts {
		if e.Detect(h, scope).There {
			there = append(there, h)
		}
	}
	return there
}

func present(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// lookPath is the path of a program, "" where there is none. Directories that
// are not absolute are passed over: what is in them depends on where one
// stands.
func lookPath(get func(string) string, system, program string) string {
	endings := []string{""}
	if system == "windows" {
		endings = strings.Split(get("PATHEXT"), ";")
		if len(endings) < 2 {
			endings = []string{".exe", ".cmd", ".bat"}
		}
	}
	for _, dir := range filepath.SplitList(get("PATH")) {
		if !filepath.IsAbs(dir) {
			continue
		}
		for _, ending := range endings {
			path := filepath.Join(dir, program+ending)
			info, err := os.Stat(path)
			if err == nil && info.Mode().IsRegular() && (system == "windows" || info.Mode().Perm()&0o111 != 0) {
				return path
			}
		}
	}
	return ""
}

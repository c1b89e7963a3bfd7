package doctor

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/gortexhq/gortex/hostadapters/host"
)

// desktopPath is the PATH of a desktop session, which has not read the start-up
// files of a shell.
func (d *Doctor) desktopPath() string {
	switch {
	case d.sessionPath != "":
		return d.sessionPath
	case d.Engine.Env.OS == "darwin":
		return "/usr/bin:/bin:/usr/sbin:/sbin"
	case d.Engine.Env.OS == "windows":
		return d.get("PATH") // one for all
	}
	return "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
}

func (d *Doctor) get(name string) string {
	if d.Engine.Env.Get == nil {
		return ""
	}
	return d.Engine.Env.Get(name)
}

// kept are the variables that every session of a user has.
var kept = []string{
	"USER", "LOGNAME", "LANG", "TMPDIR", "XDG_RUNTIME_DIR",
	"SystemRoot", "SystemDrive", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "TEMP", "TMP", "PATHEXT", "ComSpec",
}

// session is the environment in which a host starts a server: that of a desktop
// session, and what the entry sets. Nothing of gortex's own is in it.
func (d *Doctor) session(path string, e entry) []string {
	env := []string{"PATH=" + path}
	if d.Engine.Env.Home != "" {
		env = append(env, "HOME="+d.Engine.Env.Home)
	}
	for _, name := range kept {
		if v := d.get(name); v != "" {
			env = append(env, name+"="+v)
		}
	}
	return append(env, e.env...)
}

// located is the program of an entry, and the PATH it is started with.
type located struct {
	path, search string
	fault        Finding // without a severity if there is none
}

// locate finds the program of an entry as the host would.
func (d *Doctor) locate(h host.Host, e entry) located {
	l := located{search: d.desktopPath()}
	if len(e.words) == 0 {
		return l
	}
	word := e.words[0]
	shown := e.shown[0]
	reinstall := "gortex install --agents " + h.Name
	switch {
	case strings.Contains(word, "${"), strings.Contains(word, "$("):
		l.fault = Finding{Severity: Info, Check: "command_not_tried", Message: shown + " has a variable that only the host knows, so it was not tried"}
	case filepath.IsAbs(word):
		l.path = word
		if !h.Desktop {
			l.search = d.get("PATH")
		}
		if check, why := executable(word); check != "" {
			l.path, l.fault = "", Finding{Severity: Blocker, Check: check, Message: shown + " " + why, Remedy: reinstall}
		}
	case strings.ContainsAny(word, `/\`):
		l.fault = Finding{
			Severity: Blocker, Check: "relative_command", Remedy: reinstall,
			Message: shown + " is relative: which program it is depends on where the host stands",
		}
	default:
		l.bare(d, h, word, reinstall)
	}
	return l
}

// bare finds a program that is named without a directory.
func (l *located) bare(d *Doctor, h host.Host, word, reinstall string) {
	env := d.Engine.Env
	desktop := env
	desktop.Get = func(name string) string {
		if name == "PATH" {
			return l.search
		}
		return d.get(name)
	}
	if h.Desktop {
		if l.path = find(desktop, word); l.path != "" {
			return
		}
	}
	if l.path = find(env, word); l.path == "" {
		l.fault = Finding{Severity: Blocker, Check: "command_not_found", Message: word + " is on no directory of PATH", Remedy: reinstall}
		return
	}
	l.search = d.get("PATH")
	if h.Desktop {
		l.fault = Finding{
			Severity: Warning, Check: "relative_command", Remedy: "name it by its path: " + reinstall,
			Message: h.Title + " is started by a desktop, whose PATH lacks " + filepath.Dir(l.path) + " and so does not find " + word,
		}
	}
}

// executable says why a program cannot be started, "" if it can.
func executable(path string) (check, why string) {
	info, err := os.Stat(path)
	switch {
	case os.IsNotExist(err):
		return "command_not_found", "is not there"
	case err != nil:
		return "command_not_executable", "cannot be reached"
	case info.IsDir():
		return "command_not_executable", "is a directory"
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o111 == 0:
		return "command_not_executable", "may not be executed"
	}
	return "", ""
}

// distrust keeps what a file of a repository names from being started where the
// repository could have put it there: whoever looks at a repository has not
// said that its programs may run.
func (d *Doctor) distrust(l *located, e entry) {
	if l.path == "" {
		return
	}
	why := ""
	switch {
	case within(d.Engine.Env.Repo, l.path):
		why = "is a program of the repository"
	case len(e.env) > 0:
		why = "is started with variables that the repository sets"
	default:
		return
	}
	l.path, l.fault = "", Finding{Severity: Info, Check: "command_not_tried", Message: e.shown[0] + " " + why + ", so it was not tried"}
}

// within reports whether a path, or what it leads to, is below a directory.
func within(dir, path string) bool {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return true // nobody knows
	}
	root, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return true
	}
	for _, p := range [][2]string{{dir, path}, {root, real}} {
		rel, err := filepath.Rel(p[0], p[1])
		if err != nil || rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			return true
		}
	}
	return false
}

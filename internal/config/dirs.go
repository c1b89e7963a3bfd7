package config

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"unicode"
)

// errNotDir is what opening "x/config.toml" gives when x is a file.
const errNotDir = syscall.ENOTDIR

// Dirs are gortex's own directories, as the XDG base directory specification
// lays them out. Each ends in "gortex". None need exist.
type Dirs struct {
	Config string // the user's: read, but for which instruction profile is active never written
	Data   string // what is tracked: cannot be made anew
	State  string // sessions of the command line, agents
	Cache  string // indexes: can be deleted at any time
}

// dirsOf applies the specification: a variable counts only if it is an absolute
// path. Where a system has its own custom for a directory, that is the default.
func dirsOf(env Env) Dirs {
	at := func(name string, otherwise ...string) string {
		for _, dir := range append([]string{env.Get(name)}, otherwise...) {
			if filepath.IsAbs(dir) {
				return filepath.Join(dir, "gortex")
			}
		}
		// Without a home an absolute place must still be found, so that
		// nothing is ever written into the directory one stands in.
		return filepath.Join(os.TempDir(), "gortex-"+strconv.Itoa(os.Getuid()))
	}
	home := func(parts ...string) string {
		if env.Home == "" {
			return ""
		}
		return filepath.Join(append([]string{env.Home}, parts...)...)
	}
	switch env.OS {
	case "darwin":
		support := home("Library", "Application Support")
		return Dirs{
			Config: at("XDG_CONFIG_HOME", support), Data: at("XDG_DATA_HOME", support),
			State: at("XDG_STATE_HOME", support), Cache: at("XDG_CACHE_HOME", home("Library", "Caches")),
		}
	case "windows":
		roaming, local := env.Get("APPDATA"), env.Get("LOCALAPPDATA")
		return Dirs{
			Config: at("XDG_CONFIG_HOME", roaming, home("AppData", "Roaming")), Data: at("XDG_DATA_HOME", local, home("AppData", "Local")),
			State: at("XDG_STATE_HOME", local, home("AppData", "Local")), Cache: at("XDG_CACHE_HOME", local, home("AppData", "Local")),
		}
	}
	return Dirs{
		Config: at("XDG_CONFIG_HOME", home(".config")), Data: at("XDG_DATA_HOME", home(".local", "share")),
		State: at("XDG_STATE_HOME", home(".local", "state")), Cache: at("XDG_CACHE_HOME", home(".cache")),
	}
}

// Index is the directory that holds the index of the working tree at root, an
// absolute path. Two names of one tree, such as a symbolic link and what it
// points to, have one index; two working trees of one repository have two.
func (d Dirs) Index(root string) string {
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	root = filepath.Clean(root)
	sum := sha256.Sum256([]byte(root))
	return filepath.Join(d.Cache, "index", plain(filepath.Base(root))+"-"+hex.EncodeToString(sum[:8]))
}

// Shared is the directory for derived data that belongs to no repository.
func (d Dirs) Shared() string { return filepath.Join(d.Cache, "shared") }

// Sessions is the directory of the sessions of the command line.
func (d Dirs) Sessions() string { return filepath.Join(d.State, "sessions") }

// Agents is the file that lists the agents at work on this machine.
func (d Dirs) Agents() string { return filepath.Join(d.State, "agents.json") }

// Repositories is the file that lists what is tracked.
func (d Dirs) Repositories() string { return filepath.Join(d.Data, "repositories.toml") }

// plain keeps of a directory's name what every file system takes, so that a
// person can tell which index is whose. The hash beside it tells them apart.
func plain(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("._-", r) {
			return r
		}
		return '_'
	}, name)
	if runes := []rune(name); len(runes) > 40 {
		name = string(runes[:40])
	}
	return strings.TrimLeft(name, ".")
}

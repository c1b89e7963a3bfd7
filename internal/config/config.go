// Package config is the only reader of the environment and of the files that
// configure gortex. Everything else is handed what it needs.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
)

// DefaultTimeout is how long one call may take unless the user says otherwise.
const DefaultTimeout = 60 * time.Second

// DefaultSessionIdle is how long a session may be unused before it begins anew,
// unless the user says otherwise.
const DefaultSessionIdle = 30 * time.Minute

// mostConcurrent bounds Config.Concurrent.
const mostConcurrent = 64

// Config is what the environment and the user's file say. It does not change
// after it was loaded.
type Config struct {
	Dirs     Dirs
	Terminal Terminal
	// Workers is how many goroutines indexing may use; 0 lets gortex choose.
	Workers int
	// Timeout is how long one call may take; 0 means no limit.
	Timeout time.Duration
	// HTTPToken is the bearer token of gortex serve, "" for none. It comes from
	// the environment alone: files of settings are shown to people.
	HTTPToken string
	// Screen looks in calls for text that gives orders to a model.
	Screen bool
	// Concurrent is how many calls a server runs at once; 0 lets it choose.
	Concurrent int
	// Planning refuses every operation that does more than read.
	Planning bool
	// Session is the session that calls of the command line belong to, "" for
	// none.
	Session string
	// SessionIdle is how long a session may be unused before it begins anew; 0
	// means for ever.
	SessionIdle time.Duration
	// Forwarded is which tools the environment asks a server to offer, and Tools
	// which the user's file does.
	Forwarded, Tools Tools
	// Warnings are sentences about settings that were not understood and have
	// no effect.
	Warnings []string

	env Env
}

// Terminal is what the environment says about the terminal.
type Terminal struct {
	NoColor    bool   // NO_COLOR is set to anything
	ForceColor bool   // CLICOLOR_FORCE is set to anything but 0
	Dumb       bool   // TERM is dumb
	NoProgress bool   // CI is set, TERM is dumb, or GORTEX_NO_PROGRESS is set
	Color      string // of the user's file: auto, always, never or ""
}

// Colored decides whether a stream gets colours. The first of these that says
// anything wins: flag (auto, always, never or ""), NO_COLOR, CLICOLOR_FORCE,
// the user's file unless flag is auto, and whether the stream is a terminal.
func (t Terminal) Colored(flag string, tty bool) bool {
	switch flag {
	case "always":
		return true
	case "never":
		return false
	}
	switch {
	case t.NoColor:
		return false
	case t.ForceColor, flag == "" && t.Color == "always":
		return true
	case flag == "" && t.Color == "never":
		return false
	}
	return tty && !t.Dumb
}

// Env is a process environment, as far as gortex looks at it. Tests make their
// own.
type Env struct {
	Get  func(string) string
	Home string // the user's home directory, "" if unknown
	OS   string // as runtime.GOOS
}

// System is the environment of this process. A home that is not absolute is
// none: it would be another in every directory.
func System() Env {
	home, _ := os.UserHomeDir()
	if !filepath.IsAbs(home) {
		home = ""
	}
	return Env{Get: os.Getenv, Home: home, OS: runtime.GOOS}
}

// file is the user's config.toml. Gortex only ever reads it.
type file struct {
	Workers  *int    `toml:"workers"`
	Timeout  *string `toml:"timeout"`
	Color    *string `toml:"color"`
	Progress *bool   `toml:"progress"`
	Planning *bool   `toml:"planning"`

	SessionIdle *string `toml:"session_idle"`

	MCP mcpTable `toml:"mcp"`
}

// Load reads the environment and then the user's file; a variable wins over
// the file. Errors: a file that is there and cannot be read or is not TOML, and
// a value that is out of range, each with where it stands.
func Load(env Env) (*Config, error) {
	c := &Config{Dirs: dirsOf(env), Timeout: DefaultTimeout, SessionIdle: DefaultSessionIdle, env: env}
	f, err := c.read(filepath.Join(c.Dirs.Config, "config.toml"))
	if err != nil {
		return nil, err
	}
	if err := c.apply(f); err != nil {
		return nil, err
	}
	return c, nil
}

func (c *Config) read(path string) (f file, err error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNotDir) {
		return f, nil
	}
	if err != nil {
		return f, fmt.Errorf("read the configuration: %w", err)
	}
	meta, err := toml.Decode(string(text), &f)
	if err != nil {
		return f, fmt.Errorf("%s: %w", path, err)
	}
	for _, key := range meta.Undecoded() {
		c.Warnings = append(c.Warnings, fmt.Sprintf("%s: no setting %q", path, key))
	}
	return f, nil
}

func (c *Config) apply(f file) error {
	get := c.env.Get
	var workers, timeout, idle string
	if f.Workers != nil {
		workers = strconv.Itoa(*f.Workers)
	}
	if f.Timeout != nil {
		timeout = *f.Timeout
	}
	if f.SessionIdle != nil {
		idle = *f.SessionIdle
	}
	if f.Color != nil {
		c.Terminal.Color = *f.Color
	}
	c.Planning = f.Planning != nil && *f.Planning
	c.applyTools(f)
	c.Terminal.NoProgress = f.Progress != nil && !*f.Progress

	if err := c.setWorkers(first(get("GORTEX_WORKERS"), workers)); err != nil {
		return err
	}
	var err error
	if c.Timeout, err = duration("timeout", first(get("GORTEX_MCP_TOOL_TIMEOUT"), timeout), c.Timeout); err != nil {
		return err
	}
	if c.SessionIdle, err = duration("session_idle", first(get("GORTEX_SESSION_IDLE"), idle), c.SessionIdle); err != nil {
		return err
	}
	c.Session = get("GORTEX_SESSION")
	c.Screen = get("GORTEX_MCP_SANITIZE") == "" || truth(get("GORTEX_MCP_SANITIZE"))
	c.HTTPToken = strings.TrimSpace(get("GORTEX_HTTP_TOKEN"))
	if v := get("GORTEX_MCP_MAX_CONCURRENT_DISPATCHES"); v != "" {
		n, err := strconv.Atoi(v)
		if err != nil || n < 1 || n > mostConcurrent {
			return fmt.Errorf("GORTEX_MCP_MAX_CONCURRENT_DISPATCHES: want a number from 1 to %d, got %q", mostConcurrent, v)
		}
		c.Concurrent = n
	}
	if v := get("GORTEX_PLANNING"); v != "" {
		c.Planning = truth(v)
	}
	switch c.Terminal.Color {
	case "", "auto", "always", "never":
	default:
		return fmt.Errorf("color: want auto, always or never, got %q", c.Terminal.Color)
	}
	c.Terminal.Dumb = get("TERM") == "dumb"
	c.Terminal.NoColor = get("NO_COLOR") != ""
	c.Terminal.ForceColor = truth(get("CLICOLOR_FORCE"))
	if c.Terminal.Dumb || truth(get("CI")) || truth(get("GORTEX_NO_PROGRESS")) {
		c.Terminal.NoProgress = true
	}
	return nil
}

func (c *Config) setWorkers(v string) error {
	if v == "" {
		return nil
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 || n > 1024 {
		return fmt.Errorf("workers: want a number from 0 to 1024, got %q", v)
	}
	c.Workers = n
	return nil
}

// duration reads a length of time, "" being the usual one and off none.
func duration(name, v string, usual time.Duration) (time.Duration, error) {
	switch v {
	case "":
		return usual, nil
	case "off", "0":
		return 0, nil
	}
	d, err := time.ParseDuration(v)
	if err != nil || d <= 0 {
		return 0, fmt.Errorf(`%s: want a duration such as "90s", or "off", got %q`, name, v)
	}
	return d, nil
}

// truth reads a switch: set and not one of the words for no.
func truth(v string) bool {
	switch strings.ToLower(v) {
	case "", "0", "false", "no", "off":
		return false
	}
	return true
}

func first(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}

// Home is the user's home directory, "" if unknown.
func (c *Config) Home() string { return c.env.Home }

// Package host says what a coding assistant is to gortex: how it is recognised,
// which of its files name MCP servers, instructions and hooks, and what must
// stand in them.
//
// A host is one [Host] value, almost all of it data. Planning, showing,
// applying, checking and taking back are done once for all of them by package
// install, from the same value; nothing here writes anything.
package host

import "github.com/gortexhq/gortex/hostadapters/edit"

// Host is one coding assistant.
type Host struct {
	Name    string   // as --agents takes it: "codex"
	Title   string   // as people call it: "Codex CLI"
	Docs    string   // where its maker documents its configuration
	Aliases []string // further spellings of Name
	Signs   []Sign   // any of them shows that the host is on this machine
	Files   []File
	// Ask is how the host itself tells what it sees; the zero value: it has no
	// such command.
	Ask Ask
	// Notes are sentences for the user after an installation: what the host
	// wants from a person before it uses what was written.
	Notes []string
	// Checked says how what stands here is known.
	Checked Checked
}

// Checked is how the facts of a row are known.
type Checked string

// The ways.
const (
	Ran    Checked = "run"    // the host was run on what is written
	Source Checked = "source" // read in the host's source code
	Docs   Checked = "docs"   // read in documentation only
)

// Sign is something that shows that a host is there: a program, or a path.
type Sign struct {
	Program string // found on PATH
	Path    Place  // exists
}

// Scope is whom a file is for.
type Scope string

// The scopes.
const (
	User    Scope = "user"    // this user, whatever the repository: gortex install
	Project Scope = "project" // whoever works in the repository: gortex init
)

// File is one file of a host with what gortex needs in it.
type File struct {
	Scope  Scope
	Place  Place
	Format Format
	// Entries are what is ours in a file of settings.
	Entries []Entry
	// Block is the body of our marker block in a Markdown file.
	Block func(Env) string
	// Owned is the whole text of a file that is ours alone.
	Owned func(Env) string
	// New is the text with which a settings file begins that was not there.
	New string
	// OnlyIfThere leaves a file alone that does not exist: the host reads it,
	// and to make it would change what else the host reads.
	OnlyIfThere bool
	// OnRequest is written only when the user asks for it by this name.
	OnRequest string
	// When says why the file is not written in this environment, "" to write it.
	When func(Env) (why string)
}

// Format is how a file is written. JSON here means what the host reads: most
// take comments and trailing commas whatever the file is called.
type Format = edit.Format

// Entry is one value that gortex puts into a file of settings.
type Entry struct {
	At edit.Path
	// Value is what stands there. A mapping is merged: keys that are not in it
	// are the user's.
	Value func(Env) any
	// Ours recognises a value that is there already as written by gortex; nil
	// takes whatever stands at At for ours. A value that is somebody else's is
	// never touched.
	Ours func(value any) bool
	// Element adds Value to the list at At, unless Ours finds one there.
	Element bool
	// Keep names keys that are set only when they are missing: the user may
	// have chosen another value.
	Keep []string
	// AtLeast names keys whose numbers are raised to Value's and never lowered.
	AtLeast []string
	// Drop names keys, with the value that gortex once wrote, to take out.
	Drop edit.Object
	// When says why the entry is not written in this environment, "" to write it.
	When func(Env) (why string)
	// Why is said in a plan beside the change: "the MCP server", "hooks".
	Why string
}

// Ask is a command of the host that tells which MCP servers it sees.
type Ask struct {
	Args  []string // after the program of the first sign
	Sees  string   // regular expression that its output matches when the host sees the server
	Works string   // the same when the host is connected to it; "": it does not say
	Env   []string // KEY=VALUE
}

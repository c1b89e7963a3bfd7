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
	// Signs show, any of them, that the host is on this machine. A host
	// without signs is written only when it is named.
	Signs []Sign
	Files []File
	// Desktop says that the host, or a form of it, is started by a desktop: its
	// PATH is not that of a shell.
	Desktop bool
	// Protocol is the version of MCP that the host asks a server for; "" stands
	// for [Protocol].
	Protocol string
	// AlsoHooks are further files from which the host takes hooks. Gortex writes
	// none into them.
	AlsoHooks []File
	// Ask is how the host itself tells what it sees; the zero value: it has no
	// such command.
	Ask Ask
	// Notes are sentences for the user after an installation: what the host
	// wants from a person before it uses what was written.
	Notes []Note
	// Checked says how what stands here is known.
	Checked Checked
}

// Protocol is the version of MCP that hosts ask for unless their row says
// otherwise.
const Protocol = "2025-11-25"

// Note is a sentence for the user.
type Note struct {
	// Scope and Part say when: something of this part was written, in a file of
	// this scope or, where it is empty, of any.
	Scope Scope
	Part  Part
	Text  string
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

// Part is what something is written for. A user may want some parts and not
// others.
type Part string

// The parts.
const (
	Server   Part = "server"   // the MCP server
	Direct   Part = "direct"   // its tools are shown to the model from the first turn on
	Approval Part = "approval" // its tools run without the user being asked
	Rules    Part = "rules"    // instructions
	Hooks    Part = "hooks"
	Skills   Part = "skills" // skills and sub-agents
)

// What is written only on request has one of these names, see
// [File.OnRequest] and [Env.Given].
const (
	// Approve lets the host run the tools that only read without asking.
	Approve = "approve"
	// Trust lets the host run all tools of gortex without asking.
	Trust = "trust"
	// ProjectServer names the MCP server in a file of the repository even where
	// each user must then approve it, or where it hides the user's own entry.
	ProjectServer = "project-server"
	// ProjectSkills puts skills into the repository.
	ProjectSkills = "project-skills"
	// AllDirect shows the tools of all MCP servers, not of gortex alone, to the
	// model from the first turn on.
	AllDirect = "all-direct"
)

// Requests lists the names of all requests.
func Requests() []string { return []string{AllDirect, Approve, ProjectServer, ProjectSkills, Trust} }

// File is one file of a host with what gortex needs in it: Entries and Hooks
// in a file of settings, or a Block, or it is Owned.
type File struct {
	Scope  Scope
	Part   Part // of Block and Owned; entries have their own
	Place  Place
	Format Format
	// Entries are what is ours in a file of settings.
	Entries []Entry
	// Hooks are the entries for the hooks of the environment.
	Hooks func(Env) []Entry
	// Block is the body of our marker block in a Markdown file, and BlockName
	// what the block is called.
	Block     func(Env) string
	BlockName string
	// Owned is the whole text of a file that is ours alone.
	Owned func(Env) string
	// New is the text with which a settings file begins that was not there.
	New string
	// Needs is a path, often the file itself, without which the file is left
	// alone: to make it would change what else the host reads, or nobody would
	// read it.
	Needs Place
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
	Part Part
	At   edit.Path
	// Value is what stands there. A mapping is merged: keys that are not in it
	// are the user's.
	Value func(Env) any
	// Ours recognises a value that is there already as written by gortex; nil
	// takes what stands at At for ours if it is of the kind of Value, null
	// included. A value that is somebody else's is never touched.
	Ours func(value any) bool
	// Element adds Value to the list at At, unless Ours finds one there, which
	// is then brought to Value.
	Element bool
	// Within names a list inside such an element in which ours may stand beside
	// others'. Ours then looks at the elements of that list, and only ours in
	// it is changed or taken out, the element around it when no other is left
	// in it; its other keys are the user's.
	Within string
	// Shared says that the mapping at At is not ours as a whole: taken out are
	// the keys of Value alone, and of lists in Extend the elements of Value.
	Shared bool
	// Keep names keys that are set only when they are missing: the user may
	// have chosen another value.
	Keep []string
	// AtLeast names keys whose numbers are raised to Value's and never lowered.
	AtLeast []string
	// Extend names keys whose lists get those elements of Value's that they
	// lack.
	Extend []string
	// Wrap is the key under which a boolean at At lives on when it must become
	// a mapping.
	Wrap string
	// Drop names keys, with the value that gortex once wrote, to take out.
	Drop edit.Object
	// OnRequest is written only when the user asks for it by this name.
	OnRequest string
	// When says why the entry is not written in this environment, "" to write it.
	When func(Env) (why string)
}

// Ask is a command of the host that tells which MCP servers it sees.
type Ask struct {
	Args  []string // after the program of the first sign
	Sees  string   // regular expression that its output matches when the host sees the server
	Works string   // the same when the host is connected to it; "": it does not say
	Env   []string // KEY=VALUE
}

// Package engine declares what an operation may be given: one capability for
// each effect, and the plain data they answer with. It holds no behaviour; the
// packages beside it do, and internal/workspace puts them together.
package engine

import (
	"context"

	"github.com/gortexhq/gortex/internal/graph"
)

// Scope says on whose behalf and about which repositories a call is made.
// Empty fields mean the repository the process or session stands in.
type Scope struct {
	Session   string
	Repo      string // tracked name, or a path inside the repository
	Project   string
	Ref       string
	Workspace string
	Named     string // a saved scope
}

// Engine hands out the capability that matches the effect of a call. Errors of
// View: index_warming, index_corrupt, index_newer, repo_not_tracked,
// not_a_repository, each a *Failure.
type Engine interface {
	View(context.Context, Scope) (View, error)
	// Catalog needs no repository to stand in and reads no tree.
	Catalog(context.Context, Scope) (Catalog, error)
	Workspace(context.Context, Scope) (Workspace, error)
	// Session fails for a call that belongs to none: unavailable.
	Session(context.Context, Scope) (Session, error)
	Control(context.Context, Scope) (Control, error)
	Publisher(context.Context, Scope) (Publisher, error)
}

// View is one immutable picture of a repository, brought up to date before it
// was handed out. Everything that only reads is given a View and nothing else.
// Close releases the mapped generation; nothing obtained from it is used later.
type View interface {
	Graph() graph.Reader
	// ReadFile returns the bytes of an indexed or merely present file of the
	// tree. For an indexed file they are the bytes the index was made of.
	// Errors: file_not_found, path_outside_root, file_not_indexed (skipped, with the reason).
	ReadFile(ctx context.Context, path string) (Content, error)
	// Rel turns a path as a caller writes it (absolute, relative to the root
	// or to the directory the caller stands in) into a path of the tree.
	// Errors: path_outside_root.
	Rel(path string) (string, error)
	Text(ctx context.Context, q TextQuery) (TextResult, error)
	Skipped() []Skipped
	Repository() Repository
	// Repositories lists all that are tracked, and the current one.
	Repositories() []Repository
	// Session is what the session of the call remembers; never nil.
	Session() SessionReader
	// Changes tells, oldest first, what became of files since the session first
	// looked at the repository, as far as that is kept; without a session, all
	// that is kept. It is whole unless some of it is not kept any more.
	Changes() (list []FileChange, whole bool, err error)
	Status() Status
	Close() error
}

// Catalog knows which repositories there are. It brings nothing up to date.
type Catalog interface {
	// Repositories lists all that are tracked, and the current one if the
	// caller stands in one.
	Repositories() []Repository
}

// Workspace is a View that may also write files of the tree.
type Workspace interface {
	View
}

// Control changes what is tracked and indexed.
type Control interface {
	// Track adds a repository. Errors: file_not_found, invalid_argument.
	Track(ctx context.Context, path, name string, asWorktree bool) (Repository, error)
	// Untrack forgets a repository by name or path and deletes its index.
	Untrack(ctx context.Context, repo string) (Repository, error)
	// Index brings the index of a path's repository up to date, or makes it
	// anew when full. paths limits what is looked at; empty means all.
	Index(ctx context.Context, repo string, paths []string, full bool) (IndexReport, error)
}

// Publisher writes to a forge.
type Publisher interface {
	View
}

// Content is the text of one file.
type Content struct {
	Path     string
	Language string
	Hash     [16]byte
	Bytes    []byte
	Indexed  bool
}

// TextQuery asks for lines.
type TextQuery struct {
	Pattern    string
	Regexp     bool
	IgnoreCase bool
	Paths      []string // path prefixes or globs, any of which must match; empty: all
	Limit      int      // most matches to return
	Offset     int      // matches to skip
	MaxFiles   int      // when more files than this can match, do not look: the result is empty and incomplete; 0: no bound
}

// TextMatch is one matching line.
type TextMatch struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Col  int    `json:"col"` // 1-based, in bytes
	Text string `json:"text"`
}

// TextResult holds matches in order of path and line. Total counts all of
// them; it is a lower bound when Complete is false.
type TextResult struct {
	Matches  []TextMatch
	Total    int
	Files    int
	Complete bool
}

// Skipped is a file the walk saw and the index left out.
type Skipped struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// Repository is one indexed working tree.
type Repository struct {
	Name    string `json:"name"`
	Root    string `json:"root"`
	Prefix  string `json:"prefix,omitempty"` // of symbol ids, "" unless several are tracked
	Tracked bool   `json:"tracked"`
	Current bool   `json:"current"`
	Branch  string `json:"branch,omitempty"`
	Head    string `json:"head,omitempty"`
	Indexed string `json:"indexed_at,omitempty"` // RFC 3339
	State   string `json:"state,omitempty"`      // fresh, indexed (not looked at now), missing, not_indexed
	Files   int    `json:"files,omitempty"`
	Symbols int    `json:"symbols,omitempty"`
	Bytes   int64  `json:"index_bytes,omitempty"`
	Index   string `json:"index,omitempty"` // directory of the index
}

// Status says how far an answer can be trusted.
type Status struct {
	Generation string   `json:"generation"`
	IndexedAt  string   `json:"indexed_at,omitempty"`
	Refreshed  int      `json:"refreshed,omitempty"` // files re-read by this call
	Caveats    []string `json:"caveats,omitempty"`   // reasons why answers may lack something
}

// Warming says how far a first indexing has come.
type Warming struct {
	Phase   string `json:"phase"`
	Done    int    `json:"files_done"`
	Total   int    `json:"files_total"`
	Seconds int    `json:"elapsed_seconds"`
}

// IndexReport says what indexing did.
type IndexReport struct {
	Repository Repository `json:"repository"`
	Full       bool       `json:"full"`
	Files      int        `json:"files"`
	Symbols    int        `json:"symbols"`
	Edges      int        `json:"edges"`
	Reindexed  []string   `json:"reindexed,omitempty"`
	Removed    []string   `json:"removed,omitempty"`
	Skipped    int        `json:"skipped"`
	Millis     int64      `json:"duration_ms"`
	Bytes      int64      `json:"index_bytes"`
	Notes      []string   `json:"notes,omitempty"`
}

// Failure is an error of the engine with the code callers see. op turns it
// into its own error.
type Failure struct {
	Code    string
	Message string
	Data    map[string]any
}

func (f *Failure) Error() string { return f.Message }

package analyze

import "github.com/gortexhq/gortex/facade/op"

// history are the analyses of how the code came to be.
var history = []op.Spec{
	op.Takes[of[churnOptions]](
		op.Later("churn", "How often symbols change.", "get_churn_rate"),
		example("Functions changed at least five times", `{"kind":"churn","options":{"kinds":["function"],"min_commits":5}}`)),
	renamed(op.Takes[citationRequest](
		op.Later("citation", "Whether quoted text stands in a file at a revision.", "verify_citation"),
		example("At the commit that is checked out", `{"kind":"citation","target":{"file":"main.go"},"options":{"span":"func main()"}}`)),
		op.Renames{"file_path": "target.file"}),
	fixed(renamed(op.Takes[inEither[coChangeOptions]](
		op.Later("co_change", "Symbols and files that change together.", "find_co_changing_symbols"),
		example("What changes with a symbol", `{"kind":"co_change","target":{"symbol":"Server.addTool"}}`)),
		op.Renames{"symbol_id": "target.symbol", "file_path": "target.file"}), "options.refresh", false),
	op.Takes[of[recentOptions]](
		op.Later("recent_changes", "Files and symbols that changed since a time.", "get_recent_changes"),
		example("Since a morning", `{"kind":"recent_changes","options":{"since":"2026-01-05T08:00:00Z"}}`)),
	renamed(op.Takes[inSymbol[replayOptions]](
		op.Later("replay", "What happened around a symptom: changes, callers, tests and memories.", "replay_episode"),
		example("In the last week", `{"kind":"replay","target":{"symbol":"Server.addTool"},"options":{"window_days":7}}`)),
		op.Renames{"anchor_symbol": "target.symbol"}),
	renamed(op.Takes[inSymbol[whyOptions]](
		op.Later("why", "The recorded reasons behind a symbol.", "why"),
		example("Of a method", `{"kind":"why","target":{"symbol":"Server.addTool"}}`)),
		op.Renames{"id": "target.symbol", "scope": "options.memories"}),
	kind[fixesOptions]("fixes_history", "Files by the number of fixes they needed.", "In the last thousand commits", `{"max_commits":1000}`),
	kind[ownershipOptions]("ownership", "Authors by what they wrote.", "Under a directory", `{"path_prefix":"internal/"}`),
	kind[releasesOptions]("releases", "Releases and the files of each.", "The files of one", `{"tag":"v1.2.0"}`),
	kind[staleCodeOptions]("stale_code", "Code that was last touched long ago.", "Older than two years", `{"older_than":730}`),
	kind[staleFlagsOptions]("stale_flags", "Feature flags that only old code reads.", "Older than half a year", `{"older_than":180}`),
}

type (
	churnOptions struct {
		MinCommits int    `json:"min_commits,omitempty" min:"1" doc:"fewest commits"`
		SortBy     string `json:"sort_by,omitempty" default:"churn_rate" enum:"churn_rate,commit_count,age_days" doc:"what to order by"`
		kinds
		window
		op.Scope
	}
	citationRequest struct {
		Target  op.Target       `json:"target" selectors:"file"`
		Options citationOptions `json:"options"`
	}
	citationOptions struct {
		Span string `json:"span" doc:"the quoted text, letter by letter"`
		SHA  string `json:"sha,omitempty" default:"HEAD" doc:"revision"`
		op.Scope
	}
	coChangeOptions struct {
		MinScore float64 `json:"min_score,omitempty" min:"0" max:"1" doc:"least share of commits in common"`
		Refresh  bool    `json:"refresh,omitempty" doc:"mine the history anew first"`
		most
		op.Scope
	}
	recentOptions struct {
		Since string `json:"since,omitempty" doc:"time as in RFC 3339"`
		op.Scope
	}
	replayOptions struct {
		WindowDays int `json:"window_days,omitempty" default:"30" min:"1" doc:"days to look back"`
		Depth      int `json:"depth,omitempty" default:"1" min:"1" max:"32" doc:"how many calls to walk back"`
		most
		op.Scope
	}
	whyOptions struct {
		Memories string `json:"memories,omitempty" default:"workspace" enum:"workspace,global" doc:"which memories to look in"`
		most
	}
	fixesOptions struct {
		MaxCommits int `json:"max_commits,omitempty" min:"1" doc:"how many commits to look back"`
		limited
	}
	ownershipOptions struct {
		MinSymbols int `json:"min_symbols,omitempty" min:"1" doc:"fewest symbols of an author"`
		kinds
		prefixed
	}
	releasesOptions struct {
		Tag string `json:"tag,omitempty" doc:"only this release, with its files"`
		common
	}
	staleCodeOptions struct {
		OlderThan int    `json:"older_than,omitempty" default:"365" min:"0" doc:"days since the last change"`
		Email     string `json:"email,omitempty" doc:"only what this author touched last"`
		kinds
		common
	}
	staleFlagsOptions struct {
		OlderThan int    `json:"older_than,omitempty" default:"365" min:"0" doc:"days since the last change of any reader"`
		Provider  string `json:"provider,omitempty" doc:"only flags of this library"`
		common
	}
)

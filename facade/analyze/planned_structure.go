package analyze

import "github.com/gortexhq/gortex/facade/op"

// structure are the analyses of how the graph as a whole is built.
var structure = []op.Spec{
	op.Takes[of[architectureOptions]](
		op.Later("architecture", "Communities, hotspots, processes and entry points in one picture.", "get_architecture").Near("explore.outline"),
		example("By package", `{"kind":"architecture","options":{"resolution":"package"}}`)),
	op.Takes[of[oneOptions]](
		op.Later("communities", "Groups of symbols that depend on each other more than on the rest.", "get_communities"),
		example("All of them", `{"kind":"communities"}`)),
	op.Takes[of[couplingOptions]](
		op.Later("coupling", "Afferent and efferent coupling of packages or communities.", "get_coupling_metrics"),
		example("Packages three levels deep", `{"kind":"coupling","options":{"package_depth":3}}`)),
	op.Takes[of[oneOptions]](
		op.Later("processes", "Execution flows from entry points.", "get_processes"),
		example("All of them", `{"kind":"processes"}`)),
	op.Takes[of[surprisingOptions]](
		op.Later("surprising_connections", "Edges between parts that rarely touch.", "get_surprising_connections"),
		example("The ten most surprising", `{"kind":"surprising_connections","options":{"limit":10}}`)),
	kind[clustersOptions]("clusters", "Communities by a chosen algorithm.",
		"By spectral clustering, none smaller than five", `{"algorithm":"spectral","min_size":5}`),
	fixed(kind[conceptsOptions]("concepts", "Concepts that names speak of.",
		"Those of at least four symbols", `{"min_size":4}`), "options.use_llm", false),
	renamed(kind[crossRepoOptions]("cross_repo", "Edges between repositories.",
		"Calls across the boundary of one", `{"base_kind":"calls","boundary_repo":"name"}`), op.Renames{"repo": "options.boundary_repo"}),
	renamed(kind[prefixed]("cycles", "Cycles of dependencies, worst first.",
		"Under a directory", `{"path_prefix":"internal/"}`), op.Renames{"scope": "options.path_prefix"}),
	kind[kcoreOptions]("kcore", "The most densely connected core of the graph.",
		"Functions of at least ten neighbours", `{"min_degree":10,"node_kinds":["function"]}`),
	kind[anywhere]("louvain", "Communities by modularity.", "All of them", ""),
	kind[pagerankOptions]("pagerank", "Symbols by centrality.", "The twenty most central", `{"limit":20}`),
	kind[roleOptions]("role", "The architectural role of symbols.", "Under a directory", `{"path_prefix":"internal/"}`),
	kind[componentOptions]("scc", "Strongly connected components.", "Those of at least three", `{"min_size":3}`),
	kind[boundaryOptions]("suggest_boundaries", "Layers that the graph suggests.", "Of parts of at least ten symbols", `{"min_size":10}`),
	kind[componentOptions]("wcc", "Weakly connected components.", "The five largest", `{"limit":5}`),
	native[needs[newEdgeOptions]]("would_create_cycle", "Whether a new edge would close a cycle.",
		example("An import of b by a", `{"kind":"would_create_cycle","options":{"from_id":"a/a.go::A","to_id":"b/b.go::B"}}`)),
}

type (
	architectureOptions struct {
		TopCommunities int `json:"top_communities,omitempty" default:"5" min:"0" max:"1000" doc:"most communities"`
		TopHotspots    int `json:"top_hotspots,omitempty" default:"5" min:"0" max:"1000" doc:"most hotspots"`
		TopProcesses   int `json:"top_processes,omitempty" default:"5" min:"0" max:"1000" doc:"most processes"`
		TopEntryPoints int `json:"top_entry_points,omitempty" default:"5" min:"0" max:"1000" doc:"most entry points"`
		under
		Resolution string `json:"resolution,omitempty" enum:"file,package,service,system" doc:"what to draw as one part"`
		op.Scope
	}
	oneOptions struct {
		ID string `json:"id,omitempty" doc:"only the one with this id, with its members"`
		op.Scope
	}
	couplingOptions struct {
		Unit         string `json:"unit,omitempty" default:"package" enum:"package,community" doc:"what is coupled"`
		PackageDepth int    `json:"package_depth,omitempty" default:"2" min:"1" max:"64" doc:"path segments that make a package"`
		MinMembers   int    `json:"min_members,omitempty" min:"1" doc:"fewest symbols of a unit"`
		SortBy       string `json:"sort_by,omitempty" default:"instability" enum:"instability,ca,ce,internal_edges,total_edges,members" doc:"what to order by; ca and ce are the edges that come in and go out"`
		window
		op.Scope
	}
	surprisingOptions struct {
		MinScore     float64 `json:"min_score,omitempty" min:"0" doc:"least score"`
		HubThreshold int     `json:"hub_threshold,omitempty" min:"1" doc:"incoming edges that make a symbol a hub"`
		RareKindPct  float64 `json:"rare_kind_pct,omitempty" default:"5" min:"0" max:"100" doc:"percentage of all edges up to which a kind of edge is rare"`
		window
		op.Scope
	}
	clustersOptions struct {
		Algorithm  string  `json:"algorithm,omitempty" default:"leiden" enum:"leiden,louvain,spectral" doc:"how communities are found"`
		Resolution float64 `json:"resolution,omitempty" default:"1" min:"0" doc:"more than 1 gives smaller communities, less gives larger ones"`
		MinSize    int     `json:"min_size,omitempty" min:"1" doc:"fewest members"`
		windowed
	}
	conceptsOptions struct {
		MinSize int  `json:"min_size,omitempty" min:"1" doc:"fewest symbols of a concept"`
		UseLLM  bool `json:"use_llm,omitempty" doc:"let a language model name the concepts"`
		limited
	}
	crossRepoOptions struct {
		BoundaryRepo string `json:"boundary_repo,omitempty" doc:"only edges that leave or enter this repository"`
		BaseKind     string `json:"base_kind,omitempty" enum:"calls,implements,extends" doc:"only edges of this kind"`
		windowed
	}
	kcoreOptions struct {
		MinDegree int `json:"min_degree,omitempty" min:"1" doc:"fewest neighbours within the core; the densest core there is when left out"`
		nodeKinds
		limited
	}
	pagerankOptions struct {
		Damping       float64 `json:"damping,omitempty" default:"0.85" min:"0" max:"1" doc:"probability of following an edge"`
		MaxIterations int     `json:"max_iterations,omitempty" default:"100" min:"1" max:"10000" doc:"most iterations"`
		Tolerance     float64 `json:"tolerance,omitempty" default:"0.000001" min:"0" doc:"change of the ranks below which iteration ends"`
		nodeKinds
		limited
	}
	nodeKinds struct {
		NodeKinds []string `json:"node_kinds,omitempty" doc:"only symbols of these kinds, as function, method, type"`
	}
	roleOptions struct {
		Role string `json:"role,omitempty" doc:"only symbols of this role"`
		windowed
	}
	componentOptions struct {
		MinSize     int `json:"min_size,omitempty" min:"1" doc:"fewest members of a component"`
		MemberLimit int `json:"member_limit,omitempty" min:"1" doc:"most members shown of each"`
		limited
	}
	boundaryOptions struct {
		MinSize int `json:"min_size,omitempty" min:"1" doc:"fewest symbols of a layer"`
		limited
	}
	newEdgeOptions struct {
		FromID string `json:"from_id" doc:"symbol from which the edge would lead"`
		ToID   string `json:"to_id" doc:"symbol to which it would lead"`
		common
	}
)

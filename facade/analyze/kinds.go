package analyze

import "github.com/gortexhq/gortex/facade/op"

// native are the analyses that share one flat tool, which tells them apart by
// its argument kind.
var native = []op.Spec{
	kind("annotation_users", "Symbols by the annotation or decorator they carry.", nil),
	kind("bottlenecks", "Functions whose cost multiplies through their callers.", nil),
	kind("cgo_users", "Files that import C.", nil),
	kind("channel_ops", "Sends and receives by channel.", nil),
	kind("clusters", "Communities by a chosen algorithm.", nil),
	kind("components", "User-interface components and what they render.", nil),
	kind("concepts", "Concepts that names speak of.", op.Args{"use_llm": false}),
	kind("config_readers", "Readers of each configuration key.", nil),
	kind("connectivity_health", "How completely the graph is connected.", nil),
	kind("constructors_missing_fields", "Constructions that leave fields unset.", nil),
	kind("coverage_gaps", "Symbols with coverage in a band.", nil),
	kind("coverage_summary", "Coverage by directory.", nil),
	kind("cross_repo", "Edges between repositories.", nil),
	kind("cycles", "Cycles of dependencies, worst first.", nil),
	kind("dbt_models", "Models of data pipelines and their lineage.", nil),
	kind("dead_code", "Symbols that nothing uses.", nil).Near("relations.references"),
	kind("def_use", "Definitions and uses within a function.", nil),
	kind("doc_staleness", "Documents that link to code that is gone.", nil),
	kind("domain", "Findings of the rules that a project defines.", nil),
	kind("drupal_hooks", "Implementations of Drupal hooks.", nil),
	kind("edge_audit", "Edges by provenance, and what looks wrong among them.", nil),
	kind("env_var_users", "Readers of each environment variable.", nil).Near("search.text"),
	kind("error_surface", "What functions throw.", nil),
	kind("event_emitters", "Places that emit events.", nil),
	kind("external_calls", "Calls into dependencies, by module.", nil).Near("relations.dependencies"),
	kind("field_writers", "The fields written most, and where.", nil),
	kind("fixes_history", "Files by the number of fixes they needed.", nil),
	kind("goroutine_spawns", "What is started concurrently, and how.", nil),
	kind("health_score", "A score for each symbol.", nil),
	kind("hotspots", "Symbols that too much depends on.", nil),
	kind("hygiene", "Findings of the hygiene rules.", nil),
	kind("images", "Container images in use.", nil),
	kind("impact", "Symbols by the risk of changing them.", op.Args{"refresh_cochange": false}).Near("relations.dependents"),
	kind("indirect_mutations", "Fields changed through methods.", nil),
	kind("k8s_resources", "Kubernetes resources and what they use.", nil),
	kind("kcore", "The most densely connected core of the graph.", nil),
	kind("kustomize", "The tree of kustomize overlays.", nil),
	kind("log_events", "Places that write logs.", nil),
	kind("louvain", "Communities by modularity.", nil),
	kind("models", "Object-relational models and their tables.", nil),
	kind("named", "A named bundle of queries.", nil),
	kind("orphan_tables", "Tables that are queried but never migrated.", nil),
	kind("ownership", "Authors by what they wrote.", nil),
	kind("pagerank", "Symbols by centrality.", nil),
	kind("pubsub", "Topics with publishers and subscribers.", nil),
	kind("race_writes", "Concurrent writes without a lock.", nil),
	kind("ref_facts", "References with how they were resolved.", nil),
	kind("releases", "Releases and the files of each.", nil),
	kind("resolution_outcomes", "Why references stayed unresolved.", nil),
	kind("retrieval_log", "What was asked and not found.", nil),
	kind("review", "Findings of the correctness rules.", nil),
	kind("role", "The architectural role of symbols.", nil),
	kind("route_frameworks", "Web frameworks in use and how many routes each has.", nil),
	kind("routes", "Routes and their handlers.", nil),
	kind("sast", "Findings of the security rules.", nil),
	kind("scc", "Strongly connected components.", nil),
	kind("speculative", "Edges that are guesses.", nil),
	kind("sql_call_sites", "Queries by caller.", op.Args{"materialize": false}),
	kind("stale_code", "Code that was last touched long ago.", nil),
	kind("stale_flags", "Feature flags that only old code reads.", nil),
	kind("string_emitters", "Places that emit strings of a kind.", nil),
	kind("suggest_boundaries", "Layers that the graph suggests.", nil),
	kind("swiftui_views", "SwiftUI types by role.", nil),
	kind("synthesizers", "Edges made by framework rules, by rule.", nil),
	kind("temporal_orphans", "Workflow dispatches and handlers without a counterpart.", nil),
	kind("tests_as_edges", "Tests and the code they reach.", nil),
	kind("todos", "Notes of work to do in comments.", nil).Near("search.text"),
	kind("uikit_classes", "UIKit classes by role.", nil),
	kind("unclosed_channels", "Channels that are opened and never closed.", nil),
	kind("unreferenced_tables", "Tables that are migrated but never queried.", nil),
	kind("unsafe_patterns", "Code that may panic or behave undefined.", nil),
	kind("wasm_users", "Files that export to WebAssembly.", nil),
	kind("wcc", "Weakly connected components.", nil),
	kind("would_create_cycle", "Whether a new edge would close a cycle.", nil),
}

// kind declares one of them. The kind is fixed by its name, and so is what
// would make it more than a read.
func kind(name, summary string, fixed op.Args) op.Spec {
	s := op.Spec{Name: name, Summary: summary, Fixed: op.Args{"kind": name}}
	for field, v := range fixed {
		s.Fixed[field] = v
	}
	s.Legacy = []op.Legacy{{Name: "analyze", When: op.Args{"kind": name}}}
	return s
}

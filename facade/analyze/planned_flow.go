package analyze

import "github.com/gortexhq/gortex/facade/op"

// flow are the analyses of what code does while it runs: what it reads and
// writes, starts, throws and sends.
var flow = []op.Spec{
	kind[prefixed]("channel_ops", "Sends and receives by channel.", "Under a directory", `{"path_prefix":"internal/"}`),
	kind[namedRows]("config_readers", "Readers of each configuration key.", "Of one key", `{"name":"server.port"}`),
	renamed(native[inSymbol[anywhere]]("def_use", "Definitions and uses within a function.",
		example("Of a method", `{"kind":"def_use","target":{"symbol":"Server.addTool"}}`)),
		op.Renames{"id": "target.symbol"}),
	kind[namedRows]("env_var_users", "Readers of each environment variable.", "Of one variable", `{"name":"HOME"}`).Near("search.text"),
	kind[prefixed]("error_surface", "What functions throw.", "Under a directory", `{"path_prefix":"internal/"}`),
	kind[externalOptions]("external_calls", "Calls into dependencies, by module.",
		"Into the standard library", `{"module_kind":"stdlib"}`).Near("relations.dependencies"),
	kind[symbolRows]("field_writers", "The fields written most, and where.", "Of one field", `{"id":"a/a.go::Config.Port"}`),
	kind[anywhere]("goroutine_spawns", "What is started concurrently, and how.", "All of them", ""),
	kind[symbolRows]("indirect_mutations", "Fields changed through methods.", "Of one field", `{"id":"a/a.go::Config.Port"}`),
	kind[windowed]("race_writes", "Concurrent writes without a lock.", "Under a directory", `{"path_prefix":"internal/"}`),
	fixed(kind[sqlOptions]("sql_call_sites", "Queries by caller.", "Of one table", `{"name":"orders"}`), "options.materialize", false),
	kind[windowed]("unclosed_channels", "Channels that are opened and never closed.", "Under a directory", `{"path_prefix":"internal/"}`),
}

type (
	externalOptions struct {
		ID         string `json:"id,omitempty" doc:"only calls by this symbol"`
		ModuleKind string `json:"module_kind,omitempty" doc:"only modules of this kind, as stdlib"`
		ModulePath string `json:"module_path,omitempty" doc:"only this module"`
		named
	}
	symbolRows struct {
		ID string `json:"id,omitempty" doc:"only this field or type"`
		limited
	}
	sqlOptions struct {
		Materialize bool `json:"materialize,omitempty" doc:"store what is found in the graph"`
		namedRows
	}
)

package analyze

import "github.com/gortexhq/gortex/facade/op"

// frameworks are the analyses of what code is to a framework, a database, a
// platform or another language.
var frameworks = []op.Spec{
	op.Takes[of[contractsOptions]](
		op.Later("contracts", "Providers and consumers of routes, topics and other contracts.", "contracts"),
		example("Those of HTTP", `{"kind":"contracts","options":{"type":"http"}}`),
		example("Those without a counterpart", `{"kind":"contracts","options":{"action":"check"}}`)),
	kind[idOrName]("annotation_users", "Symbols by the annotation or decorator they carry.", "Of one annotation", `{"name":"deprecated"}`),
	kind[anywhere]("cgo_users", "Files that import C.", "All of them", ""),
	kind[idOrName]("components", "User-interface components and what they render.", "Of one component", `{"name":"Button"}`),
	kind[dbtOptions]("dbt_models", "Models of data pipelines and their lineage.", "Those stored as tables", `{"materialized":"table"}`),
	kind[named]("drupal_hooks", "Implementations of Drupal hooks.", "Of one hook", `{"name":"form_alter"}`),
	kind[eventOptions]("event_emitters", "Places that emit events.", "Of one event", `{"name":"order.created"}`),
	renamed(kind[imageOptions]("images", "Container images in use.", "Of one tag", `{"tag":"latest"}`), op.Renames{"ref": "options.image"}),
	kind[k8sOptions]("k8s_resources", "Kubernetes resources and what they use.", "Deployments", `{"k8s_kind":"Deployment"}`),
	renamed(kind[prefixed]("kustomize", "The tree of kustomize overlays.", "Under a directory", `{"path_prefix":"deploy/"}`), op.Renames{"dir": "options.path_prefix"}),
	kind[logOptions]("log_events", "Places that write logs.", "Errors", `{"level":"error"}`),
	kind[modelOptions]("models", "Object-relational models and their tables.", "Of one table", `{"table":"orders"}`),
	kind[anywhere]("orphan_tables", "Tables that are queried but never migrated.", "All of them", ""),
	kind[pubsubOptions]("pubsub", "Topics with publishers and subscribers.", "Of one transport", `{"transport":"kafka"}`),
	kind[anywhere]("route_frameworks", "Web frameworks in use and how many routes each has.", "All of them", ""),
	kind[routeOptions]("routes", "Routes and their handlers.", "What may be posted", `{"method":"POST"}`),
	renamed(kind[stringOptions]("string_emitters", "Places that emit strings of a kind.", "Of one name", `{"name":"not found"}`),
		op.Renames{"context": "options.emitted_in"}),
	kind[byRole]("swiftui_views", "SwiftUI types by role.", "All of them", ""),
	kind[anywhere]("temporal_orphans", "Workflow dispatches and handlers without a counterpart.", "All of them", ""),
	kind[byRole]("uikit_classes", "UIKit classes by role.", "All of them", ""),
	kind[anywhere]("unreferenced_tables", "Tables that are migrated but never queried.", "All of them", ""),
	kind[anywhere]("wasm_users", "Files that export to WebAssembly.", "All of them", ""),
}

type (
	contractsOptions struct {
		Action      string `json:"action,omitempty" default:"list" enum:"list,check,validate,bridge" doc:"list contracts, find those without a counterpart, compare shapes, or relate contracts to a symbol or text"`
		Type        string `json:"type,omitempty" enum:"http,grpc,thrift,graphql,topic,ws,env,openapi,dependency" doc:"only contracts of this type"`
		Role        string `json:"role,omitempty" enum:"provider,consumer" doc:"only this side"`
		AllRepos    bool   `json:"all_repos,omitempty" doc:"contracts of every tracked repository"`
		IncludeDeps bool   `json:"include_deps,omitempty" doc:"also contracts that are dependencies"`
		Query       string `json:"query,omitempty" doc:"of a bridge: what contracts should be about"`
		Symbol      string `json:"symbol,omitempty" doc:"of a bridge: the symbol to begin at"`
		Mode        string `json:"mode,omitempty" enum:"rank,impact" doc:"of a bridge: rank contracts, or say what a change reaches"`
		Compact     bool   `json:"compact,omitempty" doc:"only what identifies each row"`
		most
		op.Scope
	}
	idOrName struct {
		ID string `json:"id,omitempty" doc:"only the one with this id"`
		named
	}
	dbtOptions struct {
		Framework    string `json:"framework,omitempty" enum:"dbt,sqlmesh" doc:"only models of this framework"`
		Type         string `json:"type,omitempty" doc:"only this type, as model, source or seed"`
		Materialized string `json:"materialized,omitempty" doc:"only models stored in this way, as table or view"`
		named
	}
	eventOptions struct {
		Level string `json:"level,omitempty" doc:"only events of this level"`
		named
	}
	imageOptions struct {
		Role  string `json:"role,omitempty" doc:"only images that are used in this way, as base"`
		Image string `json:"image,omitempty" doc:"only this image"`
		Tag   string `json:"tag,omitempty" doc:"only this tag"`
		common
	}
	k8sOptions struct {
		K8sKind   string `json:"k8s_kind,omitempty" doc:"only resources of this kind, as Deployment"`
		Namespace string `json:"namespace,omitempty" doc:"only resources of this namespace"`
		named
	}
	logOptions struct {
		Level string `json:"level,omitempty" doc:"only this level, as error"`
		Value string `json:"value,omitempty" doc:"only messages with this text"`
		common
	}
	modelOptions struct {
		ORM   string `json:"orm,omitempty" doc:"only models of this mapper"`
		Table string `json:"table,omitempty" doc:"only models of this table"`
		Model string `json:"model,omitempty" doc:"only this model"`
		common
	}
	pubsubOptions struct {
		Transport string `json:"transport,omitempty" doc:"only topics of this transport, as kafka"`
		Role      string `json:"role,omitempty" enum:"publisher,subscriber" doc:"only this side"`
		named
	}
	routeOptions struct {
		Method string `json:"method,omitempty" doc:"only routes of this method, as POST"`
		Path   string `json:"path,omitempty" doc:"only routes whose path has this text"`
		Type   string `json:"type,omitempty" doc:"only routes of this type, as http or grpc"`
		common
	}
	stringOptions struct {
		EmittedIn string `json:"emitted_in,omitempty" doc:"only strings emitted in this kind of place, as log or error"`
		named
	}
	byRole struct {
		Role string `json:"role,omitempty" doc:"only types of this role"`
		common
	}
)

package analyze

import "github.com/gortexhq/gortex/facade/op"

// indexing are the analyses of the graph's own quality and use.
var indexing = []op.Spec{
	kind[limited]("connectivity_health", "How completely the graph is connected.", "The ten worst parts", `{"limit":10}`),
	kind[limited]("edge_audit", "Edges by provenance, and what looks wrong among them.", "Ten of each", `{"limit":10}`),
	kind[refFactsOptions]("ref_facts", "References with how they were resolved.", "Of one file", `{"path":"main.go"}`),
	kind[outcomeOptions]("resolution_outcomes", "Why references stayed unresolved.", "Those with several candidates", `{"reason":"ambiguous_multi_match"}`),
	kind[retrievalOptions]("retrieval_log", "What was asked and not found.", "What had no answer", `{"zero_only":true}`),
	kind[anywhere]("speculative", "Edges that are guesses.", "All of them", ""),
	kind[named]("synthesizers", "Edges made by framework rules, by rule.", "All of them", ""),
}

type (
	refFactsOptions struct {
		ID   string `json:"id,omitempty" doc:"only references to this symbol"`
		Path string `json:"path,omitempty" doc:"only references in this file"`
		limited
	}
	outcomeOptions struct {
		Reason string `json:"reason,omitempty" enum:"ambiguous_multi_match,candidate_out_of_scope,cross_language_only,stub_only,no_definition" doc:"only those that stayed so for this reason"`
		limited
	}
	// retrievalOptions narrow a log that is kept for the machine, not for a
	// repository.
	retrievalOptions struct {
		Tool          string `json:"tool,omitempty" doc:"only calls of this tool"`
		ZeroOnly      bool   `json:"zero_only,omitempty" doc:"only calls that found nothing"`
		Since         string `json:"since,omitempty" doc:"time as in RFC 3339"`
		IncludeRecent bool   `json:"include_recent,omitempty" doc:"also the latest calls, one by one"`
		Compact       bool   `json:"compact,omitempty" doc:"only what identifies each row"`
	}
)

package resource

import (
	"encoding/json"

	"github.com/gortexhq/gortex/internal/graph"
)

// graphSchema is the vocabulary of the graph.
type graphSchema struct {
	NodeKinds []string `json:"node_kinds"`
	EdgeKinds []string `json:"edge_kinds"`
	Tiers     []string `json:"tiers"` // of provenance, from a guess to certainty
}

func (c *Catalog) schema(string) (string, error) {
	var s graphSchema
	for k := graph.KindNone + 1; k.String() != "unknown"; k++ {
		s.NodeKinds = append(s.NodeKinds, k.String())
	}
	for k := graph.EdgeNone + 1; k.String() != "unknown"; k++ {
		s.EdgeKinds = append(s.EdgeKinds, k.String())
	}
	for t := graph.TierNone + 1; t <= graph.TierCompilerResolved; t++ {
		s.Tiers = append(s.Tiers, t.String())
	}
	text, err := json.Marshal(s)
	return string(text), err
}

package workspace

import (
	"context"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
)

var info = op.Read(op.Spec{
	Name: "info", Summary: "The repository a call is answered about, and how far its index can be trusted.",
	Default: true,
	Legacy:  []op.Legacy{{Name: "workspace_info"}},
	Examples: []op.Example{
		{Text: "Where am I?", Request: `{"operation":"info"}`},
	},
}, runInfo)

// InfoRequest asks about the repository a call is answered about.
type InfoRequest struct{}

// InfoResult is that repository.
type InfoResult struct {
	engine.Repository
	Mode    string        `json:"bind_mode"` // tracked, or directory: known by where the caller stands
	Members []string      `json:"members"`   // names of the repositories that are tracked
	Status  engine.Status `json:"status"`
}

func runInfo(_ context.Context, v engine.View, _ InfoRequest) (InfoResult, error) {
	res := InfoResult{Repository: v.Repository(), Mode: "directory", Members: []string{}, Status: v.Status()}
	if res.Tracked {
		res.Mode = "tracked"
	}
	for _, r := range v.Repositories() {
		if r.Tracked {
			res.Members = append(res.Members, r.Name)
		}
	}
	return res, nil
}

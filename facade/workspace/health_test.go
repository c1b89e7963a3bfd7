package workspace

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/engine"
)

// What is not known is not said: no score without files, nothing about stale
// files unless the index is fresh.
func TestHealth(t *testing.T) {
	shop, gone := engine.Repository{Name: "shop", Root: "/shop", Tracked: true, State: "fresh"}, engine.Repository{Name: "old", Root: "/old", Tracked: true, State: "missing"}
	for _, tt := range []struct {
		name      string
		languages []Coverage
		repos     []engine.Repository
		state     string
		want      string
	}{
		{"nothing known", nil, nil, "indexed", `{"tracked_repo_paths_ok":true,"semantic_enrichment_ok":true}`},
		{"text alone", []Coverage{{Language: "text", Files: 9, whole: 9}}, nil, "indexed", `{"tracked_repo_paths_ok":true,"semantic_enrichment_ok":true}`},
		{
			"all well",
			[]Coverage{{Language: "go", Files: 2, whole: 2}},
			[]engine.Repository{shop},
			"fresh",
			`{"health_score":100,"stale_files":0,"path_liveness":{"orphan_files":0,"orphan_rate":0},"tracked_repo_paths_ok":true,"semantic_enrichment_ok":true}`,
		},
		{
			"one of 200 is not checked: 99, not 100",
			[]Coverage{{Language: "go", Files: 200, Untyped: 1, whole: 199}},
			[]engine.Repository{shop, gone},
			"indexed",
			`{"health_score":99,"tracked_repo_paths_ok":false,"missing_repo_paths":["/old"],"semantic_enrichment":[{"language":"go","state":"partial","files":200,"files_not_type_checked":1}],"semantic_enrichment_ok":false,"recommendation":"untrack old: the directory is gone"}`,
		},
	} {
		got, err := json.Marshal(health(tt.languages, tt.repos, tt.state))
		if d := cmp.Diff(tt.want, string(got)); d != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.name, err, d)
		}
	}
}

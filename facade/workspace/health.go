package workspace

import (
	"strings"

	"github.com/gortexhq/gortex/internal/engine"
)

// Health sums up how far the index can be trusted.
type Health struct {
	// Score is the percentage, rounded down, of the files in a language that
	// were parsed without an error and, where the language has a type checker,
	// were checked by it. There is none without such files.
	Score *int `json:"health_score,omitempty"`
	// Stale counts files that are not as they were read, and Liveness those that
	// are gone. Both are known of a fresh index only, which is one that the
	// engine brought up to date with the tree before it answered.
	Stale      *int         `json:"stale_files,omitempty"`
	Liveness   *Liveness    `json:"path_liveness,omitempty"`
	ReposOK    bool         `json:"tracked_repo_paths_ok"`
	Missing    []string     `json:"missing_repo_paths,omitempty"`  // roots of tracked repositories that are gone
	Enrichment []Enrichment `json:"semantic_enrichment,omitempty"` // languages that are not type-checked in full
	Enriched   bool         `json:"semantic_enrichment_ok"`        // there is no such language
	Advice     string       `json:"recommendation,omitempty"`
}

// Liveness says how many indexed files are not on disk any more.
type Liveness struct {
	Orphans int     `json:"orphan_files"`
	Rate    float64 `json:"orphan_rate"` // from 0 to 1
}

// Enrichment says how far the type checker of a language came.
type Enrichment struct {
	Language string `json:"language"`
	State    string `json:"state"` // partial
	Files    int    `json:"files"`
	Untyped  int    `json:"files_not_type_checked"`
}

func health(languages []Coverage, repos []engine.Repository, state string) Health {
	h := Health{ReposOK: true, Enriched: true}
	whole, files := 0, 0
	for _, c := range languages {
		if c.Language == plainText {
			continue // there is nothing to understand
		}
		whole, files = whole+c.whole, files+c.Files
		if c.Untyped > 0 {
			h.Enriched = false
			h.Enrichment = append(h.Enrichment, Enrichment{c.Language, "partial", c.Files, c.Untyped})
		}
	}
	if files > 0 {
		score := whole * 100 / files
		h.Score = &score
	}
	if state == "fresh" {
		h.Stale, h.Liveness = new(int), &Liveness{}
	}
	var gone []string
	for _, r := range repos {
		if r.Tracked && r.State == "missing" {
			h.ReposOK = false
			h.Missing = append(h.Missing, r.Root)
			gone = append(gone, r.Name)
		}
	}
	if len(gone) > 0 {
		h.Advice = "untrack " + strings.Join(gone, ", ") + ": the directory is gone"
	}
	return h
}

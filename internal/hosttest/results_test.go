package hosttest

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/gortexhq/gortex/facade"
)

const (
	ran     = "RUN"
	skipped = "skipped"
)

// result is a line of testdata/results.json: the worse of what was seen in two
// homes.
type result struct {
	Host      string `json:"host"`
	Version   string `json:"version"`
	Mark      string `json:"mark"`
	Seen      string `json:"seen,omitempty"`       // by its own command: yes or no; "": it has none
	Connected string `json:"connected,omitempty"`  // the same
	Tools     *int   `json:"tools,omitempty"`      // that it lists itself
	FirstTurn *int   `json:"first_turn,omitempty"` // of gortex in its first request to the model
	InRepo    *int   `json:"in_repo,omitempty"`    // the same where a repository alone names gortex
	Restored  string `json:"restored,omitempty"`   // twice is as once, and all came out again
	Requests  string `json:"requests,omitempty"`   // that it was installed with
	Why       string `json:"why,omitempty"`        // something was not done
}

func (r result) id() string { return r.Host + "-" + r.Version }

// add takes in what was seen in one more home.
func (r *result) add(first bool, o outcome) {
	d := drivers[r.Host]
	worse := func(have *string, now string) {
		if first || now == "no" || *have == "" {
			*have = now
		}
	}
	worse(&r.Seen, o.Seen)
	worse(&r.Connected, o.Connected)
	fewer := func(have **int, now int) {
		if *have == nil || **have > now {
			*have = &now
		}
	}
	if d.probe != nil {
		fewer(&r.Tools, o.Tools)
	}
	if d.noTurn == "" {
		fewer(&r.FirstTurn, o.FirstTurn)
	}
	if o.InRepo != nil {
		fewer(&r.InRepo, *o.InRepo)
	}
	r.Requests = d.requests
	worse(&r.Restored, yes(o.Restored))
}

// wrong says what falls short.
func (r result) wrong() (wrong []string) {
	all := len(facade.All())
	if r.Mark != ran {
		wrong = append(wrong, "it was not run")
	}
	if r.Seen == "no" || r.Connected == "no" || r.Restored != "yes" {
		wrong = append(wrong, fmt.Sprintf("seen %q, connected %q, restored %q", r.Seen, r.Connected, r.Restored))
	}
	for what, n := range map[string]*int{"itself": r.Tools, "in the first turn": r.FirstTurn, "in the first turn in a repository": r.InRepo} {
		if n != nil && *n != all {
			wrong = append(wrong, fmt.Sprintf("%s it has %d of %d tools", what, *n, all))
		}
	}
	if r.Seen == "" && r.FirstTurn == nil {
		wrong = append(wrong, "it was asked nothing")
	}
	return wrong
}

func readResults(t *testing.T) (all []result) {
	t.Helper()
	text, err := os.ReadFile("testdata/results.json")
	if errors.Is(err, os.ErrNotExist) && *update {
		return nil
	}
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}

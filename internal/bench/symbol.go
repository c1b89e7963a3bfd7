package bench

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// rank is which symbol is asked for: the one with the 10th most callers has an
// answer of some size and is not the one oddity of the tree.
const rank = 10

// candidate is a symbol of the outline.
type candidate struct {
	ID    string `json:"id"`
	Kind  string `json:"kind"`
	FanIn *int   `json:"fan_in"`
}

// choose sets the symbol to ask for.
func (s *subject) choose(ctx context.Context) error {
	s.symbol, s.result.PickedBy = s.Symbol, "--symbol"
	if s.symbol == "" {
		got, err := s.call(s.root, s.state, ask("explore", object{"operation": "outline"})).run(ctx)
		if err != nil {
			return fmt.Errorf("choose a symbol (or name one): %w", err)
		}
		all := candidates(got.out)
		if len(all) == 0 {
			return fmt.Errorf("the outline has no function with callers: name a symbol")
		}
		k := min(rank, len(all))
		s.symbol, s.result.PickedBy = all[k-1].ID, fmt.Sprintf("number %d by fan-in in the outline: %d", k, *all[k-1].FanIn)
	}
	s.name, s.result.Symbol = nameOf(s.symbol), s.symbol
	return nil
}

// candidates are the functions and methods of an outline, most callers first.
func candidates(outline []byte) (all []candidate) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(outline, &fields) != nil {
		return nil
	}
	for _, value := range fields {
		var list []candidate
		if json.Unmarshal(value, &list) != nil {
			continue
		}
		for _, c := range list {
			if c.ID != "" && c.FanIn != nil && *c.FanIn > 0 && (c.Kind == "function" || c.Kind == "method") {
				all = append(all, c)
			}
		}
	}
	slices.SortFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(*b.FanIn, *a.FanIn), strings.Compare(a.ID, b.ID))
	})
	return slices.CompactFunc(all, func(a, b candidate) bool { return a.ID == b.ID })
}

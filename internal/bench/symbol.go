package bench

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// rank is which symbol is asked for: the 10th most used function has an
// answer of some size and is not the one oddity of the tree.
const rank = 10

// candidate is a symbol of the outline.
type candidate struct {
	ID   string `json:"id"`
	Kind string `json:"kind"`
	Uses int    `json:"uses"`
}

// choose sets the symbol to ask for.
func (s *subject) choose(ctx context.Context) error {
	s.symbol, s.result.PickedBy = s.Symbol, "--symbol"
	if s.symbol == "" {
		outline := ask("explore", object{
			"operation": "outline", "options": object{"top": 5 * rank}, "output": object{"max_tokens": 20_000},
		})
		got, err := s.call(s.root, s.state, outline).run(ctx)
		if err != nil {
			return fmt.Errorf("choose a symbol (or name one): %w", err)
		}
		all := candidates(got.out)
		if len(all) == 0 {
			return fmt.Errorf("the outline has no function that is used: name a symbol")
		}
		k := min(rank, len(all))
		s.symbol, s.result.PickedBy = all[k-1].ID, fmt.Sprintf("number %d of the most used, %d uses", k, all[k-1].Uses)
	}
	s.name, s.result.Symbol = nameOf(s.symbol), s.symbol
	return nil
}

// candidates are the functions and methods of an outline, most used first.
func candidates(outline []byte) (all []candidate) {
	var answer struct {
		MostUsed []candidate `json:"most_used"`
	}
	if json.Unmarshal(outline, &answer) != nil {
		return nil
	}
	for _, c := range answer.MostUsed {
		if c.ID != "" && c.Uses > 0 && (c.Kind == "function" || c.Kind == "method") {
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.Uses, a.Uses), strings.Compare(a.ID, b.ID))
	})
	return all
}

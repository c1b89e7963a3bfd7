package op

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Output says how a caller wants the answer to look. Every operation takes it;
// no handler needs to read it.
type Output struct {
	Format    string   `json:"format,omitempty" enum:"json,gcx,toon,text" doc:"encoding of the answer, json unless said; a failure is json in each"`
	Fields    []string `json:"fields,omitempty" doc:"keep only these keys of each row"`
	Limit     int      `json:"limit,omitempty" min:"1" max:"100000" doc:"most rows"`
	Cursor    string   `json:"cursor,omitempty" doc:"next_cursor of the answer before"`
	MaxBytes  int      `json:"max_bytes,omitempty" min:"1" doc:"most bytes of the answer; ids, paths and cursors are never cut for it"`
	MaxTokens int      `json:"max_tokens,omitempty" min:"1" doc:"the same in tokens of 4 bytes"`
}

// Page says which stretch of a list a result holds. A result embeds it beside
// the list it is about, which has the tag op:"rows":
//
//	Callers []Caller `json:"callers" op:"rows"`
//	op.Page
//
// The handler returns its rows from the first one on, all of them or at least
// [Rows] many, and sets Total if it knows of more than it returns; limit,
// cursor and budget are then applied for it.
//
// Where not even one row fits the budget there is none, next_cursor stands where
// the page would have begun, and needed_bytes is a max_bytes with which the same
// request gets a row.
type Page struct {
	Total       int    `json:"total"`
	AtLeast     bool   `json:"total_is_lower_bound,omitempty"`
	Truncated   bool   `json:"truncated,omitempty"`
	NextCursor  string `json:"next_cursor,omitempty"`
	NeededBytes int    `json:"needed_bytes,omitempty"`
}

type rowsKey struct{}

func withRows(ctx context.Context, n int) context.Context {
	if n == 0 {
		return ctx
	}
	return context.WithValue(ctx, rowsKey{}, n)
}

// Rows is how many rows, counted from the first, the answer can use: a handler
// for which rows are costly may stop after them. It is 0 when all may be used.
func Rows(ctx context.Context) int {
	n, _ := ctx.Value(rowsKey{}).(int)
	return n
}

// tokenBytes is how many bytes are taken for one token.
const tokenBytes = 4

// budget is the most bytes the answer may have; 0: no limit.
func (r Ready) budget(o *Op) int {
	limit := 0
	for _, n := range []int{r.Output.MaxBytes, r.Output.MaxTokens * tokenBytes} {
		if n > 0 && (limit == 0 || n < limit) {
			limit = n
		}
	}
	if limit == 0 {
		return o.Budget * tokenBytes
	}
	return limit
}

// rowsWanted is one more than the caller can see, so that it is known whether
// there are more.
func (f *fitting) rowsWanted() int {
	if f.ready.Output.Limit == 0 {
		return 0
	}
	return f.offset + f.ready.Output.Limit + 1
}

// cursor is the position after which a list goes on, bound to the operation,
// the request and the generation it was made from.
func (f *fitting) cursor(offset int) string {
	text := strings.Join([]string{f.op.Path(), f.ready.key, f.generation, strconv.Itoa(offset)}, " ")
	return base64.RawURLEncoding.EncodeToString([]byte(text))
}

// readCursor sets the offset that a caller's cursor stands for.
func (f *fitting) readCursor() error {
	given := f.ready.Output.Cursor
	if given == "" {
		return nil
	}
	text, err := base64.RawURLEncoding.DecodeString(given)
	parts := strings.Split(string(text), " ")
	if err != nil || len(parts) != 4 {
		return badCursor(given)
	}
	offset, err := strconv.Atoi(parts[3])
	if err != nil || offset < 0 {
		return badCursor(given)
	}
	switch {
	case parts[0] != f.op.Path():
		return Errorf(CodeCursorExpired, "output.cursor belongs to %s, not to %s", parts[0], f.op.Path()).
			With("reason", "other_operation")
	case parts[1] != f.ready.key:
		return Errorf(CodeCursorExpired, "output.cursor belongs to another request of %s", f.op.Path()).
			With("reason", "other_request")
	case parts[2] != f.generation:
		return Errorf(CodeCursorExpired, "the index has changed since output.cursor was given").
			With("reason", "index_changed")
	}
	f.offset = offset
	return nil
}

func badCursor(given string) *Error {
	return faultsError([]fault{{Path: "output.cursor", Want: "a next_cursor of an earlier answer", Got: describe(given)}})
}

// checkFields refuses fields that no row can have.
func (f *fitting) checkFields() error {
	if f.shape.keys == nil {
		return nil
	}
	return f.onlyFields(f.shape.keys)
}

// checkAnswer refuses fields that an answer lacks, where it is not known before
// which there are. What a call has changed is told in any case.
func (f *fitting) checkAnswer(res any) error {
	if f.shape.keys != nil || f.shape.rows != nil || len(f.ready.Output.Fields) == 0 || f.op.Effect != EffectRead {
		return nil
	}
	keys := []string{}
	eachMember(encode(res), func(name string, v json.RawMessage) json.RawMessage {
		keys = append(keys, name)
		return v
	})
	return f.onlyFields(keys)
}

// onlyFields refuses fields that are none of the keys.
func (f *fitting) onlyFields(keys []string) error {
	for i, name := range f.ready.Output.Fields {
		if !slices.Contains(keys, name) {
			return faultsError([]fault{{
				Path: fmt.Sprintf("output.fields[%d]", i), Want: strings.Join(keys, " or "),
				Got: describe(name), Valid: keys,
			}}).With("valid_fields", keys)
		}
	}
	return nil
}

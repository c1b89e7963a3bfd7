package op

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"sort"

	"github.com/gortexhq/gortex/internal/wire"
	"github.com/gortexhq/gortex/internal/wire/gcx"
	"github.com/gortexhq/gortex/internal/wire/text"
	"github.com/gortexhq/gortex/internal/wire/toon"
)

// The formats besides JSON.
const (
	formatJSON = "json"
	formatGCX  = "gcx"
	formatTOON = "toon"
	formatText = "text"
)

// Formats are the values of output.format, JSON first.
func Formats() []string {
	return slices.Clone(SchemaOf(reflect.TypeFor[Output]()).Property("format").Enum)
}

// Encoding is the format of the answer where that is not JSON, else "".
func (o Output) Encoding() string {
	if o.Format == formatJSON {
		return ""
	}
	return o.Format
}

func (o Output) encoded() bool { return o.Encoding() != "" }

// size is how many bytes an answer takes in the format that was asked for.
func (f *fitting) size(answer json.RawMessage) int {
	if !f.ready.Output.encoded() {
		return len(answer)
	}
	return len(f.written(answer))
}

// written is an answer in the format that was asked for. The answer that is given
// was measured last, so it is not written twice.
func (f *fitting) written(answer json.RawMessage) []byte {
	if f.measured == nil || !bytes.Equal(answer, f.measured) {
		f.measured, f.encoding = answer, f.write(answer)
	}
	return f.encoding
}

func (f *fitting) write(answer json.RawMessage) []byte {
	if f.said != nil {
		answer = setMember(answer, "index_caveats", f.said)
	}
	v, err := wire.Parse(answer)
	if err != nil {
		panic("an answer is not JSON: " + err.Error())
	}
	switch f.ready.Output.Format {
	case formatGCX:
		return gcx.Encode(f.op.formatName(), v)
	case formatTOON:
		return toon.Encode(v)
	case formatText:
		return text.Encode(v)
	}
	return answer
}

// formatName is what an answer calls its operation: the flat tool's name, or the
// path of an operation that has none.
func (o *Op) formatName() string {
	if len(o.Legacy) == 0 {
		return o.Path()
	}
	return o.Legacy[0].Name
}

// mostRows leaves as many of the rows as fit, at least one. How long a row is
// depends on the others in these formats, so whole answers are measured, of twice
// as many rows each until they are too many, and then between.
func (f *fitting) mostRows(res reflect.Value, budget int) json.RawMessage {
	rows := res.FieldByIndex(f.shape.rows)
	page := res.FieldByIndex(f.shape.page).Addr().Interface().(*Page)
	all := reflect.ValueOf(rows.Interface())
	with := func(n int) json.RawMessage {
		rows.Set(all)
		f.keep(rows, page, 0, n)
		return f.encode(res.Interface())
	}
	fits := func(n int) bool { return f.size(with(n)) <= budget }
	n := min(1, all.Len())
	if n == 0 || !fits(n) {
		return with(n)
	}
	most := 2
	for most < all.Len() && fits(most) {
		n, most = most, most*2
	}
	most = min(most, all.Len())
	n += sort.Search(most-n, func(i int) bool { return !fits(n + i + 1) })
	return with(n)
}

// jsonReply is a Reply without methods.
type jsonReply Reply

// encodedReply is a Reply as JSON when its payload is not.
type encodedReply struct {
	jsonReply
	Payload string `json:"payload"` // in place of the other
}

// MarshalJSON implements json.Marshaler: a payload that is not JSON is a string.
func (r Reply) MarshalJSON() ([]byte, error) {
	if r.Format == "" {
		return json.Marshal(jsonReply(r))
	}
	return json.Marshal(encodedReply{jsonReply(r), string(r.Payload)})
}

// UnmarshalJSON implements json.Unmarshaler.
func (r *Reply) UnmarshalJSON(text []byte) error {
	var plain jsonReply
	if err := json.Unmarshal(text, &plain); err != nil {
		return err
	}
	*r = Reply(plain)
	if r.Format == "" {
		return nil
	}
	var payload string
	if err := json.Unmarshal(r.Payload, &payload); err != nil {
		return err
	}
	r.Payload = json.RawMessage(payload)
	return nil
}

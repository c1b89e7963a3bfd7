package op

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
)

// resultShape is what has to be known of a result type to cut it.
type resultShape struct {
	rows []int    // index of the list with the tag op:"rows", nil if there is none
	page []int    // index of the embedded Page
	list string   // the list's JSON name
	keys []string // JSON names a row may have, or the result itself when it has no list; nil: unknown
}

func shapeOf(t reflect.Type) resultShape {
	var s resultShape
	if t.Kind() != reflect.Struct {
		return s
	}
	for _, f := range reflect.VisibleFields(t) {
		if f.Type == reflect.TypeFor[Page]() {
			s.page = f.Index
		}
		if f.Tag.Get("op") == "rows" {
			s.rows = f.Index
			s.list, _, _ = strings.Cut(f.Tag.Get("json"), ",")
			s.keys = jsonKeys(f.Type.Elem())
		}
	}
	if s.rows == nil {
		s.keys = jsonKeys(t)
	} else if s.page == nil {
		panic(t.String() + " has rows but no op.Page")
	}
	return s
}

// jsonKeys are the JSON names of a struct's fields, nil for another type or one
// that encodes itself.
func jsonKeys(t reflect.Type) (keys []string) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || t.Implements(reflect.TypeFor[json.Marshaler]()) {
		return nil
	}
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case !f.IsExported() || name == "-" || f.Anonymous && name == "":
		case name == "":
			keys = append(keys, f.Name)
		default:
			keys = append(keys, name)
		}
	}
	return keys
}

// fitting is one result on its way into the room the caller gave.
type fitting struct {
	op         *Op
	ready      Ready
	shape      resultShape
	generation string
	offset     int
	caveats    []string // what may be missing from any answer of this index
	said       []string // those of them that an answer in another format than JSON has
	saying     int      // the bytes that all of them take
	measured   []byte   // the answer that was written last in another format than JSON
	encoding   []byte   // and how
}

// fit encodes a result: first the rows the caller asked for, then, while that
// is too long, each shorter form of it, then fewer rows, then less of its free
// texts and other lists, then no rows at all. What identifies something (an id,
// a path, a cursor) is whole or not there. A result that was cut says so, and one
// that is over the budget even so has budget_exceeded.
func fit[Res any](f *fitting, res Res, shorter []func(Res) Res) json.RawMessage {
	budget := f.ready.budget(f.op)
	notes, size := f.notes()
	f.saying = size
	if budget > 0 && size > budget/2 {
		notes, size = nil, 0 // so little room is for the answer
	}
	if f.ready.Output.encoded() {
		// What is said is measured with the rest; what is not may take more room
		// than in JSON.
		f.said, f.saying = notes, 2*(f.saying-size)
		return f.written(fitInto(f, res, shorter, budget))
	}
	text := fitInto(f, res, shorter, max(budget-size, min(budget, 1)))
	if notes != nil {
		text = setMember(text, "index_caveats", notes)
	}
	return text
}

func fitInto[Res any](f *fitting, res Res, shorter []func(Res) Res, budget int) json.RawMessage {
	f.window(reflect.ValueOf(&res).Elem())
	text := f.encode(res)
	for _, form := range shorter {
		if budget == 0 || f.size(text) <= budget {
			return text
		}
		res = form(res)
		text = f.encode(res)
	}
	if budget == 0 || f.size(text) <= budget {
		return text
	}
	if f.shape.rows != nil {
		text = f.fewer(reflect.ValueOf(&res).Elem(), budget)
	}
	if f.size(text) > budget {
		text = f.trim(text, budget)
	}
	if needed := f.size(text); needed > budget && f.shape.rows != nil {
		text = f.trim(f.none(reflect.ValueOf(&res).Elem(), needed+f.saying), budget)
	}
	if f.size(text) > budget {
		text = setMember(text, "budget_exceeded", true)
	}
	return text
}

// none leaves out all rows and says how many bytes one of them needs. The
// cursor stands where the page began.
func (f *fitting) none(res reflect.Value, needed int) json.RawMessage {
	rows := res.FieldByIndex(f.shape.rows)
	page := res.FieldByIndex(f.shape.page).Addr().Interface().(*Page)
	some := rows.Len() > 0
	f.keep(rows, page, 0, 0)
	if some {
		page.NeededBytes = needed
	}
	return f.encode(res.Interface())
}

// window leaves the rows between offset and limit.
func (f *fitting) window(res reflect.Value) {
	if f.shape.rows == nil {
		return
	}
	rows := res.FieldByIndex(f.shape.rows)
	page := res.FieldByIndex(f.shape.page).Addr().Interface().(*Page)
	n := rows.Len()
	page.Total = max(page.Total, n)
	from := min(f.offset, n)
	to := n
	if limit := f.ready.Output.Limit; limit > 0 {
		to = min(from+limit, n)
	}
	f.keep(rows, page, from, to)
}

// keep makes rows[from:to] the rows of the page.
func (f *fitting) keep(rows reflect.Value, page *Page, from, to int) {
	if rows.IsNil() {
		rows.Set(reflect.MakeSlice(rows.Type(), 0, 0)) // [] rather than null
	}
	rows.Set(rows.Slice(from, to))
	page.Truncated, page.NextCursor = false, ""
	if next := f.offset + to - from; next < page.Total {
		page.Truncated = true
		page.NextCursor = f.cursor(next)
	}
}

// fewer leaves as many of the rows as fit, at least one. It measures rows only
// until the budget is spent, so that a long list costs no more than a short one.
func (f *fitting) fewer(res reflect.Value, budget int) json.RawMessage {
	if f.ready.Output.encoded() {
		return f.mostRows(res, budget)
	}
	rows := res.FieldByIndex(f.shape.rows)
	page := res.FieldByIndex(f.shape.page).Addr().Interface().(*Page)
	all := reflect.ValueOf(rows.Interface())
	n, size := 0, 0
	for ; n < all.Len(); n++ {
		row := encode(all.Index(n).Interface())
		if len(f.ready.Output.Fields) > 0 {
			row = selectKeys(row, f.ready.Output.Fields)
		}
		if size += len(row) + 1; size > budget {
			break
		}
	}
	for {
		rows.Set(all)
		f.keep(rows, page, 0, max(n, min(1, all.Len())))
		text := f.encode(res.Interface())
		if over := len(text) - budget; over <= 0 || n <= 1 {
			return text
		} else if average := size/(n+1) + 1; over > average {
			n = max(1, n-over/average)
		} else {
			n--
		}
	}
}

// encode writes the result with the fields the caller wants.
func (f *fitting) encode(res any) json.RawMessage {
	text := encode(res)
	keep := f.ready.Output.Fields
	if len(keep) == 0 {
		return text
	}
	if f.shape.rows == nil {
		return selectKeys(text, keep)
	}
	return mapMember(text, f.shape.list, func(list json.RawMessage) json.RawMessage {
		var rows []json.RawMessage
		if json.Unmarshal(list, &rows) != nil {
			return list
		}
		for i := range rows {
			rows[i] = selectKeys(rows[i], keep)
		}
		return encode(rows)
	})
}

// selectKeys keeps the named members of an object, in their order.
func selectKeys(object json.RawMessage, keep []string) json.RawMessage {
	return eachMember(object, func(name string, v json.RawMessage) json.RawMessage {
		if slices.Contains(keep, name) {
			return v
		}
		return nil
	})
}

// mapMember replaces one member of an object.
func mapMember(object json.RawMessage, name string, f func(json.RawMessage) json.RawMessage) json.RawMessage {
	return eachMember(object, func(n string, v json.RawMessage) json.RawMessage {
		if n == name {
			return f(v)
		}
		return v
	})
}

// eachMember rewrites an object member by member; nil leaves one out. What is
// no object is returned as it is.
func eachMember(object json.RawMessage, f func(string, json.RawMessage) json.RawMessage) json.RawMessage {
	dec := json.NewDecoder(bytes.NewReader(object))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return object
	}
	out := bytes.NewBufferString("{")
	for dec.More() {
		t, err := dec.Token()
		var v json.RawMessage
		if err != nil || dec.Decode(&v) != nil {
			return object
		}
		name := t.(string)
		if v = f(name, v); v == nil {
			continue
		}
		if out.Len() > 1 {
			out.WriteByte(',')
		}
		out.Write(encode(name))
		out.WriteByte(':')
		out.Write(v)
	}
	out.WriteByte('}')
	return out.Bytes()
}

package edit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Object is a mapping in the order in which it is written.
//
// Values are nil, bool, int64, float64, string, [Literal], []any and Object.
// Functions that take a value also accept other integers, maps with string
// keys (written in the order of their keys) and slices of such values.
type Object []Member

// Member is one key of an [Object] and its value.
type Member struct {
	Key   string
	Value any
}

// Literal is a value that a format has and Go's plain types have not, as it is
// written: a date of TOML or YAML, an integer of more than 64 bits.
type Literal string

// Get returns the value of key.
func (o Object) Get(key string) (value any, found bool) {
	for _, m := range o {
		if m.Key == key {
			return m.Value, true
		}
	}
	return nil, false
}

// MarshalJSON keeps the order of the members.
func (o Object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := json.Marshal(m.Key)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(m.Value)
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Equal reports whether two values mean the same: the order of members does
// not count, and a number is its amount, not its type.
func Equal(a, b any) bool {
	a, errA := plain(a)
	b, errB := plain(b)
	return errA == nil && errB == nil && equal(a, b)
}

func equal(a, b any) bool {
	switch a := a.(type) {
	case Object:
		b, ok := b.(Object)
		if !ok || len(a) != len(b) {
			return false
		}
		for i, m := range a {
			// Most pairs are in the same order, which keeps this linear.
			v, found := b[i].Value, b[i].Key == m.Key
			if !found {
				v, found = b.Get(m.Key)
			}
			if !found || !equal(m.Value, v) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, equal)
	case int64:
		if f, ok := b.(float64); ok {
			return float64(a) == f
		}
	case float64:
		switch b := b.(type) {
		case int64:
			return a == float64(b)
		case float64:
			return a == b || math.IsNaN(a) && math.IsNaN(b)
		}
	}
	return a == b
}

// plain turns what a caller passes into the types of this package.
func plain(v any) (any, error) {
	switch v := v.(type) {
	case nil, bool, int64, float64, Literal:
		return v, nil
	case string:
		if !utf8.ValidString(v) {
			return nil, fmt.Errorf("the value to write has a string that is not UTF-8: %q", v)
		}
		return v, nil
	case Object:
		out := make(Object, len(v))
		for i, m := range v {
			if _, again := v[:i].Get(m.Key); again {
				return nil, fmt.Errorf("the value to write has the key %s twice", strconv.Quote(m.Key))
			}
			p, err := plain(m.Value)
			if err == nil {
				_, err = plain(m.Key)
			}
			if err != nil {
				return nil, err
			}
			out[i] = Member{m.Key, p}
		}
		return out, nil
	}
	return plainByKind(reflect.ValueOf(v))
}

func plainByKind(r reflect.Value) (any, error) {
	switch r.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return r.Int(), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if r.Uint() > math.MaxInt64 {
			return Literal(strconv.FormatUint(r.Uint(), 10)), nil
		}
		return int64(r.Uint()), nil
	case reflect.Float32, reflect.Float64:
		return r.Float(), nil
	case reflect.Bool:
		return r.Bool(), nil
	case reflect.String:
		return plain(r.String())
	case reflect.Slice, reflect.Array:
		out := make([]any, r.Len())
		for i := range out {
			p, err := plain(r.Index(i).Interface())
			if err != nil {
				return nil, err
			}
			out[i] = p
		}
		return out, nil
	case reflect.Map:
		if r.Type().Key().Kind() != reflect.String {
			break
		}
		out := Object{}
		for it := r.MapRange(); it.Next(); {
			p, err := plain(it.Value().Interface())
			if err != nil {
				return nil, err
			}
			out = append(out, Member{it.Key().String(), p})
		}
		slices.SortFunc(out, func(a, b Member) int { return strings.Compare(a.Key, b.Key) })
		return out, nil
	}
	return nil, fmt.Errorf("a configuration file cannot hold a value of type %s", r.Type())
}

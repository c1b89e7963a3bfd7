package op

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"
)

// MaxArguments is the most bytes a caller's argument object may have.
const MaxArguments = 8 << 20

// Parse reads a caller's argument object. None at all is an empty object;
// anything else that is not an object is an error. Numbers stay as written.
func Parse(raw json.RawMessage) (map[string]any, error) {
	if len(raw) == 0 {
		return map[string]any{}, nil
	}
	if len(raw) > MaxArguments {
		return nil, Invalid("arguments: want at most %d bytes, got %d", MaxArguments, len(raw)).
			With("max_bytes", MaxArguments)
	}
	return parseObject(raw)
}

func parseObject(raw json.RawMessage) (map[string]any, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, syntaxError(err, int64(len(raw)))
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, Invalid("arguments: want one JSON object, got more after it").With("offset", dec.InputOffset())
	}
	args, ok := v.(map[string]any)
	if !ok {
		return nil, Invalid("arguments: want a JSON object, got %s", describe(v))
	}
	return args, nil
}

func syntaxError(err error, offset int64) *Error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		offset = syntax.Offset
	}
	what := strings.TrimPrefix(err.Error(), "json: ")
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		what = "it ends too early"
	}
	return Invalid("arguments: want a JSON object, but at byte %d %s", offset, what).With("offset", offset)
}

// describe says what a value is, in a few words.
func describe(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool, json.Number:
		return kindOf(v) + " " + string(encode(v))
	case string:
		short := []rune(v[:min(len(v), 200)])
		if len(short) > 40 {
			return "string " + string(encode(string(short[:40])+"…"))
		}
		return "string " + string(encode(v))
	}
	return kindOf(v)
}

func kindOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case json.Number:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	}
	return "object"
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// lookup returns the value at a dotted path, nil if there is none.
func lookup(m map[string]any, path string) any {
	for {
		name, rest, deep := strings.Cut(path, ".")
		if !deep {
			return m[name]
		}
		next, ok := m[name].(map[string]any)
		if !ok {
			return nil
		}
		m, path = next, rest
	}
}

// set puts a value at a dotted path, making objects on the way.
func set(m map[string]any, path string, v any) {
	for {
		name, rest, deep := strings.Cut(path, ".")
		if !deep {
			m[name] = v
			return
		}
		next, ok := m[name].(map[string]any)
		if !ok {
			next = map[string]any{}
			m[name] = next
		}
		m, path = next, rest
	}
}

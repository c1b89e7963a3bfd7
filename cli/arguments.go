package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/gortexhq/gortex/facade/op"
)

// maxInput is how many bytes of JSON a call may have. It is far above what any
// operation takes, and below what would exhaust a small machine.
const maxInput = 64 << 20

// arguments are the ways to give a tool its argument object.
type arguments struct {
	document string   // JSON as the second argument, or "-"
	inline   string   // --json
	file     string   // --json-file
	fields   []string // --arg
}

// object makes one JSON object of what was given: the file, then the document,
// then each --arg; a later value of one key wins. A lone document is passed on
// as it is, so that a tool judges the same bytes as it would over MCP.
func (a *arguments) object(in io.Reader, dir string) (json.RawMessage, error) {
	sources, err := a.sources(in, dir)
	if err != nil {
		return nil, err
	}
	switch {
	case len(sources) == 0 && len(a.fields) == 0:
		return nil, nil
	case len(sources) == 1 && len(a.fields) == 0:
		return sources[0].text, nil
	}
	merged := map[string]any{}
	for _, s := range sources {
		object, err := s.object()
		if err != nil {
			return nil, err
		}
		for key, v := range object {
			merged[key] = v
		}
	}
	for _, field := range a.fields {
		if err := setField(merged, field); err != nil {
			return nil, err
		}
	}
	return encode(merged)
}

// source is one JSON text and where it came from.
type source struct {
	name string
	text json.RawMessage
}

func (a *arguments) sources(in io.Reader, dir string) (list []source, err error) {
	if a.document != "" && a.inline != "" {
		return nil, op.Invalid("give the object either as an argument or with --json, not both")
	}
	if a.file != "" {
		s := source{name: a.file}
		if s.text, err = readFile(resolve(dir, a.file)); err != nil {
			return nil, op.Invalid("--json-file: %v", err)
		}
		list = append(list, s)
	}
	switch document := a.document + a.inline; document {
	case "":
	case "-":
		s := source{name: "standard input"}
		if s.text, err = readAll(in); err != nil {
			return nil, op.Invalid("standard input: %v", err)
		}
		list = append(list, s)
	default:
		list = append(list, source{"the argument", json.RawMessage(document)})
	}
	for i := range list {
		// Some editors put a byte order mark before every text.
		list[i].text = bytes.TrimPrefix(list[i].text, []byte("\ufeff"))
		if err := list[i].check(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAll(f)
}

func readAll(r io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxInput+1))
	if err == nil && len(text) > maxInput {
		err = fmt.Errorf("more than %d bytes", maxInput)
	}
	return text, err
}

// check says where a text stops being JSON.
func (s source) check() error {
	if len(bytes.TrimSpace(s.text)) == 0 {
		return op.Invalid("%s is empty; want a JSON object", s.name)
	}
	var v json.RawMessage
	err := json.Unmarshal(s.text, &v)
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &syntax):
		return op.Invalid("%s: %v", s.name, err)
	}
	what, at := syntax.Error(), int(syntax.Offset)-1
	if strings.HasPrefix(what, "unexpected end") {
		what, at = "the JSON is cut off", len(s.text)
	}
	before := s.text[:min(max(at, 0), len(s.text))]
	line := 1 + bytes.Count(before, []byte("\n"))
	column := 1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
	return op.Invalid("%s, line %d, column %d: %s", s.name, line, column, what).
		With("line", line).With("column", column)
}

func (s source) object() (map[string]any, error) {
	var object map[string]any
	if err := decode(s.text, &object); err != nil || object == nil {
		return nil, op.Invalid("%s: want a JSON object, got %s", s.name, kind(s.text))
	}
	return object, nil
}

// kind names the JSON type of a valid text.
func kind(text []byte) string {
	switch c := bytes.TrimSpace(text)[0]; c {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a string"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	}
	return "a number"
}

// setField applies one --arg: key=value or key:=json, where dots in the key
// lead into objects.
func setField(object map[string]any, field string) error {
	key, value, err := parseField(field)
	if err != nil {
		return err
	}
	path := strings.Split(key, ".")
	for i, name := range path {
		if name == "" {
			return op.Invalid("--arg %s: the key has an empty part", field)
		}
		if i == len(path)-1 {
			object[name] = value
			return nil
		}
		next, ok := object[name].(map[string]any)
		if !ok {
			if old, there := object[name]; there && old != nil {
				return op.Invalid("--arg %s: %s is not an object", field, strings.Join(path[:i+1], "."))
			}
			next = map[string]any{}
			object[name] = next
		}
		object = next
	}
	return nil
}

// parseField splits a --arg. After ":=", which counts only before the first
// "=", the value must be JSON. After "=" it is JSON if it is true, false, null
// or a number, or if it begins like a list or an object and is one; everything
// else is a string.
func parseField(field string) (key string, value any, err error) {
	key, text, ok := strings.Cut(field, "=")
	if !ok || key == "" || key == ":" {
		return "", nil, op.Invalid("--arg %s: want key=value or key:=json", field)
	}
	if !utf8.ValidString(field) {
		return "", nil, op.Invalid("--arg %q: not UTF-8, which JSON cannot hold", field)
	}
	if raw, ok := strings.CutSuffix(key, ":"); ok {
		if err := decode([]byte(text), &value); err != nil {
			return "", nil, op.Invalid("--arg %s: what follows := is not JSON: %v", field, err)
		}
		return raw, value, nil
	}
	if looksLikeJSON(text) && decode([]byte(text), &value) == nil {
		return key, value, nil
	}
	return key, text, nil
}

func looksLikeJSON(text string) bool {
	switch text {
	case "":
		return false
	case "true", "false", "null":
		return true
	}
	return strings.ContainsRune("[{-0123456789", rune(text[0]))
}

// decode reads one JSON value and keeps numbers as they are written.
func decode(text []byte, v any) error {
	if !json.Valid(text) { // a Decoder alone would stop after the first value
		return json.Unmarshal(text, v)
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	return dec.Decode(v)
}

// encode is json.Marshal without HTML escapes.
func encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

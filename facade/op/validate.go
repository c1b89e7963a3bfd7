package op

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// fault is one place where a request and its schema differ.
type fault struct {
	Path  string   `json:"path"`
	Want  string   `json:"want"`
	Got   string   `json:"got"`
	Valid []string `json:"valid_values,omitempty"`
}

func (f fault) String() string { return fmt.Sprintf("%s: want %s, got %s", f.Path, f.Want, f.Got) }

// validator collects all faults of one request.
type validator struct{ faults []fault }

func (v *validator) fault(path, want, got string) {
	v.faults = append(v.faults, fault{Path: path, Want: want, Got: got})
}

// check compares a value with its schema and returns it, with integers written
// as such (5.0 is 5).
func (v *validator) check(s *Schema, x any, path string) any {
	switch s.Type {
	case "string":
		text, ok := x.(string)
		switch {
		case !ok:
			v.fault(path, s.words(), describe(x))
		case s.Const != "" && text != s.Const:
			v.fault(path, s.words(), describe(x))
		case len(s.Enum) > 0 && !slices.Contains(s.Enum, text):
			v.faults = append(v.faults, fault{path, s.words(), describe(x), s.Enum})
		}
	case "boolean":
		if _, ok := x.(bool); !ok {
			v.fault(path, s.words(), describe(x))
		}
	case "integer", "number":
		return v.number(s, x, path)
	case "array":
		return v.list(s, x, path)
	case "object":
		return v.object(s, x, path)
	}
	return x
}

func (v *validator) number(s *Schema, x any, path string) any {
	n, ok := x.(json.Number)
	if !ok {
		v.fault(path, s.words(), describe(x))
		return x
	}
	f, err := n.Float64()
	if err != nil || s.Type == "integer" && (f != math.Trunc(f) || math.Abs(f) > 1<<53) ||
		s.Min != nil && f < *s.Min || s.Max != nil && f > *s.Max {
		v.fault(path, s.words(), describe(x))
		return x
	}
	if s.Type == "integer" {
		return json.Number(strconv.FormatInt(int64(f), 10))
	}
	return n
}

func (v *validator) list(s *Schema, x any, path string) any {
	list, ok := x.([]any)
	if !ok {
		v.fault(path, s.words(), describe(x))
		return x
	}
	checked := make([]any, len(list))
	for i := range list {
		checked[i] = v.check(s.Items, list[i], path+"["+strconv.Itoa(i)+"]")
	}
	return checked
}

func (v *validator) object(s *Schema, x any, path string) any {
	m, ok := x.(map[string]any)
	if !ok {
		v.fault(path, s.words(), describe(x))
		return x
	}
	if s.Open {
		return m
	}
	checked := make(map[string]any, len(m))
	for _, p := range s.Properties {
		at := join(path, p.Name)
		value, given := m[p.Name]
		switch {
		case given:
			checked[p.Name] = v.check(p.Schema, value, at)
		case !slices.Contains(s.Required, p.Name):
		case p.Type == "object" && (len(p.Schema.Required) > 0 || p.Schema.onlyOne()):
			v.object(p.Schema, map[string]any{}, at)
		default:
			v.fault(at, p.words(), "nothing")
		}
	}
	for _, name := range sortedKeys(m) {
		if s.Property(name) == nil {
			v.fault(join(path, name), "nothing", describe(m[name]))
		}
	}
	switch {
	case len(m) == 0 && s.onlyOne(): // there is nothing to choose, so the one is missing
		v.fault(join(path, s.Properties[0].Name), s.Properties[0].words(), "nothing")
	case s.ExactlyOne && len(m) != 1:
		v.fault(path, s.words(), strconv.Itoa(len(m)))
	}
	return checked
}

// onlyOne is a choice that has one way.
func (s *Schema) onlyOne() bool { return s.ExactlyOne && len(s.Properties) == 1 }

// words says what the schema wants.
func (s *Schema) words() string {
	switch {
	case s.ExactlyOne:
		return "exactly one of " + strings.Join(s.names(), ", ")
	case s.Const != "":
		return strconv.Quote(s.Const)
	case len(s.Enum) > 0:
		return strings.Join(s.Enum, " or ")
	case s.Type == "array" && s.Items.Type != "":
		return "array of " + s.Items.Type
	case s.Min != nil && s.Max != nil:
		return fmt.Sprintf("%s from %v to %v", s.Type, *s.Min, *s.Max)
	case s.Min != nil:
		return fmt.Sprintf("%s of at least %v", s.Type, *s.Min)
	case s.Max != nil:
		return fmt.Sprintf("%s of at most %v", s.Type, *s.Max)
	}
	return s.Type
}

func (s *Schema) names() []string {
	names := make([]string, len(s.Properties))
	for i, p := range s.Properties {
		names[i] = p.Name
	}
	return names
}

// Validate returns the value with its numbers normalised, or an
// invalid_argument error that names every fault: path, wanted, got.
func (s *Schema) Validate(x any) (any, error) {
	v := &validator{}
	checked := v.check(s, x, "")
	if len(v.faults) == 0 {
		return checked, nil
	}
	return nil, faultsError(v.faults)
}

// faultsError makes one error of several faults. Past the first few they teach
// nothing more.
func faultsError(faults []fault) *Error {
	const most = 20
	first := faults[0]
	message := first.String()
	if n := len(faults) - 1; n > 0 {
		message += fmt.Sprintf(" (and %d more)", n)
	}
	e := Invalid("%s", message).With("field", first.Path).With("errors", faults[:min(len(faults), most)])
	if first.Valid != nil {
		e.With("valid_values", first.Valid)
	}
	return e
}

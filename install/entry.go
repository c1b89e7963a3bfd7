package install

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
)

// sheet is a document on its way from what it is to what it should be.
type sheet struct {
	format edit.Format
	text   []byte
	steps  []*edit.Undo
}

func (s *sheet) take(c edit.Change, err error) error {
	if err != nil {
		return err
	}
	if c.Undo != nil {
		s.text, s.steps = c.After, append(s.steps, c.Undo)
	}
	return nil
}

func (s *sheet) get(path edit.Path) (any, bool, error) { return edit.Get(s.format, s.text, path) }

// conflictError says that something of the same name is there and not ours.
type conflictError struct{ at edit.Path }

func (e *conflictError) Error() string {
	return fmt.Sprintf("%s is there already and does not start gortex; rename or remove it", e.at)
}

// put brings one entry into the document.
func (s *sheet) put(x host.Entry, env host.Env) error {
	want := x.Value(env)
	if want == nil {
		return nil
	}
	is, found, err := s.get(x.At)
	switch {
	case err != nil:
		return err
	case !found || is == nil && !x.Element:
		if x.Element {
			return s.take(edit.Append(s.format, s.text, x.At, want))
		}
		return s.take(edit.Set(s.format, s.text, x.At, want))
	case x.Element:
		return s.putElement(x, is, want)
	case x.Ours != nil && !x.Ours(is):
		return &conflictError{x.At}
	}
	return s.reconcile(x, x.At, is, want)
}

// putElement brings the element of a list that is ours to what it should be,
// or adds it.
func (s *sheet) putElement(x host.Entry, list, want any) error {
	elements, _ := list.([]any) // what is no list Append refuses
	for i, element := range elements {
		at := append(slices.Clone(x.At), i)
		if x.Within == "" {
			if x.Ours != nil && x.Ours(element) || x.Ours == nil && edit.Equal(element, want) {
				return s.reconcile(x, at, element, want)
			}
			continue
		}
		group, _ := element.(edit.Object)
		inside, _ := group.Get(x.Within)
		handlers, _ := inside.([]any)
		for j, handler := range handlers {
			if x.Ours == nil || !x.Ours(handler) {
				continue
			}
			outer, _ := want.(edit.Object)
			ours, _ := outer.Get(x.Within)
			if one, ok := ours.([]any); ok && len(one) > 0 {
				return s.reconcile(x, append(at, x.Within, j), handler, one[0])
			}
		}
	}
	return s.take(edit.Append(s.format, s.text, x.At, want))
}

// reconcile changes of a value that is there what must be changed.
func (s *sheet) reconcile(x host.Entry, at edit.Path, is, want any) error {
	wanted, mapping := want.(edit.Object)
	old, isMapping := is.(edit.Object)
	if b, ok := is.(bool); ok && mapping && x.Wrap != "" {
		wrapped := append(edit.Object{{Key: x.Wrap, Value: b}}, wanted...)
		return s.take(edit.Set(s.format, s.text, at, wrapped))
	}
	if !mapping || !isMapping {
		if x.Shared && !isMapping && mapping {
			return fmt.Errorf("%s is not a mapping", at) // the user's: Set would replace it
		}
		return s.take(edit.Set(s.format, s.text, at, want))
	}
	var change edit.Object
	for _, m := range wanted {
		now, has := old.Get(m.Key)
		switch {
		case !has || now == nil:
		case slices.Contains(x.Keep, m.Key):
			continue
		case slices.Contains(x.AtLeast, m.Key) && !less(now, m.Value):
			continue
		case slices.Contains(x.Extend, m.Key):
			list, ok := now.([]any)
			if !ok {
				return fmt.Errorf("%s is not a list", append(slices.Clone(at), m.Key))
			}
			m.Value = union(list, m.Value)
		}
		change = append(change, m)
	}
	if len(change) > 0 {
		if err := s.take(edit.Merge(s.format, s.text, at, change)); err != nil {
			return err
		}
	}
	for _, m := range x.Drop {
		if now, has := old.Get(m.Key); has && edit.Equal(now, m.Value) {
			if err := s.take(edit.Remove(s.format, s.text, append(slices.Clone(at), m.Key))); err != nil {
				return err
			}
		}
	}
	return nil
}

// less compares numbers; what is no number is less than any.
func less(a, b any) bool {
	x, isX := amount(a)
	y, _ := amount(b)
	return !isX || x < y
}

func amount(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case int:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

// union is a list with those elements of another that it lacks.
func union(list []any, more any) []any {
	out := slices.Clone(list)
	wanted, _ := more.([]any)
	for _, v := range wanted {
		if !contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

func contains(list []any, v any) bool {
	return slices.ContainsFunc(list, func(x any) bool { return edit.Equal(x, v) })
}

// named reports whether a value speaks of gortex. What does not, and has no
// other mark of ours, may as well be the user's.
func named(v any) bool { return strings.Contains(fmt.Sprint(v), host.Name) }

// drop takes out of the document what the row recognises as ours.
func (s *sheet) drop(x host.Entry, env host.Env) error {
	is, found, err := s.get(x.At)
	if err != nil || !found || is == nil {
		return err
	}
	want := x.Value(env)
	switch {
	case x.Element && x.Within != "":
		return s.dropWithin(x, is)
	case x.Element:
		if _, isList := is.([]any); !isList {
			return nil
		}
		return s.take(edit.RemoveElements(s.format, s.text, x.At, func(v any) bool {
			return named(v) && (x.Ours != nil && x.Ours(v) || x.Ours == nil && edit.Equal(v, want))
		}))
	case x.Ours != nil && !x.Ours(is):
		return nil
	case x.Shared:
		return s.dropShared(x, is, want)
	case x.Ours == nil && (!edit.Equal(is, want) || !named(is)):
		return nil
	}
	return s.take(edit.Remove(s.format, s.text, x.At))
}

// dropWithin takes our handlers out of their groups, and groups that then have
// none.
func (s *sheet) dropWithin(x host.Entry, list any) error {
	groups, _ := list.([]any)
	for i, g := range slices.Backward(groups) {
		group, _ := g.(edit.Object)
		inside, _ := group.Get(x.Within)
		handlers, _ := inside.([]any)
		if x.Ours == nil || !slices.ContainsFunc(handlers, x.Ours) {
			continue
		}
		at := append(slices.Clone(x.At), i)
		if slices.ContainsFunc(handlers, func(h any) bool { return !x.Ours(h) }) {
			if err := s.take(edit.RemoveElements(s.format, s.text, append(at, x.Within), x.Ours)); err != nil {
				return err
			}
			continue
		}
		if err := s.take(edit.Remove(s.format, s.text, at)); err != nil {
			return err
		}
	}
	return nil
}

// dropShared takes out the keys that are ours of a mapping that is not, and of
// lists our elements.
func (s *sheet) dropShared(x host.Entry, is, want any) error {
	old, _ := is.(edit.Object)
	wanted, _ := want.(edit.Object)
	for _, m := range wanted {
		now, has := old.Get(m.Key)
		at := append(slices.Clone(x.At), m.Key)
		list, isList := now.([]any)
		ours, _ := m.Value.([]any)
		ours = slices.DeleteFunc(slices.Clone(ours), func(v any) bool { return x.Ours == nil && !named(v) })
		var err error
		switch {
		case !has, slices.Contains(x.Extend, m.Key) && isList && !slices.ContainsFunc(list, func(v any) bool { return contains(ours, v) }):
		case slices.Contains(x.Extend, m.Key) && isList && slices.ContainsFunc(list, func(v any) bool { return !contains(ours, v) }):
			err = s.take(edit.RemoveElements(s.format, s.text, at, func(v any) bool { return contains(ours, v) }))
		case slices.Contains(x.Extend, m.Key) && isList, edit.Equal(now, m.Value) && (x.Ours != nil || named(now)):
			err = s.take(edit.Remove(s.format, s.text, at))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

package op

import (
	"slices"
	"strings"
)

// implied is a selector that stands outside of a target.
type implied struct {
	at, name string
	value    any
}

// impliesTarget keeps a field that is no field of the operation but a selector
// of its target, and reports whether it is one.
func (l *lowering) impliesTarget(at, name string, v any) bool {
	t := l.schema.Property("target")
	if t == nil || t.Property(name) == nil || namesRepository(name) {
		return false
	}
	if !empty(v) {
		l.implied = append(l.implied, implied{at, name, v})
	}
	return true
}

// settleTarget makes the target of the selectors that stand outside of it.
// Where there are several they have to mean the same: to follow one would be to
// answer about something the caller did not ask for.
func (l *lowering) settleTarget() error {
	if len(l.implied) == 0 {
		return nil
	}
	all := l.implied
	if given, ok := l.out["target"]; ok {
		target, ok := given.(map[string]any)
		if !ok {
			return nil // what is wrong with it is said elsewhere
		}
		var inside []implied
		for _, name := range sortedKeys(target) {
			if !empty(target[name]) {
				inside = append(inside, implied{"target." + name, name, target[name]})
			}
		}
		if len(inside) > 1 {
			return nil
		}
		all = append(inside, all...)
	}
	for _, other := range all[1:] {
		if !all[0].means(other) {
			return Invalid("%s and %s name different targets; give one of them", all[0].at, other.at).
				With("field", other.at).With("places", []string{all[0].at, other.at}).
				With("valid_selectors", l.schema.Property("target").names())
		}
	}
	if _, ok := l.out["target"]; !ok {
		l.out["target"] = map[string]any{all[0].name: all[0].value}
	}
	return nil
}

// means reports whether two selectors select the same. A list of one symbol is
// that symbol.
func (a implied) means(b implied) bool {
	return strings.TrimSuffix(a.name, "s") == strings.TrimSuffix(b.name, "s") && slices.Equal(a.words(), b.words())
}

func (a implied) words() []string {
	list, ok := a.value.([]any)
	if !ok {
		list = []any{a.value}
	}
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = string(encode(v))
	}
	slices.Sort(words)
	return slices.Compact(words)
}

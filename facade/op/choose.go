package op

import (
	"slices"
	"strings"
)

// Choose picks the operation a request means: the one it names, or the one its
// selector implies, or the facade's default. It takes the name out of args.
//
// An operation's Selects are words joined by "+": selectors of the target, or
// fields of the request that must be given. The operation with the most words
// that all hold is chosen: with "file" on one and "file+content" on another, a
// request with a file and content means the other.
func (f *Facade) Choose(args map[string]any) (*Op, error) {
	if f.By == "" {
		return f.Ops[0], nil
	}
	name, err := f.named(args)
	if err != nil {
		return nil, err
	}
	sel := ""
	if _, given := args["target"]; given {
		if sel, err = selector(copyTarget(args, "target"), "target", Selectors); err != nil {
			return nil, err
		}
	}
	if name != "" {
		o, err := f.Named(name)
		if err != nil {
			return nil, err
		}
		if sibling, ok := o.Instead[sel].(string); ok {
			return f.Op(sibling), nil
		}
		return o, nil
	}
	if o := f.implied(args, sel); o != nil {
		return o, nil
	}
	e := Invalid("%s: name one of its operations in %q", f.Name, f.By).
		With("facade", f.Name).With("field", f.By).With("valid_operations", f.Names())
	return nil, withUnread(e, f.unreadByAll(args))
}

// Named returns the operation with this normalised name, or the error that says
// which names there are.
func (f *Facade) Named(name string) (*Op, error) {
	if o := f.Op(name); o != nil {
		return o, nil
	}
	return nil, f.unknown(name)
}

// named takes the operation's name out of the arguments: lower case, with
// underscores, "" if there is none. A caller may say operation where the tool's
// own word is another.
func (f *Facade) named(args map[string]any) (string, error) {
	for _, key := range []string{f.By, "operation"} {
		v, given := args[key]
		if !given {
			continue
		}
		delete(args, key)
		name, ok := v.(string)
		if !ok {
			return "", Invalid("%s: want string, got %s", key, describe(v)).
				With("field", key).With("valid_operations", f.Names())
		}
		if name = Normalise(name); name != "" {
			return name, nil
		}
	}
	return "", nil
}

// Normalise is the form in which operation names are compared.
func Normalise(name string) string {
	return strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), "-", "_")
}

func (f *Facade) implied(args map[string]any, sel string) *Op {
	var best, fallback *Op
	most := 0
	for _, o := range f.Ops {
		if o.Default {
			fallback = o
		}
		for _, words := range o.Selects {
			all := strings.Split(words, "+")
			missing := slices.ContainsFunc(all, func(w string) bool { return w != sel && !present(args, w) })
			if len(all) > most && !missing {
				best, most = o, len(all)
			}
		}
	}
	if best != nil {
		return best
	}
	return fallback
}

// present reports whether a word of Selects is given. An empty selector is
// none; an empty text of another field may be just what the caller wants.
func present(args map[string]any, name string) bool {
	v, ok := args[name]
	if _, text := v.(string); text && !slices.Contains(Selectors, name) {
		return true
	}
	return ok && !empty(v)
}

// unknown is the error for a name that is no operation of the facade.
func (f *Facade) unknown(name string) *Error {
	shown := name
	if len(shown) > 80 {
		shown = strings.ToValidUTF8(shown[:80], "") + "…"
	}
	e := Invalid("%s has no operation %q", f.Name, shown).
		With("facade", f.Name).With("operation", shown).With("valid_operations", f.Names())
	if near := Nearest(name, f.Names()); near != "" {
		e.With("did_you_mean", near)
	}
	return e
}

// Nearest is the one of the names that a misspelled name most likely means, or
// "" when none is close.
func Nearest(name string, names []string) string {
	best, least := "", max(2, len(name)/3)+1
	if len(name) > 80 {
		return ""
	}
	for _, n := range names {
		d := distance(name, n)
		if len(name) > 2 && (strings.HasPrefix(n, name) || strings.HasSuffix(name, "_"+n)) {
			d = 1
		}
		if d < least && d < len(name) { // as many changes as it is long make any word
			best, least = n, d
		}
	}
	return best
}

// distance is the number of bytes to insert, delete, replace or swap with the
// next (optimal string alignment).
func distance(a, b string) int {
	var before []int // the row above the one above
	above, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			change := above[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, row[j]+1, above[j+1]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, above, row = above, row, make([]int, len(b)+1)
	}
	return above[len(b)]
}

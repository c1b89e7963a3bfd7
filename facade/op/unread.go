package op

import (
	"slices"
	"strings"
)

// Unread is a field of a request that nothing reads.
type Unread struct {
	Field      string `json:"field"`
	DidYouMean string `json:"did_you_mean,omitempty"` // path of the field that was probably meant
}

// Ignored lists the paths of the fields that nothing reads.
func (r Ready) Ignored() (paths []string) {
	for _, u := range r.Unread {
		paths = append(paths, u.Field)
	}
	return paths
}

// unread says of each of the paths what was probably meant: a field whose name
// is nearly the same, what a flat tool called so, or the one field that is
// required and was not given.
func (o *Op) unread(s *Schema, ignored []string, lowered map[string]any) []Unread {
	if len(ignored) == 0 {
		return nil
	}
	list := make([]Unread, len(ignored))
	for i, at := range ignored {
		list[i] = Unread{clip(at), o.meant(s, at)}
	}
	if missing := s.missing(lowered); len(list) == 1 && len(missing) == 1 && list[0].DidYouMean == "" {
		list[0].DidYouMean = missing[0]
	}
	return list
}

// clip cuts a path that no schema could have.
func clip(at string) string {
	const most = 200
	if len(at) <= most {
		return at
	}
	return strings.ToValidUTF8(at[:most], "") + "…"
}

// meant is the path of the field that a misspelled or misplaced one most
// likely means, "" when none is close.
func (o *Op) meant(s *Schema, at string) string {
	name := at[strings.LastIndexByte(at, '.')+1:]
	if len(name) > 80 {
		return "" // no field is called so, and to compare costs time
	}
	best, least := "", max(1, len(name)/3)+1
	for path := range s.paths("") {
		leaf := path[strings.LastIndexByte(path, '.')+1:]
		d := distance(strings.ToLower(name), leaf)
		// Of fields that are equally near, the one in the same container.
		nearer := d < least || d == least && best != "" && container(path) == container(at) && container(best) != container(at)
		if d < len(name) && nearer {
			best, least = path, d
		}
	}
	if best != "" {
		return best
	}
	for _, l := range o.Legacy {
		if path := l.Args[name]; path != "" {
			return path
		}
	}
	return ""
}

func container(path string) string { return path[:max(strings.LastIndexByte(path, '.'), 0)] }

// paths yields every property by dotted path, objects as well as what is in
// them.
func (s *Schema) paths(at string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for _, p := range s.Properties {
			if !yield(at + p.Name) {
				return
			}
			for inner := range p.paths(at + p.Name + ".") {
				if !yield(inner) {
					return
				}
			}
		}
	}
}

// missing lists the required fields of the top level that were not given.
func (s *Schema) missing(given map[string]any) (names []string) {
	for _, name := range s.Required {
		if _, ok := given[name]; !ok && s.Property(name).Default == nil {
			names = append(names, name)
		}
	}
	return names
}

// withUnread adds to an error the fields that nothing reads, because one of
// them is most likely what is wrong.
func withUnread(err error, list []Unread) error {
	if err == nil || len(list) == 0 {
		return err
	}
	e := AsError(err)
	for _, u := range list {
		if u.DidYouMean != "" {
			e.Message += "; " + short(u.Field) + " is not read, did you mean " + u.DidYouMean + "?"
			break
		}
	}
	const most = 20
	return e.With("unread_fields", list[:min(len(list), most)])
}

// short is a caller's own text, cut for a message.
func short(text string) string {
	if len(text) > 80 {
		return strings.ToValidUTF8(text[:80], "") + "…"
	}
	return text
}

// unreadByAll is what no operation of the facade would read, for a request
// that does not say which is meant.
func (f *Facade) unreadByAll(args map[string]any) []Unread {
	var all []Unread
	first := true
	for _, o := range f.Ops {
		if o.Hidden || !o.Available() {
			continue
		}
		lowered, ignored, err := o.lower(o.schema(), args)
		if err != nil {
			continue
		}
		list := o.unread(o.schema(), ignored, lowered)
		if first {
			all, first = list, false
			continue
		}
		all = slices.DeleteFunc(all, func(u Unread) bool {
			return !slices.ContainsFunc(ignored, func(at string) bool { return clip(at) == u.Field })
		})
		for i := range all {
			j := slices.IndexFunc(list, func(u Unread) bool { return u.Field == all[i].Field })
			if all[i].DidYouMean == "" {
				all[i].DidYouMean = list[j].DidYouMean
			}
		}
	}
	return all
}

package facade

import (
	"fmt"
	"maps"
	"slices"

	"github.com/gortexhq/gortex/facade/op"
)

// Registry indexes the declared operations. It is built once and never
// changes.
type Registry struct {
	facades []*op.Facade
	byName  map[string]*op.Facade
	legacy  map[string][]alias
}

type alias struct {
	op     *op.Op
	legacy op.Legacy
}

// NewRegistry checks the declarations and indexes them.
func NewRegistry(facades []*op.Facade) (*Registry, error) {
	r := &Registry{facades: facades, byName: map[string]*op.Facade{}, legacy: map[string][]alias{}}
	for _, f := range facades {
		if r.byName[f.Name] != nil {
			return nil, fmt.Errorf("facade %s is declared twice", f.Name)
		}
		r.byName[f.Name] = f
		if err := r.index(f); err != nil {
			return nil, err
		}
	}
	return r, nil
}

func (r *Registry) index(f *op.Facade) error {
	names, selects, fallback := map[string]bool{}, map[string]string{}, ""
	for _, o := range f.Ops {
		if names[o.Name] || o.Name != op.Normalise(o.Name) || o.Name == "" {
			return fmt.Errorf("%s: the name is taken or not in its normal form", o.Path())
		}
		names[o.Name] = true
		if o.Effect != f.Effect {
			return fmt.Errorf("%s has effect %s in a facade of effect %s", o.Path(), o.Effect, f.Effect)
		}
		if o.Default {
			if fallback != "" {
				return fmt.Errorf("%s and %s.%s are both the default", o.Path(), f.Name, fallback)
			}
			fallback = o.Name
		}
		for _, s := range o.Selects {
			if other, ok := selects[s]; ok {
				return fmt.Errorf("%s and %s.%s are both the default for %s", o.Path(), f.Name, other, s)
			}
			selects[s] = o.Name
		}
		if err := r.alias(o); err != nil {
			return err
		}
	}
	for _, name := range f.Common {
		if !names[name] {
			return fmt.Errorf("%s names %s among its common operations but has none of that name", f.Name, name)
		}
	}
	return nil
}

func (r *Registry) alias(o *op.Op) error {
	for _, l := range o.Legacy {
		for _, other := range r.legacy[l.Name] {
			if maps.Equal(l.When, other.legacy.When) {
				return fmt.Errorf("%s and %s both claim legacy %s", o.Path(), other.op.Path(), l.Name)
			}
		}
		r.legacy[l.Name] = append(r.legacy[l.Name], alias{o, l})
	}
	return nil
}

// Facades lists the public tools in the order in which they are advertised.
func (r *Registry) Facades() []*op.Facade { return r.facades }

// Facade returns the named public tool, or nil.
func (r *Registry) Facade(name string) *op.Facade { return r.byName[name] }

// Legacy finds the operation a call of a legacy tool means: the most specific
// of those that share the name.
func (r *Registry) Legacy(name string, flat map[string]any) (*op.Op, op.Legacy) {
	var best alias
	for _, a := range r.legacy[name] {
		if a.legacy.Matches(flat) && (best.op == nil || len(a.legacy.When) > len(best.legacy.When)) {
			best = a
		}
	}
	return best.op, best.legacy
}

// HasLegacy reports whether an old tool has this name.
func (r *Registry) HasLegacy(name string) bool { return r.legacy[name] != nil }

// LegacyNames lists the flat tools that operations stand behind.
func (r *Registry) LegacyNames() []string { return slices.Sorted(maps.Keys(r.legacy)) }

// Names lists the public tools by name.
func (r *Registry) Names() []string {
	names := make([]string, len(r.facades))
	for i, f := range r.facades {
		names[i] = f.Name
	}
	return names
}

// Elsewhere lists the operations of other tools with this name.
func (r *Registry) Elsewhere(not *op.Facade, name string) (found []string) {
	for _, f := range r.facades {
		if o := f.Op(name); o != nil && f != not {
			found = append(found, o.Path())
		}
	}
	return found
}

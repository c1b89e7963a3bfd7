package facadetest

import (
	"testing"

	"github.com/gortexhq/gortex/facade/op"
)

// Declared holds every operation of a tool, built or not, to saying all that
// callers need to prepare a request: its fields with what each means, and an
// example that is a valid request of just this operation.
func Declared(t *testing.T, f *op.Facade) {
	t.Helper()
	advertised := f.Advertised()
	for _, o := range f.Ops {
		s := o.Schema()
		if s == nil {
			t.Errorf("%s does not say what it takes; see op.Takes", o.Path())
			continue
		}
		for path, leaf := range s.Leaves() {
			if leaf.Description == "" && leaf.Const == "" && !selects(path) {
				t.Errorf("%s: %s has no doc", o.Path(), path)
			}
		}
		for _, l := range o.Legacy {
			flat := o.LegacySchema(l)
			for name, path := range l.Args {
				if flat.Property(name) == nil {
					t.Errorf("%s: %s of %s stands for %s, which the operation does not take", o.Path(), name, l.Name, path)
				}
			}
		}
		shape := o.Shape()
		if _, err := o.Decode(shape); err != nil {
			t.Errorf("%s: the shape is not a valid request: %v", o.Path(), err)
		}
		if o.Hidden {
			continue // callers know it by its flat name only
		}
		for name := range shape {
			if advertised.Property(name) == nil {
				t.Errorf("%s takes %s at the top level, which the tool does not advertise", o.Path(), name)
			}
		}
		if len(o.Examples) == 0 {
			t.Errorf("%s has no example", o.Path())
		}
		for _, e := range o.Examples {
			exemplary(t, f, o, e)
		}
	}
}

// selects reports whether a path is a selector of a target: their names say
// what they are.
func selects(path string) bool {
	for _, of := range []string{"target.", "to."} {
		for _, s := range op.Selectors {
			if path == of+s {
				return true
			}
		}
	}
	return false
}

func exemplary(t *testing.T, f *op.Facade, o *op.Op, e op.Example) {
	t.Helper()
	args, err := op.Parse([]byte(e.Request))
	if err != nil {
		t.Errorf("%s: %s: %v", o.Path(), e.Request, err)
		return
	}
	if f.By != "" {
		chosen, err := f.Choose(args)
		if err != nil || chosen != o {
			t.Errorf("%s: %s chooses another operation (%v)", o.Path(), e.Request, err)
			return
		}
	}
	r, err := o.Decode(args)
	if err != nil {
		t.Errorf("%s: %s: %v", o.Path(), e.Request, err)
	}
	if lost := r.Ignored(); len(lost) > 0 {
		t.Errorf("%s: %s: nothing reads %v", o.Path(), e.Request, lost)
	}
}

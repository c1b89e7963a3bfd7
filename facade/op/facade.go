package op

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
)

// Tool describes a facade apart from its operations.
type Tool struct {
	Name      string
	Summary   string   // one or two sentences for tools/list
	By        string   // the argument that names the operation; "" means "operation"
	Common    []string // operations worth naming in tools/list once they are built; the rest is found by capabilities
	OpenWorld bool     // reaches beyond this machine
	Steers    bool     // changes what the session may do: no mode of the session refuses it, or none could be left
	Fleeting  bool     // its answers are not worth keeping for the response tool
	Budget    int      // tokens an answer may have by default; 0: no limit
	Envelope  any      // a struct of the fields worth showing in tools/list, without the discriminator
}

// NoDiscriminator as Tool.By says that no argument names an operation: the tool
// has one.
const NoDiscriminator = "-"

// Open is a container whose fields depend on the operation.
type Open map[string]any

// Facade is one public tool: a set of operations with one effect.
type Facade struct {
	Tool
	Effect Effect
	Ops    []*Op
}

// ReadFacade groups operations that only read.
func ReadFacade(t Tool, ops ...ReadOp) *Facade {
	f := newFacade(t, EffectRead)
	for _, o := range ops {
		f.add(o.op)
	}
	return f
}

// LocalWriteFacade groups operations that write files of the workspace.
func LocalWriteFacade(t Tool, ops ...LocalWriteOp) *Facade {
	f := newFacade(t, EffectLocalWrite)
	for _, o := range ops {
		f.add(o.op)
	}
	return f
}

// SessionWriteFacade groups operations that change one connection's state.
func SessionWriteFacade(t Tool, ops ...SessionWriteOp) *Facade {
	f := newFacade(t, EffectSessionWrite)
	for _, o := range ops {
		f.add(o.op)
	}
	return f
}

// ControlWriteFacade groups operations that change what is tracked and indexed.
func ControlWriteFacade(t Tool, ops ...ControlWriteOp) *Facade {
	f := newFacade(t, EffectControlWrite)
	for _, o := range ops {
		f.add(o.op)
	}
	return f
}

// ExternalWriteFacade groups operations that write to a forge.
func ExternalWriteFacade(t Tool, ops ...ExternalWriteOp) *Facade {
	f := newFacade(t, EffectExternalWrite)
	for _, o := range ops {
		f.add(o.op)
	}
	return f
}

// Planned adds operations that are known by name, effect and legacy name but
// not built yet. It returns f.
func (f *Facade) Planned(specs ...Spec) *Facade {
	for _, s := range specs {
		f.add(&Op{Spec: s, Effect: f.Effect})
	}
	return f
}

// Later declares an operation that is not built yet and differs from others in
// nothing but its name.
func Later(name, summary, legacy string) Spec {
	return Spec{Name: name, Summary: summary, Legacy: []Legacy{{Name: legacy}}}
}

// Takes says what an operation that is not built yet will take: callers can
// learn and prepare its requests, which are answered with
// operation_unavailable.
func Takes[Req any](s Spec, examples ...Example) Spec {
	s.request = reflect.TypeFor[Req]()
	s.Examples = append(s.Examples, examples...)
	return s
}

// Near says which operations, by path, come nearest to one that is not built.
func (s Spec) Near(paths ...string) Spec {
	s.Nearest = paths
	return s
}

func newFacade(t Tool, e Effect) *Facade {
	switch t.By {
	case "":
		t.By = "operation"
	case NoDiscriminator:
		t.By = ""
	}
	return &Facade{Tool: t, Effect: e}
}

func (f *Facade) add(o *Op) {
	if o.schema == nil && o.request != nil {
		o.takes(o.request)
	}
	o.Facade, o.of, o.by, o.Budget = f.Name, f, f.By, cmp.Or(o.Budget, f.Tool.Budget)
	f.Ops = append(f.Ops, o)
}

// Op returns the operation with this name, or with a further spelling or
// legacy name of it; nil if there is none a caller may name.
func (f *Facade) Op(name string) *Op {
	for _, o := range f.Ops {
		if o.Name == name && !o.Hidden {
			return o
		}
	}
	for _, o := range f.Ops {
		if !o.Hidden && (slices.Contains(o.Aliases, name) || slices.ContainsFunc(o.Legacy, func(l Legacy) bool {
			return l.Name == name && len(l.When) == 0 && len(l.Set) == 0
		})) {
			return o
		}
	}
	return nil
}

// Public lists the operations a caller may name, in alphabetical order.
func (f *Facade) Public() []*Op {
	ops := slices.DeleteFunc(slices.Clone(f.Ops), func(o *Op) bool { return o.Hidden })
	slices.SortFunc(ops, func(a, b *Op) int { return strings.Compare(a.Name, b.Name) })
	return ops
}

// Names lists the names of the public operations.
func (f *Facade) Names() []string { return names(f.Public()) }

// AvailableNames lists the public operations that are built.
func (f *Facade) AvailableNames() []string {
	return names(slices.DeleteFunc(f.Public(), func(o *Op) bool { return !o.Available() }))
}

func names(ops []*Op) []string {
	list := make([]string, len(ops))
	for i, o := range ops {
		list[i] = o.Name
	}
	return list
}

// Package op is the vocabulary in which every gortex operation is declared.
//
// An operation is one [Spec] and one handler, in one file. Its JSON schema,
// validation, help, documentation, completion, effect policy and legacy names
// are all computed from that declaration; nothing about an operation is
// written down anywhere else.
//
// # Requests
//
// A request is a Go struct. On top of its json tags it may say
//
//	doc:"what the field means"         description
//	default:"2"                        filled in when the caller is silent
//	enum:"in,out,both"                 the only strings allowed
//	min:"1" max:"64"                   bounds of a number
//	selectors:"symbol,file"            on a [Target]: the selectors it takes
//	scope:"repo"                       the field chooses a repository ([Scope])
//
// A field without omitempty, omitzero and default is required. Every object
// is closed.
//
// # How a caller's object becomes a request
//
// The containers arguments, options, source, context, guard and output are
// read in this order, then the fields at the top level; a later value of the
// same field wins. A field is looked up by where it stands; if the operation
// does not declare it there, by its name alone, in all the operation's own
// containers and at its top level, then in output. So {"depth":3},
// {"arguments":{"depth":3}} and {"options":{"depth":3}} are the same request
// of an operation that declares options.depth. A selector given outside of
// target ({"file":"a.go"}) is the target; several have to mean the same.
//
// What is left after that is read by nobody. If its name says which repository
// is meant, in any spelling and at any depth, the call is refused, because to
// drop it would be to answer about another repository. Everything else is
// dropped and named in [Meta].Ignored.
//
// Then defaults are filled in, the whole is validated against the schema, and
// what the server fixes is set, where no caller can reach it.
package op

import (
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/engine"
)

// SurfaceVersion identifies the set of tools and request shapes.
const SurfaceVersion = "facade-v1"

// Effect is what a caller must be allowed to do before an operation may run.
type Effect string

// The effects. A facade has exactly one.
const (
	EffectRead          Effect = "read"
	EffectLocalWrite    Effect = "local_write"
	EffectSessionWrite  Effect = "session_write"
	EffectControlWrite  Effect = "control_write"
	EffectExternalWrite Effect = "external_write"
)

// Args is a set of arguments keyed by dotted path, such as "options.depth".
type Args map[string]any

// Spec describes one operation.
type Spec struct {
	Name      string    // "callers"; declared in callers.go
	Summary   string    // one sentence: docs, help, completion, capabilities
	Selects   []string  // what chooses this operation when none is named; see [Facade.Choose]
	Default   bool      // chosen when neither a name nor a selector says
	Aliases   []string  // further spellings of Name that callers use
	Instead   Args      // selector -> sibling that answers it when this operation was named
	Fixed     Args      // decided by the server, invisible to and unsettable by callers
	Legacy    []Legacy  // the flat tools this operation stands behind
	Nearest   []string  // of one that is not built: paths of the operations that come nearest to it
	Hidden    bool      // reached by its legacy name only
	Unseen    bool      // the symbols its answer names do not count as seen by the session: nobody has asked for them
	Budget    int       // tokens an answer may have by default, where that is not the tool's
	Unbounded bool      // runs without the dispatcher's deadline, as indexing does
	Examples  []Example // run by the tests, printed by the docs

	request reflect.Type // of one that is not built: what it will take; see [Takes]
}

// Example is one request worth showing.
type Example struct {
	Text    string
	Request string
}

// Op is a declared operation, bound to its facade.
type Op struct {
	Spec
	Facade string
	Effect Effect
	of     *Facade
	by     string // the facade's discriminator

	schema func() *Schema // what callers may send; nil if nothing says so
	full   func() *Schema // the same with the fixed arguments, for legacy callers
	run    func(context.Context, engine.Engine, Ready) (json.RawMessage, error)
}

// Path is the operation's address: "relations.callers".
func (o *Op) Path() string { return o.Facade + "." + o.Name }

// Of is the facade the operation belongs to.
func (o *Op) Of() *Facade { return o.of }

// Available reports whether the operation is built.
func (o *Op) Available() bool { return o.run != nil }

// Schema is the public input schema, computed when first asked for. It is nil
// for an operation that is not built and does not say what it will take.
func (o *Op) Schema() *Schema {
	if o.schema == nil {
		return nil
	}
	return o.schema()
}

// Canonical is the operation's first legacy name, or its own where it has
// none.
func (o *Op) Canonical() string {
	if len(o.Legacy) == 0 {
		return o.Facade
	}
	return o.Legacy[0].Name
}

// CanonicalFor is Canonical, or of several flat tools that the operation stands
// behind the one that means these arguments.
func (o *Op) CanonicalFor(args json.RawMessage) string {
	if len(o.Legacy) < 2 || len(args) == 0 {
		return o.Canonical()
	}
	given, err := Parse(args)
	if err != nil {
		return o.Canonical()
	}
	for _, l := range o.Legacy {
		implied := len(l.Set) > 0
		for path, v := range l.Set {
			implied = implied && at(given, path) == v
		}
		if implied {
			return l.Name
		}
	}
	return o.Canonical()
}

// at is the value at a dotted path, nil if there is none.
func at(args map[string]any, path string) any {
	name, rest, deep := strings.Cut(path, ".")
	if !deep {
		return args[name]
	}
	inner, _ := args[name].(map[string]any)
	return at(inner, rest)
}

// Run asks the engine for the capability of the effect, calls the handler with
// validated arguments, and encodes its result in the room the caller gave.
func (o *Op) Run(ctx context.Context, e engine.Engine, r Ready) (json.RawMessage, error) {
	return o.run(ctx, e, r)
}

// Named puts the operation's name in front of arguments that lack it.
func (o *Op) Named(args json.RawMessage) json.RawMessage {
	var given map[string]json.RawMessage
	if o.by == "" || json.Unmarshal(args, &given) != nil || given[o.by] != nil {
		return args
	}
	named := append(append([]byte(`{"`+o.by+`":`), encode(o.Name)...), ',')
	if args[1] == '}' {
		named = named[:len(named)-1]
	}
	return append(named, args[1:]...)
}

// FixedPaths lists the paths of Fixed in order.
func (o *Op) FixedPaths() []string { return slices.Sorted(maps.Keys(o.Fixed)) }

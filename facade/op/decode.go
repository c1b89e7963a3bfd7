package op

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"

	"github.com/gortexhq/gortex/internal/engine"
)

// Ready is a request that has been validated and may run.
type Ready struct {
	Args     json.RawMessage // what the handler's request is read from
	Scope    engine.Scope
	Output   Output
	Deadline time.Duration // for the handler, once it has its capability; 0: none
	Unread   []Unread      // the fields that nothing reads
	key      string        // what a cursor is bound to, besides operation and generation
}

// Decode turns a public caller's arguments, without the operation's name, into
// a request: fields moved to where they are declared, defaults filled in, all
// validated, what the server fixes set last.
func (o *Op) Decode(args map[string]any) (Ready, error) {
	return o.decode(o.schema(), args, o.Fixed)
}

// DecodeLegacy is Decode for arguments that came through Lift: a legacy caller
// may set what is fixed for a public one.
func (o *Op) DecodeLegacy(args map[string]any) (Ready, error) {
	return o.decode(o.full(), args, nil)
}

func (o *Op) decode(s *Schema, args map[string]any, fixed Args) (Ready, error) {
	lowered, ignored, err := o.lower(s, args)
	unread := o.unread(s, ignored, lowered)
	if err != nil {
		return Ready{}, withUnread(err, unread)
	}
	if err := o.checkTargets(s, lowered); err != nil {
		return Ready{}, withUnread(err, unread)
	}
	s.fill(lowered)
	checked, err := s.Validate(lowered)
	if err != nil {
		return Ready{}, withUnread(err, unread)
	}
	final := checked.(map[string]any)
	r := Ready{Unread: unread, Scope: scopeOf(s, final)}
	if err := r.readOutput(final); err != nil {
		return Ready{}, err
	}
	for path, v := range fixed {
		set(final, path, v)
	}
	r.Args = encode(final)
	return r, nil
}

// readOutput takes out how the answer should look, and makes the key that ties
// a cursor to the rest of the request.
func (r *Ready) readOutput(args map[string]any) error {
	if out, ok := args["output"]; ok {
		if err := json.Unmarshal(encode(out), &r.Output); err != nil {
			return Invalid("output: %v", err)
		}
	}
	rest := make(map[string]any, len(args))
	for name, v := range args {
		if name != "output" {
			rest[name] = v
		}
	}
	if options, ok := args["options"].(map[string]any); ok {
		if n, ok := options["limit"].(json.Number); ok {
			if r.Output.Limit == 0 {
				limit, _ := n.Int64()
				r.Output.Limit = int(limit)
			}
			without := make(map[string]any, len(options))
			for name, v := range options {
				if name != "limit" {
					without[name] = v
				}
			}
			rest["options"] = without
		}
	}
	sum := sha256.Sum256(encode(rest))
	r.key = hex.EncodeToString(sum[:4])
	return nil
}

// checkTargets holds every target to exactly one selector that the operation
// reads.
func (o *Op) checkTargets(s *Schema, args map[string]any) error {
	for _, p := range s.Properties {
		if !p.ExactlyOne {
			continue
		}
		valid := p.names()
		if _, given := args[p.Name]; !given {
			continue
		}
		one := copyTarget(args, p.Name)
		sel, err := selector(one, p.Name, valid)
		if err != nil {
			return err
		}
		if p.Property(sel) == nil {
			e := Invalid("%s does not read %s.%s; want one of %s", o.Path(), p.Name, sel, strings.Join(valid, ", ")).
				With("field", p.Name+"."+sel).With("reason", "unsupported_target").With("valid_selectors", valid)
			if sel == "repo" {
				e.With("reason", noRepositorySelector)
			}
			return e
		}
		args[p.Name] = one[p.Name]
	}
	return nil
}

// copyTarget is a map with a copy of the target under key, so that taking
// empty selectors out does not change the caller's object.
func copyTarget(args map[string]any, key string) map[string]any {
	target, ok := args[key].(map[string]any)
	if !ok {
		return map[string]any{key: args[key]}
	}
	c := make(map[string]any, len(target))
	for name, v := range target {
		c[name] = v
	}
	return map[string]any{key: c}
}

// fill sets the defaults of what the caller left out.
func (s *Schema) fill(m map[string]any) {
	for _, p := range s.Properties {
		v, given := m[p.Name]
		switch {
		case !given && p.Default != nil:
			m[p.Name] = p.defaultValue()
		case !given && p.hasDefaults():
			inner := map[string]any{}
			p.fill(inner)
			m[p.Name] = inner
		case given:
			if inner, ok := v.(map[string]any); ok && !p.ExactlyOne {
				p.fill(inner)
			}
		}
	}
}

func (s *Schema) hasDefaults() bool {
	if s.ExactlyOne {
		return false
	}
	for _, p := range s.Properties {
		if p.Default != nil || p.hasDefaults() {
			return true
		}
	}
	return false
}

func (s *Schema) defaultValue() any {
	v, err := Parse(append(append([]byte(`{"v":`), s.Default...), '}'))
	if err != nil {
		panic("default is not JSON: " + string(s.Default))
	}
	return v["v"]
}

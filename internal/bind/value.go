package bind

import "slices"

// altKind says what an alternative of a value is.
type altKind uint8

const (
	altDecl    altKind = iota // the declaration itself: a function, a class as an object
	altInst                   // an instance of the class file:sym
	altSuper                  // an instance (or the class) as seen by the bases of file:sym
	altModule                 // the module file
	altDir                    // the module that is the directory name
	altExt                    // the outside thing name
	altExtInst                // an instance of the outside type name
)

// alt is one thing an expression may be.
type alt struct {
	kind  altKind
	bound bool // altExt: a member of an instance of an outside type
	file  int32
	sym   int32
	name  string
	args  []value // type arguments of an instance, or of the receiver if bound
}

func (a *alt) same(b *alt) bool {
	return a.kind == b.kind && a.file == b.file && a.sym == b.sym && a.name == b.name
}

// value is what an expression may be; without alternatives nothing is known.
type value struct {
	alts     []alt
	inferred bool // a type was needed that the source does not declare
}

// maxAlts bounds the alternatives of a value. What may be more than this is
// not known well enough to say anything.
const maxAlts = 6

// add joins the alternatives of b to those of v.
func (v *value) add(b value) {
	if len(b.alts) == 0 {
		return
	}
	v.inferred = v.inferred || b.inferred
	if len(v.alts) == 0 {
		v.alts = b.alts[:len(b.alts):len(b.alts)]
		return
	}
next:
	for i := range b.alts {
		for j := range v.alts {
			if v.alts[j].same(&b.alts[i]) {
				if len(b.alts[i].args) > 0 {
					v.alts = slices.Clone(v.alts)
					v.alts[j].args = joined(v.alts[j].args, b.alts[i].args)
				}
				continue next
			}
		}
		v.alts = append(v.alts[:len(v.alts):len(v.alts)], b.alts[i])
	}
}

// joined are the type arguments of a thing that is seen with a and with b: an
// empty list that gets elements later has those.
func joined(a, b []value) []value {
	if len(a) < len(b) {
		a, b = b, a
	}
	out := slices.Clone(a)
	for i := range b {
		out[i].add(b[i])
		out[i] = out[i].bounded()
	}
	return out
}

// bounded forgets a value with too many alternatives.
func (v value) bounded() value {
	if len(v.alts) > maxAlts {
		return value{}
	}
	return v
}

func one(a alt) value { return value{alts: []alt{a}} }

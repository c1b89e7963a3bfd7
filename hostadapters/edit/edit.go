package edit

import (
	"fmt"
	"slices"
)

// Get returns the value at path. A document without content holds nothing.
//
// Errors are of the types of this package: [SyntaxError], [DuplicateError].
func Get(f Format, doc []byte, path Path) (value any, found bool, err error) {
	e, err := open(f, doc, path)
	if err != nil {
		return nil, false, err
	}
	at, err := find(e.doc, e.text, e.path)
	if err != nil || at.node == nil || at.depth < len(path) {
		return nil, false, err
	}
	return e.doc.value(at.node), true, nil
}

// Set makes the value at path equal to value. Mappings on the way that are
// missing are created; null on the way counts as missing and is replaced;
// anything else there is a [ShapeError]. What already equals stays as it is
// written, and of a mapping only the keys that differ are touched, so comments
// inside survive; keys that value has not are taken out.
//
// A nil document is a file that is not there, see [Undo].
func Set(f Format, doc []byte, path Path, value any) (Change, error) {
	return change(f, doc, path, value, false)
}

// Merge is [Set] but leaves keys alone that value does not name.
func Merge(f Format, doc []byte, path Path, value any) (Change, error) {
	return change(f, doc, path, value, true)
}

func change(f Format, doc []byte, path Path, value any, keep bool) (Change, error) {
	e, err := open(f, doc, path)
	if err != nil {
		return unchanged(doc), err
	}
	v, err := plain(value)
	if err != nil {
		return unchanged(doc), err
	}
	at, err := find(e.doc, e.text, e.path)
	if err != nil {
		return unchanged(doc), err
	}
	if at.node == nil || at.depth < len(e.path) {
		err = e.create(at, v)
	}
	if err == nil {
		err = e.reconcile(e.path, v, keep)
	}
	return e.finish(err)
}

// Append puts value behind the elements of the list at path unless the list has
// an element that equals it. A list that is missing is created.
func Append(f Format, doc []byte, path Path, value any) (Change, error) {
	return Set(f, doc, append(slices.Clone(path), Where{Value: value}), value)
}

// Remove takes out the entry at path, the comments inside it and the one behind
// it on its line. The container that it was in stays, even when nothing is left
// in it: whether it was there before is known to the [Undo] of the change that
// made the entry. What is not there is no error and no change.
func Remove(f Format, doc []byte, path Path) (Change, error) {
	e, err := open(f, doc, path)
	if err != nil {
		return unchanged(doc), err
	}
	if len(path) == 0 {
		return unchanged(doc), fmt.Errorf("the root of a document cannot be removed")
	}
	return e.finish(e.remove(e.path))
}

// RemoveElements takes out every element of the list at path that match
// accepts. It is given values as [Get] returns them.
func RemoveElements(f Format, doc []byte, path Path, match func(any) bool) (Change, error) {
	e, err := open(f, doc, path)
	if err != nil {
		return unchanged(doc), err
	}
	for {
		at, err := find(e.doc, e.text, e.path)
		if err != nil || at.node == nil || at.depth < len(path) || at.node.kind == nullKind {
			return e.finish(err)
		}
		if at.node.kind != listKind {
			return e.finish(e.shape(at, listKind))
		}
		i := slices.IndexFunc(at.node.entries, func(x entry) bool { return match(e.doc.value(x.val)) })
		if i < 0 {
			return e.finish(nil)
		}
		if err := e.remove(append(slices.Clone(e.path), i)); err != nil {
			return e.finish(err)
		}
	}
}

// unchanged goes with an error: what a caller might write all the same is what
// was there.
func unchanged(doc []byte) Change { return Change{Before: doc, After: doc} }

// editor takes a document through the steps of one change.
type editor struct {
	format Format
	before []byte
	text   []byte
	doc    document
	path   Path
	steps  []Step
}

func open(f Format, doc []byte, path Path) (*editor, error) {
	if f < JSON || f > YAML {
		return nil, fmt.Errorf("unknown format %s", f)
	}
	p, err := path.plain()
	if err != nil {
		return nil, err
	}
	d, err := parse(f, doc)
	if err != nil {
		return nil, err
	}
	return &editor{format: f, before: doc, text: doc, doc: d, path: p}, nil
}

func (e *editor) shape(at place, want kind) error {
	return &ShapeError{e.path[:at.depth], positionAt(e.text, at.node.start), want.String(), at.node.kind.String()}
}

// create writes a value that is not there, and the containers that are missing
// on the way to it.
func (e *editor) create(at place, v any) error {
	rest := e.path[at.depth:]
	for i := len(rest) - 1; i > 0; i-- {
		v = wrap(rest[i], v)
		if v == nil {
			return fmt.Errorf("%s: there is no element %s to set", e.path, Path{rest[i]})
		}
	}
	here := e.path[:at.depth]
	if at.node == nil {
		o, ok := wrap(rest[0], v).(Object)
		if len(rest) == 0 || !ok {
			return fmt.Errorf("%s: only a mapping can be the root of a document", e.path)
		}
		splices, err := e.doc.fill(o)
		return e.step(err, insertStep, here, e.path, splices)
	}
	if at.node.kind == nullKind && at.parent != nil {
		w := wrap(rest[0], v)
		if w == nil {
			return e.shape(at, listKind)
		}
		splices, err := e.doc.replace(at.parent, here[:len(here)-1], at.index, w)
		return e.step(err, insertStep, here[:len(here)-1], e.path, splices)
	}
	want := wanted(rest[0])
	if at.node.kind == aliasKind {
		return &UnsupportedError{here, positionAt(e.text, at.node.start), "it is an alias, and what it stands for is used elsewhere too"}
	}
	if at.node.kind != want {
		return e.shape(at, want)
	}
	var splices []splice
	var err error
	switch s := rest[0].(type) {
	case string:
		splices, err = e.doc.addMember(at.node, here, s, v)
	case Where:
		splices, err = e.doc.addItem(at.node, here, v)
	default:
		return fmt.Errorf("%s: the list has only %d elements", e.path, len(at.node.entries))
	}
	return e.step(err, insertStep, here, e.path, splices)
}

// wrap is the smallest container in which step leads to v, or nil.
func wrap(step, v any) any {
	switch s := step.(type) {
	case string:
		return Object{{s, v}}
	case Where:
		return []any{v}
	}
	return nil
}

// reconcile makes one difference after the other disappear.
func (e *editor) reconcile(path Path, v any, keep bool) error {
	for again := true; ; {
		at, err := find(e.doc, e.text, path)
		if err != nil {
			return err
		}
		if at.node == nil || at.depth < len(path) {
			if !again {
				return fmt.Errorf("%s does not lead to the value that was set there", path)
			}
			// A table of TOML that no header names goes with its last member.
			again = false
			if err := e.create(at, v); err != nil {
				return err
			}
			continue
		}
		done, err := e.nextDifference(at, path, v, keep)
		if done || err != nil {
			return err
		}
	}
}

// nextDifference removes the first difference that it meets. It reports whether
// there was none.
func (e *editor) nextDifference(at place, path Path, v any, keep bool) (done bool, err error) {
	n := at.node
	switch v := v.(type) {
	case Object:
		if n.kind == objectKind {
			return e.differingMember(n, path, v, keep)
		}
	case []any:
		if n.kind == listKind {
			return e.differingItem(n, path, v)
		}
	}
	if n.kind != aliasKind && equal(e.doc.value(n), v) {
		return true, nil
	}
	if n.kind == aliasKind && at.parent == nil {
		return false, &UnsupportedError{path, positionAt(e.text, n.start), "it is an alias"}
	}
	var in Path
	if len(path) > 0 {
		in = path[:len(path)-1]
	}
	splices, err := e.doc.replace(at.parent, in, at.index, v)
	return false, e.step(err, replaceStep, path, path, splices)
}

func (e *editor) differingMember(n *node, path Path, v Object, keep bool) (done bool, err error) {
	for _, m := range v {
		i, second := lookup(e.doc, n, m.Key)
		inner := append(slices.Clone(path), m.Key)
		if second >= 0 {
			return false, &DuplicateError{inner, positionAt(e.text, n.entries[i].start), positionAt(e.text, n.entries[second].start)}
		}
		if i < 0 {
			splices, err := e.doc.addMember(n, path, m.Key, m.Value)
			return false, e.step(err, insertStep, path, inner, splices)
		}
		done, err := e.nextDifference(place{n.entries[i].val, len(inner), n, i}, inner, m.Value, keep)
		if !done || err != nil {
			return false, err
		}
	}
	if keep {
		return true, nil
	}
	for i := range n.entries {
		if _, wanted := v.Get(n.entries[i].key); !wanted {
			return false, e.remove(append(slices.Clone(path), n.entries[i].key))
		}
	}
	return true, nil
}

// differingItem keeps the elements that two lists have in common at their
// beginning and, when some go, at their end.
func (e *editor) differingItem(n *node, path Path, v []any) (done bool, err error) {
	same := 0
	for same < len(v) && same < len(n.entries) && equal(e.doc.value(n.entries[same].val), v[same]) {
		same++
	}
	switch {
	case same == len(v) && same == len(n.entries):
		return true, nil
	case same == len(n.entries):
		splices, err := e.doc.addItem(n, path, v[same])
		return false, e.step(err, insertStep, path, append(slices.Clone(path), same), splices)
	case len(n.entries) > len(v):
		return false, e.remove(append(slices.Clone(path), same))
	}
	inner := append(slices.Clone(path), same)
	_, err = e.nextDifference(place{n.entries[same].val, len(inner), n, same}, inner, v[same], false)
	return false, err
}

func (e *editor) remove(path Path) error {
	at, err := find(e.doc, e.text, path)
	if err != nil || at.depth < len(path) {
		return err
	}
	in := path[:len(path)-1]
	splices, err := e.doc.drop(at.parent, in, at.index)
	return e.step(err, removeStep, in, path, splices)
}

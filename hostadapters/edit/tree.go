package edit

// kind is what a node is.
type kind uint8

const (
	scalarKind kind = iota
	nullKind
	objectKind
	listKind
	aliasKind // of YAML: what it stands for is written elsewhere
)

func (k kind) String() string {
	return [...]string{"a plain value", "null", "a mapping", "a list", "an alias"}[k]
}

// node is a value of a document and its place.
type node struct {
	kind       kind
	start, end int // its bytes; of a TOML table without a place, both -1
	entries    []entry
	style      any // what an editor of the format wants to know besides
}

// entry is a member of a mapping or an element of a list.
type entry struct {
	key        string
	start, end int // from its key, or its value, to the end of its value
	colon      int // JSON: the offset of the colon
	comma      int // the offset of the comma after it, or -1
	val        *node
}

// document is a parsed text of one format. Its editing methods return splices
// of that text; the nodes are its own.
type document interface {
	// root is nil when the text holds nothing but white space and comments.
	root() *node
	// value converts a node.
	value(n *node) any
	// fill writes v as the root of a document that has none.
	fill(v Object) ([]splice, error)
	// addMember writes a new member behind the others. The path is at's.
	addMember(at *node, path Path, key string, v any) ([]splice, error)
	// addItem writes a new element behind the others.
	addItem(at *node, path Path, v any) ([]splice, error)
	// drop takes out the i-th entry of at.
	drop(at *node, path Path, i int) ([]splice, error)
	// replace writes v in the place of the i-th entry's value.
	replace(at *node, path Path, i int, v any) ([]splice, error)
}

// maxDepth bounds the nesting of a document; no configuration comes near.
const maxDepth = 1000

func parse(f Format, text []byte) (document, error) {
	switch f {
	case JSON, JSONC, JSON5:
		return parseJSON(f, text)
	case TOML:
		return parseTOML(text)
	default:
		return parseYAML(text)
	}
}

// bare reports whether a container has neither entries nor comments.
func bare(d document, text []byte, n *node) bool {
	if n.kind != objectKind && n.kind != listKind || len(n.entries) > 0 {
		return false
	}
	return n.end-n.start < 2 || blank(text[n.start+1:n.end-1])
}

// lookup finds the entry that a step leads to. The index is -1 when there is
// none; ambiguous is the index of a second entry with the same key, or -1.
func lookup(d document, n *node, step any) (index, ambiguous int) {
	index, ambiguous = -1, -1
	switch s := step.(type) {
	case string:
		if n.kind != objectKind {
			return
		}
		for i := range n.entries {
			if n.entries[i].key != s {
				continue
			}
			if index >= 0 {
				return index, i
			}
			index = i
		}
	case int:
		if n.kind == listKind && s < len(n.entries) {
			return s, -1
		}
	case Where:
		if n.kind != listKind {
			return
		}
		for i := range n.entries {
			if s.matches(d, n.entries[i].val) {
				return i, -1
			}
		}
	}
	return
}

func (w Where) matches(d document, n *node) bool {
	if w.Key == "" {
		return equal(d.value(n), w.Value)
	}
	if n.kind != objectKind {
		return false
	}
	for _, e := range n.entries {
		if e.key == w.Key {
			return equal(d.value(e.val), w.Value)
		}
	}
	return false
}

// place is where a path leads: the deepest node that is there, and how many
// steps lead to it.
type place struct {
	node   *node
	depth  int
	parent *node // of node, nil for the root
	index  int   // of node in parent
}

// find follows a path as far as it goes.
func find(d document, text []byte, path Path) (place, error) {
	at := place{node: d.root(), index: -1}
	for at.node != nil && at.depth < len(path) {
		i, second := lookup(d, at.node, path[at.depth])
		if second >= 0 {
			return at, &DuplicateError{path[:at.depth+1],
				positionAt(text, at.node.entries[i].start), positionAt(text, at.node.entries[second].start)}
		}
		if i < 0 {
			break
		}
		at = place{at.node.entries[i].val, at.depth + 1, at.node, i}
	}
	return at, nil
}

// wanted is the kind of container that a step goes into.
func wanted(step any) kind {
	if _, ok := step.(string); ok {
		return objectKind
	}
	return listKind
}

// container is the value of a mapping or a list; of has those of its parts.
func (n *node) container(of func(*node) any) (v any, ok bool) {
	switch n.kind {
	case objectKind:
		o := make(Object, len(n.entries))
		for i, e := range n.entries {
			o[i] = Member{e.key, of(e.val)}
		}
		return o, true
	case listKind:
		l := make([]any, len(n.entries))
		for i, e := range n.entries {
			l[i] = of(e.val)
		}
		return l, true
	}
	return nil, false
}

package walk

// kind is what a directory entry is said to be before it is looked at.
type kind uint8

const (
	kindUnknown kind = iota
	kindFile
	kindDir
	kindSymlink
	kindSpecial
)

// entry is one name in a directory.
type entry struct {
	path string // relative to the root
	name string // the end of path
	kind kind
}

// listing collects the entries of one directory. The paths share one string, which saves an
// allocation for each.
type listing struct {
	dir   string
	text  []byte
	kinds []kind
	ends  []int
}

func (l *listing) add(name []byte, k kind) {
	if l.dir != "" {
		l.text = append(append(l.text, l.dir...), '/')
	}
	l.text = append(l.text, name...)
	l.kinds = append(l.kinds, k)
	l.ends = append(l.ends, len(l.text))
}

func (l *listing) entries() []entry {
	text, from := string(l.text), 0
	out := make([]entry, len(l.ends))
	for i, end := range l.ends {
		path := text[from:end]
		out[i] = entry{path: path, name: baseName(path, l.dir), kind: l.kinds[i]}
		from = end
	}
	return out
}

func (l *listing) reset(dir string) {
	l.dir, l.text, l.kinds, l.ends = dir, l.text[:0], l.kinds[:0], l.ends[:0]
}

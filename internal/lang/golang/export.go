package golang

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/gcexportdata"
)

// formatVersion is part of every key: raise it when what is kept changes.
const formatVersion = "3"

// exports keeps export data: of packages of the tree in the cache of the
// generation, of packages that cannot change in a directory that repositories
// share.
type exports struct {
	a         *analysis
	out       *shared
	goVersion string // of the GOROOT, "" if unknown
	buildList string // hash of the versions of all required modules
}

func newExports(a *analysis) *exports {
	e := &exports{a: a, out: &shared{}}
	if a.in.SharedDir != "" {
		e.out.dir = filepath.Join(a.in.SharedDir, "go-export")
	}
	if b, err := os.ReadFile(filepath.Join(a.in.Env.GOROOT, "VERSION")); err == nil && a.in.Env.GOROOT != "" {
		line, _, _ := strings.Cut(string(b), "\n")
		e.goVersion = strings.TrimSpace(line)
	}
	h := sha256.New()
	for _, r := range a.mods.ext {
		fmt.Fprintln(h, r.path, r.version)
	}
	e.buildList = hex.EncodeToString(h.Sum(nil)[:12])
	return e
}

// key names the export data of a node, "" if it must not be kept.
func (e *exports) key(u *universe, n *node) string {
	if n.kind == nodeOutside {
		if e.goVersion == "" || n.place.version == "" {
			return ""
		}
		list := e.buildList
		if n.place.version == "std" {
			list = ""
		}
		return strings.Join([]string{"go/out", formatVersion, runtime.Version(), e.goVersion, u.config.base().key(), list, n.path}, "\x00")
	}
	if n.kind == nodeBase && n.primary {
		c := u.config
		if u.isShared(n) {
			c = e.a.def
		}
		return "go/api/" + c.key() + "/" + n.dir.path
	}
	return ""
}

// has reports whether get would likely succeed.
func (e *exports) has(u *universe, n *node) bool {
	key := e.key(u, n)
	if key == "" {
		return false
	}
	if n.kind != nodeOutside {
		return false
	}
	if e.out.dir != "" {
		return e.out.has(key)
	}
	return len(e.a.in.Cache.Get(key)) > 32
}

// get returns the export data of a node, nil if there is none. Of the tree
// there is only what the default configuration sees: under others packages are
// checked from their declarations, and data that embeds what another package
// declared must not meet that package checked anew.
func (e *exports) get(u *universe, n *node) []byte {
	key := e.key(u, n)
	if key == "" || n.kind != nodeOutside && u.config != e.a.def && !u.isShared(n) {
		return nil
	}
	var b []byte
	if n.kind == nodeOutside && e.out.dir != "" {
		b = e.out.get(key)
	} else {
		b = e.a.in.Cache.Get(key)
	}
	if len(b) <= 32 {
		return nil
	}
	if n.kind == nodeOutside {
		if sum := sha256.Sum256(b[32:]); !bytes.Equal(sum[:], b[:32]) {
			return nil
		}
	}
	return b[32:]
}

// hash is the API hash of a node of the tree as the cache has it.
func (e *exports) hash(u *universe, n *node) string {
	if key := e.key(u, n); key != "" {
		if b := e.a.in.Cache.Get(key); len(b) >= 32 {
			return string(b[:32])
		}
	}
	return ""
}

// put keeps the API hash of a checked node, and its export data if others can
// use it. It returns the hash.
func (e *exports) put(u *universe, c *checked) (hash string) {
	key := e.key(u, c.node)
	if key == "" {
		return ""
	}
	if c.node.kind == nodeOutside && !e.shareable(u, c.node) {
		c.node.unshared = true
		return ""
	}
	if n := c.node; n.dir != nil && u.config != e.a.def && u.follows(n.dir, &change{}) {
		// Whether it changes is asked under the default configuration, so the
		// work of writing it is saved. Where it is checked anew all the same,
		// it counts as changed.
		e.a.in.Cache.Put(key, []byte{0})
		return "unknown"
	}
	if n := c.node; n.dir != nil && e.a.full && !n.imported {
		// Nobody asks what a command shows its importers. Should someone come
		// to import it, it is checked from its source until it changes.
		e.a.in.Cache.Put(key, []byte{0})
		return "unknown"
	}
	data := u.export(c)
	h := sha256.New()
	h.Write(data)
	if c.node.kind != nodeOutside {
		// What a blank import means are the files of the package.
		fmt.Fprintln(h, c.node.name)
		for _, f := range c.node.files {
			fmt.Fprintln(h, f.name)
		}
	}
	sum := h.Sum(nil)
	value := slices.Clone(sum)
	if u.config == e.a.def || c.node.kind == nodeOutside {
		value = append(value, data...)
	}
	if c.node.kind == nodeOutside && e.out.dir != "" {
		if data != nil {
			e.out.put(key, value)
		}
	} else {
		e.a.in.Cache.Put(key, value)
	}
	return string(sum)
}

// shareable reports whether a package outside the tree depends on nothing that
// may change.
func (e *exports) shareable(u *universe, n *node) bool {
	for _, m := range n.imports {
		if m != nil && (m.dir != nil || m.unshared || e.key(u, m) == "") {
			return false
		}
	}
	return true
}

// namePositions replaces the lines of all files loaded so far by names of
// symbols. Export data of a package also describes what it takes from others,
// so theirs must be named as well: else it would differ from what is written
// when they are read from export data.
func (u *universe) namePositions() {
	u.nameMu.Lock()
	defer u.nameMu.Unlock()
	u.declMu.Lock()
	list := u.unnamed
	u.unnamed = nil
	u.declMu.Unlock()
	for _, s := range list {
		s.file.SetLines([]int{0})
		for i, at := range s.decls.names {
			s.file.AddLineColumnInfo(int(at), positionName(s.decls, i), 1, 0)
		}
	}
}

// export encodes what importers see of a package, with names for positions.
// It returns nil if the package cannot be encoded.
func (u *universe) export(c *checked) (data []byte) {
	defer func() {
		if recover() != nil {
			data = nil
		}
	}()
	u.namePositions()
	var buf bytes.Buffer
	if err := gcexportdata.Write(&buf, u.fset, c.pkg); err != nil {
		return nil
	}
	return buf.Bytes()
}

// read makes a package from export data. Callers hold importMu.
func (u *universe) read(n *node, data []byte) (pkg *types.Package) {
	defer func() {
		if recover() != nil {
			pkg = nil
		}
	}()
	if p := u.packages[n.path]; p != nil && p.Complete() {
		return p
	}
	base := u.fset.Base()
	pkg, err := gcexportdata.Read(bytes.NewReader(data), u.fset, u.packages, n.path)
	if err != nil {
		return nil
	}
	// Columns are unknown, as they were when the data was written: what is
	// read and written again must be the same.
	for p := base; p < u.fset.Base(); {
		f := u.fset.File(token.Pos(p))
		if f == nil {
			p++
			continue
		}
		if name := f.Name(); strings.HasPrefix(name, markTree) || strings.HasPrefix(name, markOutside) {
			f.AddLineColumnInfo(0, name, 1, 0)
		}
		p = f.Base() + f.Size() + 1
	}
	return pkg
}

package query

import (
	"fmt"
	slashed "path"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/graph"
)

// Evidence is what is known about the uses of a symbol, beyond the list of
// them: what a reader must know before taking "none" for an answer.
type Evidence struct {
	Name     string
	Kind     graph.Kind
	Checked  bool     // its file was type-checked
	Exported bool     // visible outside its package, module or file
	Entry    bool     // called by the system
	Calls    int      // sites that call it directly
	Values   int      // sites that use it as a value: it may be called through them
	Others   int      // other sites: types, imports, writes, base lists
	Unbound  int      // sites of the same name that no declaration could be found for
	Weak     int      // of all its sites, those known by name only
	Bases    int      // sites that use a method of the tree which it overrides
	Outside  []string // methods from outside the index that it implements
	Damaged  bool     // its file has parts the parser could not read
	Silent   bool     // nothing leads out of it either
	Assembly bool     // nothing uses it, and assembly stands beside it
}

// Weigh gathers the evidence about one symbol and its further declarations.
func Weigh(r graph.Reader, ids []graph.NodeID) Evidence {
	n := r.Node(ids[0])
	e := Evidence{Name: n.Name, Kind: n.Kind, Exported: n.Flags&graph.FlagExported != 0, Entry: n.Flags&graph.FlagEntry != 0, Silent: true}
	for _, id := range ids {
		for in := range r.In(id) {
			e.count(in)
		}
		for out := range r.Out(id) {
			e.Silent = e.Silent && out.Kind == graph.EdgeMemberOf
			if out.Kind == graph.EdgeOverrides && r.Node(out.Dst).Kind == graph.KindExternal {
				e.Outside = append(e.Outside, r.Node(out.Dst).Name)
			}
		}
	}
	if n.File != graph.NoFile {
		e.Damaged = r.File(n.File).Flags&graph.FileParseErrors != 0
		e.Checked = e.Checked || typeChecked(r, n)
	}
	for _, reach := range Reaches(r, ids[0]) {
		if !reach.base {
			continue
		}
		for in := range r.In(reach.Node) {
			if IsUse(in.Kind) && in.File != graph.NoFile {
				e.Bases++
			}
		}
	}
	e.Assembly = e.Calls+e.Values+e.Others == 0 && n.Kind.IsCallable() && besideAssembly(r, n)
	slices.Sort(e.Outside)
	e.Outside = slices.Compact(e.Outside)
	e.Unbound = unbound(r, n, e.Checked)
	return e
}

func (e *Evidence) count(in graph.Edge) {
	switch {
	case in.Kind == graph.EdgeMemberOf || in.Kind == graph.EdgeOverrides || in.Tier == graph.TierSpeculative:
		return
	case isCall(in):
		e.Calls++
	case in.Kind == graph.EdgeReferences && in.Context != graph.ContextImport:
		e.Values++
	default:
		e.Others++
	}
	if in.Tier <= graph.TierTextMatched {
		e.Weak++
	}
	if in.Tier >= graph.TierCompilerDispatch {
		e.Checked = true
	}
}

// besideAssembly reports whether a node's directory holds assembly, which calls
// functions and is not resolved.
func besideAssembly(r graph.Reader, n graph.Node) bool {
	if n.File == graph.NoFile {
		return false
	}
	dir := slashed.Dir(r.File(n.File).Path)
	for id := range graph.FileID(r.NumFiles()) {
		p := r.File(id).Path
		if ext := slashed.Ext(p); (ext == ".s" || ext == ".S" || ext == ".asm") && slashed.Dir(p) == dir {
			return true
		}
	}
	return false
}

// typeChecked reports whether a node's file was type-checked: it is not marked
// as left out, and something in it, or in the first other files of its
// language, is known from a compiler.
func typeChecked(r graph.Reader, n graph.Node) bool {
	f := r.File(n.File)
	if f.Flags&graph.FileUntyped != 0 {
		return false
	}
	if compiled(r, f) {
		return true
	}
	left := 64
	for id := graph.FileID(0); int(id) < r.NumFiles() && left > 0; id++ {
		if other := r.File(id); other.Path != "" && other.Language == f.Language && other.Flags&graph.FileUntyped == 0 {
			if left--; compiled(r, other) {
				return true
			}
		}
	}
	return false
}

// compiled reports whether any of the first declarations of a file has an edge
// that is known from a compiler.
func compiled(r graph.Reader, f graph.File) bool {
	seen := func(id graph.NodeID) bool {
		for e := range r.Out(id) {
			if e.Tier >= graph.TierCompilerDispatch && e.Kind != graph.EdgeMemberOf {
				return true
			}
		}
		return false
	}
	if seen(f.Node) {
		return true
	}
	left := 16
	for id := range r.FileNodes(f.ID) {
		if left--; left < 0 {
			break
		}
		if seen(id) {
			return true
		}
	}
	return false
}

// unbound counts the sites of a symbol's name that are bound to nothing. Of a
// type-checked symbol only those in its own language can mean it, of another
// also those in languages that use each other's declarations.
func unbound(r graph.Reader, n graph.Node, checked bool) int {
	u, ok := r.Unresolved(n.Name)
	if !ok || !n.Kind.IsDeclared() {
		return 0
	}
	own := ""
	if n.File != graph.NoFile {
		own = r.File(n.File).Language
	}
	count, can := 0, map[string]bool{own: true}
	for e := range r.In(u) {
		language := ""
		if e.File != graph.NoFile {
			language = r.File(e.File).Language
		}
		ok, known := can[language]
		if !known {
			ok = !checked && (relies(r, language, own) || relies(r, own, language))
			can[language] = ok
		}
		if ok {
			count++
		}
	}
	return count
}

// relies reports whether code in one language uses declarations in another, as
// JavaScript does with TypeScript: whether some of its files do.
func relies(r graph.Reader, on, other string) bool {
	const most = 32
	var files []graph.FileID
	for id := range graph.FileID(r.NumFiles()) {
		if f := r.File(id); f.Path != "" && f.Language == on {
			files = append(files, id)
		}
	}
	uses := func(id graph.NodeID) bool {
		for e := range r.Out(id) {
			if dst := r.Node(e.Dst); dst.File != graph.NoFile && dst.Kind != graph.KindFile && r.File(dst.File).Language == other {
				return true
			}
		}
		return false
	}
	for i := range min(len(files), most) {
		f := files[i*len(files)/min(len(files), most)]
		if uses(r.File(f).Node) {
			return true
		}
		for id := range r.FileNodes(f) {
			if uses(id) {
				return true
			}
		}
	}
	return false
}

// Caveat says why an answer must not be taken at face value.
type Caveat struct {
	Class string `json:"class"`
	Text  string `json:"text"`
}

// The classes of a caveat.
const (
	CaveatUnused     = "likely_unused"           // everything was looked at and nothing uses it
	CaveatOutside    = "unused_in_tree"          // the same, but code outside the tree could
	CaveatIncomplete = "coverage_incomplete"     // there may be uses that are not listed
	CaveatGap        = "possible_extraction_gap" // the file could not be read in full
)

// CallersCaveat is what to say beside a list of callers; nil when the list can
// stand alone. rows is its length.
func (e Evidence) CallersCaveat(rows int) *Caveat { return e.caveat(rows, "call", e.Values) }

// UsagesCaveat is the same for a list of usages.
func (e Evidence) UsagesCaveat(rows int) *Caveat { return e.caveat(rows, "use", 0) }

func (e Evidence) caveat(rows int, what string, values int) *Caveat {
	if e.Kind == graph.KindExternal || e.Kind == graph.KindUnresolved {
		return nil
	}
	if e.Kind == graph.KindFile {
		if rows == 0 && what == "call" {
			return &Caveat{CaveatIncomplete, "a file is not called; relations.dependents lists what imports it"}
		}
		return nil
	}
	if e.Kind == graph.KindHeading {
		return &Caveat{CaveatIncomplete, "a heading is not code: what links to it is not looked at"}
	}
	if rows == 0 && what == "call" && !called(e.Kind) {
		return e.notCalled()
	}
	var doubts []string
	if rows == 0 && what == "call" && e.Others > 0 {
		doubts = append(doubts, fmt.Sprintf("it is used otherwise at %s (relations.usages)", counted(e.Others, "site")))
	}
	if e.Unbound > 0 {
		doubts = append(doubts, fmt.Sprintf("%s named %s could not be bound to a declaration", counted(e.Unbound, "site"), e.Name))
	}
	if values > 0 {
		doubts = append(doubts, fmt.Sprintf("it is used as a value at %s (relations.usages) and may be called from there", counted(values, "site")))
	}
	if what == "use" && e.Bases > 0 {
		doubts = append(doubts, fmt.Sprintf("%s of a method it overrides may mean it", counted(e.Bases, "use")))
	}
	if e.Assembly {
		doubts = append(doubts, "the assembly in its directory is not looked at")
	}
	if len(e.Outside) > 0 {
		doubts = append(doubts, fmt.Sprintf("it implements %s: %ss through that are not listed", strings.Join(e.Outside, ", "), what))
	}
	if rows > 0 && e.Weak > 0 && e.Weak == e.Calls+e.Values+e.Others {
		doubts = append(doubts, "every row is known by its name only")
	}
	if rows > 0 {
		if doubts == nil {
			return nil
		}
		return &Caveat{CaveatIncomplete, strings.Join(doubts, "; ")}
	}
	return e.none(what, doubts)
}

// none words the caveat of an empty answer.
func (e Evidence) none(what string, doubts []string) *Caveat {
	found := fmt.Sprintf("no resolved %s", what)
	if e.Checked {
		found = fmt.Sprintf("type-checked: no %s sites in the indexed tree", what)
		if what == "use" {
			found = "type-checked: no uses in the indexed tree"
		}
	}
	c := &Caveat{Class: CaveatIncomplete}
	switch {
	case e.Entry:
		c.Class = CaveatOutside
		doubts = append(doubts, "it is called by the system")
	case doubts != nil:
	case e.Damaged && e.Silent:
		c.Class = CaveatGap
		doubts = append(doubts, "parts of its file could not be parsed")
	case e.Exported:
		c.Class = CaveatOutside
		doubts = append(doubts, "code outside the tree may use it")
	case e.Checked:
		c.Class = CaveatUnused
	default:
		c.Class = CaveatUnused
		doubts = append(doubts, "every site of this name is bound to something else; dynamic access is not seen")
	}
	c.Text = strings.Join(append([]string{found}, doubts...), "; ")
	return c
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

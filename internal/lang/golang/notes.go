package golang

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// remarks are what there is to say of directories, beyond facts. They are kept
// by directory, so that each run can say all that holds, and no more.
type remarks struct {
	missing map[*dir][]string // import paths that lead nowhere, sorted
	broken  map[*dir][]string // what went wrong when it was checked
}

// note passes a remark on, once.
func (a *analysis) note(s string) {
	a.mu.Lock()
	seen := a.notes[s]
	a.notes[s] = true
	a.mu.Unlock()
	if !seen {
		a.out.Note(s)
	}
}

// checkerFailed notes that a package could not be checked.
func (a *analysis) checkerFailed(n *node, reason any) {
	s := fmt.Sprintf("go: the type checker failed on package %s: %v", n.path, reason)
	if n.dir != nil {
		a.mu.Lock()
		a.remarks.broken[n.dir] = append(a.remarks.broken[n.dir], strings.ReplaceAll(s, "\n", " "))
		a.mu.Unlock()
	}
	a.note(s)
}

// findMissing lists what the files of a directory import in vain.
func (a *analysis) findMissing(d *dir) {
	var list []string
	headers := a.headers(d)
	for i := range headers {
		if len(a.configsOf(d, &headers[i])) == 0 {
			continue
		}
		for _, imp := range headers[i].imports {
			if imp == "C" || imp == "unsafe" || strings.ContainsAny(imp, "\x00\n") {
				continue
			}
			if _, ok := a.loc.fromDir(d, imp); !ok {
				list = append(list, imp)
			}
		}
	}
	if slices.Sort(list); len(list) > 0 {
		a.remarks.missing[d] = slices.Compact(list)
	}
}

// noteMissing names what is imported in vain: modules if they are required.
func (a *analysis) noteMissing() {
	for _, d := range a.tree.order {
		if strings.Contains(d.path, "testdata") {
			continue
		}
		for _, imp := range a.remarks.missing[d] {
			a.note(whatIsMissing(d, imp))
		}
	}
}

func whatIsMissing(d *dir, imp string) string {
	for _, r := range d.mod.requires {
		if _, ok := isIn(imp, r.path); ok && r.dir == "" {
			return "go: module " + r.path + " is not in the module cache"
		}
	}
	return "go: package " + imp + " is not found"
}

// storeNotes keeps the remarks.
func (a *analysis) storeNotes() {
	var b strings.Builder
	for _, d := range a.tree.order {
		for _, imp := range a.remarks.missing[d] {
			b.WriteString("i" + d.path + "\x00" + imp + "\n")
		}
		for _, s := range a.remarks.broken[d] {
			b.WriteString("f" + d.path + "\x00" + s + "\n")
		}
	}
	a.in.Cache.Put("go/notes", []byte(b.String()))
}

// loadNotes takes over the remarks that still hold, and finds those of the
// directories that changed.
func (a *analysis) loadNotes() {
	for line := range strings.SplitSeq(string(a.in.Cache.Get("go/notes")), "\n") {
		head, rest, ok := strings.Cut(line, "\x00")
		if !ok || head == "" {
			continue
		}
		d := a.tree.dirs[head[1:]]
		if d == nil || a.changed[d] != nil {
			continue
		}
		if head[0] == 'f' {
			a.remarks.broken[d] = append(a.remarks.broken[d], rest)
			a.note(rest)
		} else if _, found := a.loc.fromDir(d, rest); !found {
			a.remarks.missing[d] = append(a.remarks.missing[d], rest)
		}
	}
	for d := range maps.Keys(a.changed) {
		a.findMissing(d)
	}
	a.noteMissing()
}

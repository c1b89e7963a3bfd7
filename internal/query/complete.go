package query

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gortexhq/gortex/internal/graph"
)

// NamedReader is a generation whose names can be read from the middle.
type NamedReader interface {
	graph.Reader
	// NamesFrom yields the names of Names that are not before first.
	NamesFrom(first string) iter.Seq[string]
}

// Complete lists what someone who has typed the beginning of a symbol may
// mean, at most most of it: names that begin so; after a dot, members; where
// the text has a slash, files and then the symbols in one. Names that begin so
// but for the case of their letters come last. All that is listed is understood
// by Lookup, although it may mean several symbols.
func Complete(r NamedReader, typed string, most int) []Word {
	if path, qual, ok := strings.Cut(typed, "::"); ok {
		if f, ok := r.FileByPath(path); ok {
			return pick(symbolsOf(r, f, qual), most)
		}
	}
	switch {
	case typed == "":
		return beginnings(r, most)
	case strings.Contains(typed, "/"):
		return inFiles(r, typed, most)
	}
	words := members(r, typed)
	if len(words) == 0 {
		words = named(r, typed)
	}
	if words = pick(words, most); len(words) < most {
		words = append(words, pick(folded(r, typed), most-len(words))...)
	}
	if len(words) == 0 {
		return inFiles(r, typed, most)
	}
	return words
}

// CompleteFile lists the files and directories whose path goes on from what was
// typed, one level at a time, at most most of them.
func CompleteFile(r graph.Reader, typed string, most int) []Word {
	dir := typed[:strings.LastIndexByte(typed, '/')+1]
	var words []Word
	seen := map[string]bool{}
	for id := range r.NumFiles() {
		f := r.File(graph.FileID(id))
		if f.Path == "" || !strings.HasPrefix(f.Path, typed) {
			continue
		}
		w := Word{Text: f.Path, About: f.Language}
		if i := strings.IndexByte(f.Path[len(dir):], '/'); i >= 0 {
			w = Word{Text: f.Path[:len(dir)+i+1], Open: true}
		}
		if !seen[w.Text] {
			seen[w.Text] = true
			words = append(words, w)
		}
	}
	return pick(words, most)
}

// inFiles is CompleteFile for someone who means a symbol in a file.
func inFiles(r graph.Reader, typed string, most int) []Word {
	words := CompleteFile(r, typed, most)
	for i := range words {
		if !words[i].Open {
			words[i].Text += "::"
			words[i].Open = true
		}
	}
	return words
}

// beginnings is what one may begin with: the names if they are few, else files
// to find them in, and two names that show that there is more than files.
func beginnings(r NamedReader, most int) []Word {
	var names []string
	for name := range r.NamesFrom("") {
		if names = append(names, name); len(names) > most {
			break
		}
	}
	if len(names) <= most {
		return pick(describe(r, names), most)
	}
	words, last := inFiles(r, "", most-2), ""
	for _, w := range words {
		last = max(last, w.Text)
	}
	names = names[:1]
	for name := range r.NamesFrom(last) {
		names = append(names, name)
		break
	}
	return pick(append(words, describe(r, names)...), most)
}

// symbolsOf are the ids in a file of what begins so.
func symbolsOf(r graph.Reader, f graph.FileID, qual string) (words []Word) {
	for id := range r.FileNodes(f) {
		if n := r.Node(id); strings.HasPrefix(n.Qual, qual) {
			words = append(words, Word{Text: graph.ID(r, n), About: n.Kind.String() + ", line " + strconv.Itoa(int(n.Span.StartLine))})
		}
	}
	return words
}

// named are the names that begin so.
func named(r NamedReader, typed string) (words []Word) {
	var names []string
	for name := range r.NamesFrom(typed) {
		if !strings.HasPrefix(name, typed) {
			break
		}
		names = append(names, name)
	}
	return describe(r, names)
}

// folded are the names that begin so in other letters. Those in question begin
// with the first letter in either case.
func folded(r NamedReader, typed string) (words []Word) {
	first, size := utf8.DecodeRuneInString(typed)
	if size == 0 || first == utf8.RuneError {
		return nil
	}
	var names []string
	for c, last := unicode.SimpleFold(first), false; !last; c = unicode.SimpleFold(c) {
		last = c == first
		for name := range r.NamesFrom(string(c)) {
			if !strings.HasPrefix(name, string(c)) {
				break
			}
			if len(name) >= len(typed) && strings.EqualFold(name[:len(typed)], typed) && !strings.HasPrefix(name, typed) {
				names = append(names, name)
			}
		}
	}
	return describe(r, names)
}

// described bounds how many names are looked at; of more, only the lengths
// decide which are listed.
const described = 120

// describe says what names stand for.
func describe(r graph.Reader, names []string) (words []Word) {
	for _, name := range shortest(names, described) {
		words = append(words, Word{Text: name, About: meaning(r, name)})
	}
	return words
}

// namesakes is how far the symbols of one name are counted.
const namesakes = 20

// meaning is what a name stands for: its kind and place, or how many have it.
func meaning(r graph.Reader, name string) string {
	var kinds []string
	count, place := 0, ""
	for id := range r.ByName(name) {
		n := r.Node(id)
		if count++; count > namesakes {
			return "more than " + strconv.Itoa(namesakes) + " symbols"
		}
		if place == "" {
			place = r.File(n.File).Path + ":" + strconv.Itoa(int(n.Span.StartLine))
		}
		if k := n.Kind.String(); !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	if count < 2 {
		return strings.Join(append(kinds, place), " ")
	}
	return strconv.Itoa(count) + " symbols: " + strings.Join(kinds, ", ")
}

// members are what an owner that is written out has of names that begin so: the
// members of a type, and what a package or module declares.
func members(r graph.Reader, typed string) (words []Word) {
	at := max(strings.LastIndexByte(typed, '.'), strings.LastIndexByte(typed, ':'))
	if at <= 0 {
		return nil
	}
	owner, begin := plain(strings.TrimRight(typed[:at], ":")), typed[at+1:]
	quals := map[string][]string{} // by directory: the qualified names of the owner
	for id := range r.ByName(owner[strings.LastIndexByte(owner, '.')+1:]) {
		n := r.Node(id)
		if n.File == graph.NoFile || !qualifies(r, n, owner) {
			continue
		}
		if dir := parent(r.File(n.File).Path); !slices.Contains(quals[dir], n.Qual) {
			quals[dir] = append(quals[dir], n.Qual)
		}
	}
	seen := map[string]bool{}
	for f := range r.NumFiles() {
		path := r.File(graph.FileID(f)).Path
		dir := parent(path)
		owners := quals[dir]
		whole := stands(path, dir, owner)
		if path == "" || len(owners) == 0 && !whole {
			continue
		}
		for id := range r.FileNodes(graph.FileID(f)) {
			n := r.Node(id)
			of, _ := strings.CutSuffix(strings.TrimSuffix(n.Qual, n.Name), ".")
			if strings.HasPrefix(n.Name, begin) && !seen[n.Name] && (whole && of == "" || of != "" && slices.Contains(owners, of)) {
				seen[n.Name] = true
				words = append(words, Word{Text: typed[:at+1] + n.Name, About: n.Kind.String() + " " + path + ":" + strconv.Itoa(int(n.Span.StartLine))})
			}
		}
	}
	return words
}

// stands reports whether a file is of the package or module that is written so.
func stands(path, dir, owner string) bool {
	for _, p := range []string{dir, strings.TrimSuffix(path, path[dot(path):])} {
		if p = strings.ReplaceAll(p, "/", "."); p == owner || strings.HasSuffix(p, "."+owner) {
			return true
		}
	}
	return false
}

// dot is where the ending of a path begins.
func dot(path string) int {
	if i := strings.LastIndexByte(path, '.'); i > strings.LastIndexByte(path, '/') {
		return i
	}
	return len(path)
}

func parent(path string) string { return path[:max(strings.LastIndexByte(path, '/'), 0)] }

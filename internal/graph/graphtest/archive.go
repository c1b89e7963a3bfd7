package graphtest

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/lang"
)

// Archive reads a txtar archive of source files and one member "facts" that
// says, a line each, what they declare and how that is connected:
//
//	file a.go go test untyped            a path, its language, flags
//	decl a.go:3-9 function Load exported lines, kind, qualified name, flags
//	ref a.go:4 Load calls a.go::parse    line, in which symbol ("-": none), kind, target
//	    ... compiler_resolved call assigned   tier, context, use of the result
//	derived a.go::T implements b.go::I
//
// A decl is owned by the symbol its qualified name leads to. Its name is where
// it first stands on its lines, its body begins at the first "{" after that,
// or else behind the first ":" at the end of a line. Comment lines right above
// are its doc comment. Targets are "path::Qual", "external::name", a path, or
// "unresolved::name". The tier is ast_resolved if none is named.
func Archive(t testing.TB, text string) (*Reader, map[string][]byte) {
	t.Helper()
	ar := txtar.Parse([]byte(text))
	a := &archive{files: map[string][]byte{}, facts: map[string]*lang.Facts{}}
	script := ""
	for _, f := range ar.Files {
		if f.Name == "facts" {
			script = string(f.Data)
			continue
		}
		a.files[f.Name] = f.Data
		a.order = append(a.order, f.Name)
		a.facts[f.Name] = &lang.Facts{Path: f.Name}
	}
	for n, line := range strings.Split(script, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		if err := a.line(words); err != nil {
			t.Fatalf("facts:%d: %q: %v", n+1, line, err)
		}
	}
	all := make([]*lang.Facts, len(a.order))
	for i, p := range a.order {
		all[i] = a.facts[p]
	}
	r := New(all, a.derived)
	for i, p := range a.order {
		b := a.files[p]
		r.SetText(p, len(b), strings.Count(string(b), "\n"), [16]byte{byte(i + 1)})
	}
	return r, a.files
}

type archive struct {
	files   map[string][]byte
	order   []string
	facts   map[string]*lang.Facts
	derived []lang.DerivedEdge
}

func (a *archive) line(w []string) error {
	switch w[0] {
	case "file":
		return a.file(w[1:])
	case "decl":
		return a.decl(w[1:])
	case "ref":
		return a.ref(w[1:])
	case "derived":
		kind, ok := graph.ParseEdgeKind(w[2])
		if !ok {
			return fmt.Errorf("no edge kind %q", w[2])
		}
		tier := graph.TierASTResolved
		if len(w) > 4 {
			tier, _ = graph.ParseTier(w[4])
		}
		a.derived = append(a.derived, lang.DerivedEdge{Src: targetOf(w[1]), Dst: targetOf(w[3]), Kind: kind, Tier: tier})
		return nil
	}
	return fmt.Errorf("no such statement")
}

func (a *archive) file(w []string) error {
	f := a.facts[w[0]]
	if f == nil {
		return fmt.Errorf("no file %q", w[0])
	}
	f.Language = w[1]
	for _, flag := range w[2:] {
		switch flag {
		case "test":
			f.Flags |= graph.FileTest
		case "generated":
			f.Flags |= graph.FileGenerated
		case "untyped":
			f.Flags |= graph.FileUntyped
		case "errors":
			f.Flags |= graph.FileParseErrors
			f.ErrorBytes = 10
		default:
			return fmt.Errorf("no file flag %q", flag)
		}
	}
	return nil
}

var flagNames = map[string]graph.Flags{
	"exported": graph.FlagExported, "test": graph.FlagTest, "static": graph.FlagStatic, "abstract": graph.FlagAbstract,
	"private": graph.FlagPrivate, "default": graph.FlagDefault, "entry": graph.FlagEntry, "duplicate": graph.FlagDuplicate,
}

func (a *archive) decl(w []string) error {
	path, lines, _ := strings.Cut(w[0], ":")
	f := a.facts[path]
	from, to, _ := strings.Cut(lines, "-")
	start, err := strconv.Atoi(from)
	end, err2 := strconv.Atoi(to)
	kind, ok := graph.ParseKind(w[1])
	if f == nil || err != nil || err2 != nil || !ok {
		return fmt.Errorf("want path:from-to kind name")
	}
	qual := w[2]
	s := lang.Symbol{Kind: kind, Qual: qual, Name: qual[strings.LastIndexByte(qual, '.')+1:], Owner: -1}
	for _, name := range w[3:] {
		if member, ok := strings.CutPrefix(name, "member="); ok {
			s.Member = targetOf(member)
			continue
		}
		flag, ok := flagNames[name]
		if !ok {
			return fmt.Errorf("no flag %q", name)
		}
		s.Flags |= flag
	}
	if i := strings.LastIndexByte(qual, '.'); i > 0 {
		s.Owner = indexOf(f, qual[:i])
	}
	s.Span, err = span(string(a.files[path]), s.Name, start, end)
	f.Symbols = append(f.Symbols, s)
	return err
}

func indexOf(f *lang.Facts, qual string) int32 {
	for i, s := range f.Symbols {
		if s.Qual == qual {
			return int32(i)
		}
	}
	return -1
}

func span(text, name string, from, to int) (graph.Span, error) {
	lines := strings.SplitAfter(text, "\n")
	if to > len(lines) {
		return graph.Span{}, fmt.Errorf("only %d lines", len(lines))
	}
	offset := func(line int) int { return len(strings.Join(lines[:line-1], "")) }
	start := offset(from)
	start += len(lines[from-1]) - len(strings.TrimLeft(lines[from-1], " \t"))
	end := offset(to) + len(strings.TrimRight(lines[to-1], "\r\n"))
	at := strings.Index(text[start:end], name)
	if at < 0 {
		return graph.Span{}, fmt.Errorf("%q does not stand on lines %d to %d", name, from, to)
	}
	sp := graph.Span{Start: uint32(start), End: uint32(end), StartLine: uint32(from), EndLine: uint32(to), Name: uint32(start + at)}
	sp.NameLine = uint32(from + strings.Count(text[start:start+at], "\n"))
	rest := text[start+at : end]
	if i := strings.IndexByte(rest, '{'); i >= 0 {
		sp.Body = uint32(start + at + i)
	} else if i := strings.Index(rest, ":\n"); i >= 0 {
		sp.Body = uint32(start + at + i + 1)
	}
	sp.Doc = sp.Start
	for l := from - 1; l >= 1; l-- {
		trimmed := strings.TrimLeft(lines[l-1], " \t")
		if !strings.HasPrefix(trimmed, "//") && !strings.HasPrefix(trimmed, "#") {
			break
		}
		sp.Doc = uint32(offset(l) + len(lines[l-1]) - len(trimmed))
	}
	return sp, nil
}

func (a *archive) ref(w []string) error {
	path, no, _ := strings.Cut(w[0], ":")
	f := a.facts[path]
	line, err := strconv.Atoi(no)
	kind, ok := graph.ParseEdgeKind(w[2])
	if f == nil || err != nil || !ok {
		return fmt.Errorf("want path:line symbol kind target")
	}
	r := lang.Ref{From: -1, Kind: kind, Tier: graph.TierASTResolved, Line: uint32(line)}
	if w[1] != "-" {
		if r.From = indexOf(f, w[1]); r.From < 0 {
			return fmt.Errorf("no symbol %q in %s", w[1], path)
		}
	}
	t := targetOf(w[3])
	for _, word := range w[4:] {
		if tier, ok := graph.ParseTier(word); ok {
			r.Tier = tier
		} else if c, ok := graph.ParseContext(word); ok {
			r.Context = c
		} else if ret, ok := graph.ParseReturn(word); ok {
			r.Return = ret
		} else {
			return fmt.Errorf("no tier, context or return %q", word)
		}
	}
	lines := strings.Split(string(a.files[path]), "\n")
	if line <= len(lines) {
		name := t.Name[strings.LastIndexByte(t.Name, '.')+1:]
		r.Col = uint32(max(0, strings.Index(lines[line-1], name)))
	}
	r.Target = uint32(len(f.Targets))
	f.Targets = append(f.Targets, t)
	f.Refs = append(f.Refs, r)
	return nil
}

func targetOf(s string) lang.Target {
	path, name, ok := strings.Cut(s, "::")
	switch {
	case !ok:
		return lang.Target{Kind: lang.TargetFile, File: s}
	case path == "external":
		return lang.Target{Kind: lang.TargetExternal, Name: name}
	case path == "unresolved":
		return lang.Target{Kind: lang.TargetUnresolved, Name: name}
	}
	t := lang.Target{Kind: lang.TargetSymbol, File: path, Name: name}
	if qual, n, ok := strings.Cut(name, "#"); ok {
		dup, _ := strconv.Atoi(n)
		t.Name, t.Dup = qual, uint16(dup-1)
	}
	return t
}

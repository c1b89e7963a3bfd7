package surface

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/facade/op"
)

// Resolve chooses the surface of a connection. The warnings are sentences about
// wishes that were not understood or have no effect.
//
// The party that decides is the first whose Spec names a preset or at least one
// tool there is; a Spec that does not is passed over with a warning. A party
// above it may set the mode, and its Allow, Deny and signed names apply to
// whatever is decided below. What parties below the decision wish is not
// looked at.
func (c *Catalog) Resolve(wishes Choices) (*Surface, []string) {
	r := &resolving{catalog: c}
	for _, party := range []struct {
		name   string
		choice Choice
	}{{"forwarded", wishes.Forwarded}, {"operator", wishes.Operator}, {"profile", wishes.Profile}} {
		if r.hear(party.name, party.choice) {
			break
		}
	}
	if r.base == nil && r.list == nil {
		r.source, r.base = "server", PresetNamed(serverDefault)
		if strings.TrimSpace(wishes.Client) != "" {
			r.source, r.base = "client", PresetNamed(compact)
		}
	}
	return r.surface(), r.warnings
}

// resolving collects what the parties wish until one decides.
type resolving struct {
	catalog  *Catalog
	source   string
	base     *Preset  // the decision, or
	list     []string // the tools by name
	mode     Mode
	add      []string
	remove   []string
	warnings []string
}

func (r *resolving) warn(format string, a ...any) {
	if text := fmt.Sprintf(format, a...); !slices.Contains(r.warnings, text) {
		r.warnings = append(r.warnings, text)
	}
}

// hear takes in what one party wishes, and reports whether that decides.
func (r *resolving) hear(party string, choice Choice) bool {
	switch mode := Mode(strings.ToLower(strings.TrimSpace(string(choice.Mode)))); mode {
	case "":
	case Defer, Hide:
		if r.mode == "" {
			r.mode = mode
		}
	default:
		r.warn("mode %q of the tools: want defer or hide", short(string(choice.Mode)))
	}
	for _, name := range choice.Allow {
		r.delta("+", name)
	}
	for _, name := range choice.Deny {
		r.delta("-", name)
	}
	if r.spec(choice.Spec) {
		r.source = party
		return true
	}
	return false
}

// spec reads "preset,+add,-remove", or a list of tools, and reports whether it
// names a preset or a tool.
func (r *resolving) spec(spec string) bool {
	words := strings.FieldsFunc(spec, func(c rune) bool { return c == ',' || c == ' ' || c == '\t' || c == '\n' })
	plain := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return strings.ContainsRune("+-", rune(w[0])) })
	decided := false
	for _, word := range words {
		if strings.ContainsRune("+-", rune(word[0])) {
			r.delta(word[:1], word[1:])
			continue
		}
		if !decided && word == plain[0] {
			if p := r.preset(word, len(plain) == 1); p != nil {
				r.base, decided = p, true
				continue
			}
		}
		tool := r.tool(word, "is no tool")
		switch {
		case tool == "":
		case r.base != nil:
			r.add = append(r.add, tool)
		default:
			r.list, decided = append(r.list, tool), true
		}
	}
	if !decided && len(plain) > 0 {
		r.warn("%q names neither a preset nor a tool and decides nothing; presets are %s", short(spec), strings.Join(presetNames(), ", "))
	}
	return decided
}

// preset is the preset that the first word of a spec names. An alias that is a
// tool's name too means the preset only where it stands alone: in a list of
// names it is the tool.
func (r *resolving) preset(word string, alone bool) *Preset {
	p := PresetNamed(word)
	if p != nil && !alone && p.Name != strings.ToLower(word) && r.catalog.has(op.Normalise(word)) {
		return nil
	}
	return p
}

// delta adds or removes one tool.
func (r *resolving) delta(sign, word string) {
	tool := r.tool(word, "is no tool to "+map[string]string{"+": "add", "-": "remove"}[sign])
	switch {
	case tool == "":
	case sign == "+":
		r.add = append(r.add, tool)
	case r.catalog.byName[tool] != nil && r.catalog.byName[tool].kept():
		r.warn("%s is part of every surface of flat tools and cannot be removed", tool)
	default:
		r.remove = append(r.remove, tool)
	}
}

// tool is the name of a tool, flat or public, as the catalog writes it; "" and
// a warning where there is none.
func (r *resolving) tool(word, otherwise string) string {
	name := op.Normalise(word)
	if r.catalog.has(name) {
		return name
	}
	text := fmt.Sprintf("%q %s", short(word), otherwise)
	if near := op.Nearest(name, slices.Concat(r.catalog.FlatNames(), r.catalog.public, presetNames())); near != "" {
		text += "; did you mean " + near + "?"
	} else if PresetNamed(word) != nil {
		text += "; a preset comes first"
	}
	r.warn("%s", text)
	return ""
}

// has reports whether a tool of either kind has the name.
func (c *Catalog) has(name string) bool {
	return c.byName[name] != nil || slices.Contains(c.public, name)
}

// surface makes what was decided.
func (r *resolving) surface() *Surface {
	s := &Surface{Source: r.source, catalog: r.catalog}
	if r.base == nil {
		r.custom(s)
		return s
	}
	s.Preset, s.Mode = r.base.Name, r.base.Mode
	s.public, s.brief, s.reads = r.base.Closed, r.base.Brief, r.base.Reads
	s.live = r.base.show(r.catalog)
	if r.base.Closed {
		if len(r.add)+len(r.remove) > 0 {
			r.warn("%s is closed: no tool is added to it or removed", s.Preset)
		}
		if r.mode == Defer {
			r.warn("%s is closed: its mode is %s", s.Preset, s.Mode)
		}
		return s
	}
	if r.mode != "" {
		s.Mode = r.mode
	}
	s.live = r.catalog.inOrder(slices.Concat(s.live, r.add), r.remove)
	return s
}

// custom is a surface of just the tools listed. A list in which every name is a
// public tool's, and one of them nothing else, is of public tools; in any other
// list a name that both kinds have is the flat one.
func (r *resolving) custom(s *Surface) {
	s.Preset, s.Mode = custom, Hide
	names := slices.Concat(r.list, r.add)
	only := false
	s.public = true
	for _, n := range names {
		s.public = s.public && slices.Contains(r.catalog.public, n)
		only = only || r.catalog.byName[n] == nil
	}
	s.public = s.public && only
	if r.mode != "" && !s.public {
		s.Mode = r.mode
	}
	if s.Mode == Defer { // there is more to be found
		for _, e := range r.catalog.flat {
			if e.kept() {
				names = append(names, e.name)
			}
		}
	}
	if s.live = r.catalog.inOrder(names, r.remove); len(s.live) == 0 {
		r.warn("all of the tools named are removed again: none is left")
	}
}

// inOrder lists the names without those to remove, once each: flat tools in the
// order of their declarations, then public ones in theirs.
func (c *Catalog) inOrder(names, remove []string) (list []string) {
	for _, n := range slices.Concat(c.FlatNames(), c.public) {
		if slices.Contains(names, n) && !slices.Contains(remove, n) && !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	return list
}

// short is a user's own text, cut for a message.
func short(text string) string {
	if len(text) > 80 {
		return strings.ToValidUTF8(text[:80], "") + "…"
	}
	return text
}

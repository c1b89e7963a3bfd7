package explore

import (
	"fmt"
	"strings"

	"github.com/gortexhq/gortex/internal/briefing"
)

// The levels of a page, each shorter than the one before. Sections go in the
// order of what can be asked for most easily later.
const (
	levelFull     = iota
	levelNames    // symbols without what they say of themselves
	levelHalf     // half of each list
	levelBare     // the tree without descriptions, less of each list
	levelOutline  // no tests, no state of the index
	levelLayout   // no symbols
	levelHeadline // what it is and how large
	levelName     // its name
)

// page writes a digest at one level.
type page struct {
	digest
	level   int
	b       strings.Builder
	omitted []string
}

func (p *page) write() string {
	p.line("# %s", p.name)
	if p.level < levelName {
		p.headline()
	}
	p.section("layout", levelHeadline, len(p.layout) > 0, p.writeLayout)
	p.section("entry_points", levelLayout, len(p.entries) > 0, p.writeEntries)
	p.section("hotspots", levelLayout, len(p.hotspots) > 0, p.writeHotspots)
	p.section("tests", levelOutline, p.files > 0, p.writeTests)
	p.section("index", levelOutline, true, p.writeIndex)
	return p.b.String()
}

func (p *page) line(format string, a ...any) { fmt.Fprintf(&p.b, format+"\n", a...) }

// section writes a part of the page that is there below a level.
func (p *page) section(name string, below int, some bool, write func()) {
	switch {
	case !some:
	case p.level >= below:
		p.omitted = append(p.omitted, name)
	default:
		p.line("")
		write()
	}
}

func (p *page) headline() {
	if p.purpose != "" {
		p.line("\n> %s (%s)", p.purpose, p.readme)
	}
	p.line("")
	if len(p.languages) == 0 {
		p.line("%s, %s; in no language whose symbols are indexed.", count(p.files, "file"), count(p.lines, "line"))
		return
	}
	const most = 5
	var also []string
	for _, l := range p.languages[1:min(len(p.languages), most)] {
		also = append(also, fmt.Sprintf("%s %d", l.Language, l.Files))
	}
	if more := len(p.languages) - most; more > 0 {
		also = append(also, fmt.Sprintf("and %d more", more))
	}
	first := p.languages[0]
	p.line("Mostly %s (%s); %s, %s, %s in all.", first.Language, count(first.Files, "file"), count(p.files, "file"), count(p.lines, "line"), count(p.symbols, "symbol"))
	if len(also) > 0 {
		p.line("Files in other languages: %s.", strings.Join(also, ", "))
	}
}

// most is how much of a list of n is shown at the page's level.
func (p *page) most(n int) int {
	switch {
	case p.level >= levelBare:
		return min(n, max(3, n/3))
	case p.level >= levelHalf:
		return min(n, max(4, n/2))
	}
	return n
}

func (p *page) writeLayout() {
	p.line("## Layout")
	shown := p.layout
	if p.level >= levelBare {
		var names []string
		for _, d := range shown {
			names = append(names, "`"+d.Path+"/`")
		}
		p.line("%s%s", strings.Join(names, ", "), p.moreDirectories())
		return
	}
	for _, d := range shown {
		p.line("- `%s/` %s, %s%s", d.Path, count(d.Files, "file"), count(d.Lines, "line"), says(about(d)))
	}
	if more := p.moreDirectories(); more != "" {
		p.line("-%s", strings.TrimPrefix(more, ","))
	}
}

func (p *page) moreDirectories() string {
	if more := p.directories - len(p.layout); more > 0 {
		return fmt.Sprintf(", and %d smaller", more)
	}
	return ""
}

func about(d briefing.Directory) string {
	if d.About == "" && len(d.Holds) > 0 {
		return "holds " + strings.Join(d.Holds, ", ")
	}
	return d.About
}

func says(text string) string {
	if text == "" {
		return ""
	}
	return ": " + text
}

func (p *page) writeEntries() {
	p.line("## Entry points (%d)", p.entryTotal)
	for _, e := range p.entries[:p.most(len(p.entries))] {
		p.line("- `%s`%s", e.ID, p.of(e))
	}
}

func (p *page) writeHotspots() {
	p.line("## Most used")
	for _, h := range p.hotspots[:p.most(len(p.hotspots))] {
		p.line("- `%s` (%s, %s)%s", h.ID, h.Kind, count(h.Uses, "use"), p.of(h))
	}
}

func (p *page) of(k known) string {
	if p.level >= levelNames {
		return ""
	}
	return says(k.about)
}

func (p *page) writeTests() {
	p.line("## Tests")
	if p.testFiles == 0 {
		p.line("No indexed file looks like a test.")
	} else {
		var places []string
		for _, d := range p.testDirs {
			places = append(places, fmt.Sprintf("`%s/` %d", d.Path, d.Files))
		}
		where := ""
		if len(places) > 0 {
			where = ", most in " + strings.Join(places, ", ")
		}
		p.line("%s%s.", count(p.testFiles, "test file"), where)
	}
	var commands []string
	for _, r := range p.runs {
		commands = append(commands, fmt.Sprintf("`%s` (%s)", r.Command, r.From))
	}
	if len(commands) > 0 {
		p.line("Seem to be run by %s.", strings.Join(commands, ", "))
	}
}

func (p *page) writeIndex() {
	p.line("## Index")
	state := p.state
	if p.branch != "" {
		state += ", on branch " + p.branch
	}
	if p.skipped > 0 {
		state += fmt.Sprintf("; %s left out", count(p.skipped, "file"))
	}
	switch n := len(p.caveats); {
	case n == 1:
		state += "; 1 caveat: workspace.index has it"
	case n > 1:
		state += fmt.Sprintf("; %d caveats: workspace.index lists them", n)
	}
	p.line("%s.", strings.TrimPrefix(state, ", "))
}

// count writes a number with what it counts.
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

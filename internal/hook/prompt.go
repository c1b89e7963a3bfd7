package hook

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Bounds of what is said about a prompt.
const (
	mostRelevant  = 1500    // bytes
	readOfPrompt  = 4 << 10 // bytes; what is longer is pasted
	shortest      = 12      // bytes
	mostNames     = 6       // that are looked up
	fewestWords   = 3       // that mean something, where no name is written
	fewestMatched = 2       // of them in the name or path of a symbol
	mostWords     = 3       // rows
)

var (
	quoted = pattern("`([^`\n]{3,80})`")
	token  = pattern(`[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::)[\p{L}_$][\p{L}\p{N}_$]*)*`)
)

// relevant says which symbols a prompt is about: those it names, or else those
// whose names have several of its words. Mostly it is about none, and nothing
// is said.
func relevant(a *asking, prompt string) string {
	prompt = strings.TrimSpace(prompt)
	if len(prompt) < shortest || strings.HasPrefix(prompt, "/") {
		return "" // an answer, or a command of the host
	}
	prompt = prompt[:min(len(prompt), readOfPrompt)]
	l := &lines{room: mostRelevant}
	for _, name := range names(prompt) {
		found, more := a.named(name, false, mostSameNamed)
		if more > mostSameNamed {
			continue // a name that many have says nothing
		}
		for _, s := range found {
			l.mention(a, s)
		}
	}
	if len(l.text) == 0 {
		byWords(a, l, meaningful(prompt))
	}
	if len(l.text) > 0 {
		l.add("More: " + a.usage("explore", object{"task": "..."}) + ", or " + a.usage("read", object{"target": object{"symbol": "..."}}))
	}
	return l.String()
}

// mention adds a symbol, and before the first a heading.
func (l *lines) mention(a *asking, s symbol) {
	if len(l.text) == 0 {
		l.add("gortex: symbols this may be about:")
	}
	l.add(fmt.Sprintf("%s (%s, line %d%s)", s.ID, s.Kind, s.Line, a.count(s.ID, s.Kind)))
}

// names are the words of a text that look like names in code: what stands in
// backquotes, and words with a capital or an underscore inside, or with a part
// after a dot.
func names(text string) []string {
	var list []string
	add := func(name string) {
		if len(list) < mostNames && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	for _, m := range quoted().FindAllStringSubmatch(text, -1) {
		if name := strings.TrimSuffix(m[1], "()"); identifier().MatchString(name) {
			add(name)
		}
	}
	for _, at := range token().FindAllStringIndex(text, -1) {
		word := text[at[0]:at[1]]
		called := strings.HasPrefix(text[at[1]:], "(")
		// A part of a path or address is no name.
		if at[0] > 0 && strings.ContainsRune("/@\\", rune(text[at[0]-1])) || strings.HasPrefix(text[at[1]:], "/") {
			continue
		}
		if len(word) >= 4 && (called || inside(word)) {
			add(word)
		}
	}
	return list
}

// inside reports whether a word has within it what words of prose have not.
func inside(word string) bool {
	if strings.ContainsAny(word, ".:") {
		return true
	}
	runes := []rune(word)
	upper := 0
	for i, r := range runes {
		switch {
		case r == '_' && i > 0 && i < len(runes)-1:
			return true
		case unicode.IsUpper(r) && i > 0:
			upper++
		}
	}
	// All capitals is an abbreviation, or shouted.
	return upper > 0 && upper < len(runes)-1 && strings.ToUpper(string(runes)) != string(runes)
}

// byWords adds the symbols that several of the words lead to.
func byWords(a *asking, l *lines, words []string) {
	if len(words) < fewestWords {
		return
	}
	var answer struct {
		Results []symbol `json:"results"`
	}
	ok := a.ask("search", object{
		"operation": "symbols", "query": strings.Join(words, " "),
		"options": object{"limit": 12, "query_class": "concept", "expand": "off", "exclude_tests": true, "paginate": false, "compact": true},
	}, &answer)
	if !ok {
		return
	}
	said := 0
	for _, s := range answer.Results {
		if said < mostWords && code(s.Kind) && matched(s, words) >= fewestMatched {
			said++
			l.mention(a, s)
		}
	}
}

// matched counts the words that a symbol's own name has.
func matched(s symbol, words []string) int {
	parts := subwords(s.name())
	n := 0
	for _, w := range words {
		if slices.ContainsFunc(parts, func(p string) bool { return alike(p, w) }) {
			n++
		}
	}
	return n
}

// alike reports whether two words are forms of one: "diagnostic", "diagnostics".
func alike(x, y string) bool {
	const most = 3 // letters of an ending
	n := min(len(x), len(y))
	return x == y || n >= 4 && x[:n] == y[:n] && max(len(x), len(y))-n <= most
}

// subwords splits a name into its words, in lower case.
func subwords(name string) []string {
	var words []string
	var now []rune
	end := func() {
		if len(now) > 0 {
			words = append(words, strings.ToLower(string(now)))
		}
		now = nil
	}
	runes := []rune(name)
	for i, r := range runes {
		if !unicode.IsLetter(r) {
			end()
			continue
		}
		if unicode.IsUpper(r) && i > 0 && (unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			end()
		}
		now = append(now, r)
	}
	end()
	return words
}

// meaningful are the words of a prompt that say what it is about.
func meaningful(prompt string) []string {
	const most = 12
	var words []string
	for _, w := range strings.FieldsFunc(strings.ToLower(prompt), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if len(w) >= 4 && !common()[w] && !slices.Contains(words, w) && len(words) < most {
			words = append(words, w)
		}
	}
	return words
}

// common are words of requests that say nothing about code.
var common = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(`about above added adding after again also always another anything because been before being
		better between both call called change changed code could does doesn done each error ever every explain file files find fine first
		from function functions give good have help here implement into issue just keep know like line lines look looks make makes
		maybe method more most much must name need needs never next once only other over part please problem really right same
		should show some something still such sure take test tests than thank thanks that their them then there these they thing
		things think this those through type under until update used uses using value very want wants well were what when where
		which while will with work working works would write wrong your`) {
		set[w] = true
	}
	return set
})

package query

import (
	"slices"
	"strings"
	"sync"
)

// stopWords say nothing about code: grammar, and how people ask for it.
var stopWords = strings.Fields(`a about actually an and are as at be been but by can could decide decided decides
determine determined determines did do does doing done each else exactly
every for from had has have how i if in into is it its let may me more most my need no not of off on
one only or other our out over own please same she should show so some such than that the their them
then there these they this those to too under up us very want was we were what when where which while
who whose why will with would you your
code codebase repo repository project file files function functions method methods class classes
implement implemented implementation place places find locate look happens happen responsible logic
handle handled handles handling work works working thing things stuff part used uses use using`)

// Keywords are the words of a question that say what it is about; all words
// when none does.
func Keywords(text string) []string {
	var kept, all []string
	for _, w := range Words(text) {
		if slices.Contains(all, w) {
			continue
		}
		all = append(all, w)
		if len(w) > 1 && !slices.Contains(stopWords, w) {
			kept = append(kept, w)
		}
	}
	if len(kept) == 0 {
		return all
	}
	return kept
}

// Variants are other forms of an English word: numbers and tenses.
func Variants(w string) []string {
	if len(w) < 3 {
		return nil
	}
	stem := w
	for _, end := range []string{"izations", "ization", "ations", "ation", "ings", "ing", "ies", "ers", "ors", "ied", "er", "or", "ed", "es", "s", "e"} {
		if cut, ok := strings.CutSuffix(w, end); ok && len(cut) >= 3 {
			stem = cut
			if end == "ies" || end == "ied" {
				stem += "y"
			}
			break
		}
	}
	out := []string{}
	add := func(v string) {
		if v != w && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	stems := []string{stem}
	if american := strings.Replace(strings.Replace(stem, "our", "or", 1), "alis", "aliz", 1); american != stem && len(stem) > 4 {
		stems = append(stems, american) // colours, normalised
	}
	if n := len(stem); n > 3 && stem[n-1] == stem[n-2] && !strings.ContainsRune("aeiouls", rune(stem[n-1])) {
		stems = append(stems, stem[:n-1]) // stopped, stop
	}
	for _, s := range stems {
		for _, end := range []string{"", "e", "s", "es", "ing", "ed", "er", "or", "ion", "ation"} {
			add(s + end)
		}
		if cut, ok := strings.CutSuffix(s, "y"); ok {
			add(cut + "ies")
			add(cut + "ied")
		}
		if cut, ok := strings.CutSuffix(s, "e"); ok {
			add(cut + "ing")
			add(cut + "ion")
			add(cut + "or")
		}
	}
	return out
}

// synonyms are words that programmers use for one another, a group a line.
const synonyms = `
add append insert push put attach register
remove delete erase drop unregister discard evict prune purge
get fetch load read retrieve obtain lookup acquire
set assign store write save persist put
create make new build construct init generate spawn allocate
start begin launch run boot open init
stop end close shutdown terminate finish exit kill cancel abort halt
find search lookup query match locate seek
parse decode unmarshal deserialize read scan lex tokenize
print format render encode marshal serialize dump stringify emit display
check validate verify assert ensure test guard
change update modify edit mutate patch alter set
error failure fault exception panic err fail
config configuration settings options preferences params cfg opts
auth authentication authenticate login signin authorize authorization permission credential token session
user account profile member
request req call query
response reply answer resp result
send emit publish dispatch post transmit notify deliver
receive recv accept consume listen subscribe
connect dial open link connection conn
disconnect close hangup
retry backoff repeat attempt again
cache memo memoize memoized
queue buffer backlog channel fifo
lock mutex guard synchronize semaphore
thread goroutine worker task job process
schedule scheduler timer cron interval ticker
timeout deadline expire expiry ttl
log logger logging trace audit
metric metrics counter gauge telemetry stats statistics
database db sql storage store repository
table schema model entity record
file path filename document
directory folder dir
convert transform map translate cast coerce
filter select where predicate
sort order rank compare
merge join combine concat concatenate union
split divide partition tokenize chunk
copy clone duplicate dup
compress zip gzip deflate
encrypt cipher crypt encryption
hash digest checksum sum fingerprint
random rand shuffle
count number total size length len
average mean
date time timestamp clock datetime
web http server rest api endpoint
route router routing path url handler mux
middleware interceptor filter plugin hook
template view render page
button click press
image picture photo icon
event signal message notification
handler callback listener hook observer subscriber
import include require
export publish expose
command cmd cli subcommand
argument arg param parameter flag option
environment env
package module library dependency
version release tag
branch fork
install setup deploy provision
upload send put
download fetch pull get
ignore skip exclude omit
limit max cap bound threshold throttle rate
default fallback
empty blank null nil none
equal same compare eq
string text str
integer int number
list array slice sequence collection
map dictionary dict hash table
tree graph node
traverse walk visit iterate
recursive recursion
index catalog
permission access acl role policy
payment charge billing invoice checkout price
email mail smtp
translate i18n locale localization language
escape quote sanitize
redirect forward
proxy gateway relay
health status ping heartbeat liveness
migrate migration upgrade
rollback revert undo restore
backup snapshot dump
watch monitor observe
reload refresh update
resolve lookup bind
symbol identifier name
type kind
completion autocomplete suggest suggestion
`

var synonymGroups = sync.OnceValue(func() map[string][]string {
	m := map[string][]string{}
	for line := range strings.Lines(synonyms) {
		group := strings.Fields(line)
		for _, w := range group {
			for _, other := range group {
				if other != w && !slices.Contains(m[w], other) {
					m[w] = append(m[w], other)
				}
			}
		}
	}
	return m
})

// Synonyms are words that may stand in code for a word of a question.
func Synonyms(w string) []string {
	groups := synonymGroups()
	if s := groups[w]; s != nil {
		return s
	}
	for _, v := range Variants(w) {
		if s := groups[v]; s != nil {
			return s
		}
	}
	return nil
}

// Package screen looks for text that addresses the model that reads it: orders
// hidden in source code, documents or arguments ("prompt injection"). It only
// tells; what it looks at is never changed.
package screen

import (
	"bytes"
	"regexp"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/gortexhq/gortex/facade/op"
)

// rule is one way of addressing a model. Text without one of its anchors cannot
// match, and looking for those is cheap.
type rule struct {
	name    string
	anchors []string
	near    []string       // one of these must stand near an anchor; nil: none need
	match   *regexp.Regexp // nil: the anchor itself is enough
}

// gap is what may stand between two words: white space, its JSON escapes, and
// the marks of comments and lists.
const gap = `(?:\s|\\[nrt]|[*#/>_\-"'.,:])+`

func words(pattern string) *regexp.Regexp {
	return regexp.MustCompile(string(bytes.ReplaceAll([]byte(pattern), []byte(" "), []byte(gap))))
}

// rules are ordered as they are reported. Patterns are matched against text in
// lower case.
var rules = []rule{
	{"override-instructions", []string{"instruction", "guideline", "directive"}, []string{"ignore", "disregard", "forget", "override", "bypass"},
		words(`\b(?:ignore|disregard|forget|override|bypass) (?:(?:all|any|the|of|your|my|these|those|every) )*(?:previous|prior|earlier|preceding|above|existing|system|safety|original) (?:\w+ )?(?:instruction|guideline|directive)s?\b`)},
	{"new-role", []string{"unrestricted", "jailbroken", "uncensored", "evil", "dan", "developer", "root", "admin", "system", "different"}, []string{"you", "act", "pretend"},
		words(`\b(?:you are now (?:an? |the )?(?:unrestricted|jailbroken|evil|dan\b|developer mode|root|admin|system|different (?:ai|assistant|model))|(?:act as|pretend (?:to be|that you are)) (?:an? |the )?(?:unrestricted|jailbroken|uncensored|system))`)},
	{"reveal-prompt", []string{"prompt", "instructions"}, []string{"system", "initial", "hidden"},
		words(`\b(?:reveal|print|show|repeat|output|leak|tell me) (?:(?:me|the|your|all|of|full|entire|exact|hidden) )*(?:system prompt|initial prompt|hidden instructions|system instructions)`)},
	{"hide-from-user", []string{"user"}, []string{"do not", "don't", "never", "must not know", "without"},
		words(`\b(?:(?:do not|don't|never) (?:tell|inform|alert|notify|mention this to) (?:the )?user|the user must not know|without (?:telling|informing|asking) the user)`)},
	{"exfiltrate", []string{"exfiltrate", "api key", "credentials", "secrets", "environment variables", "private key", ".env", "passwords"}, []string{"exfiltrate", "send", "post", "upload", "forward", "email"},
		words(`\b(?:exfiltrate (?:the|all|any|your|this|data|secrets?|credentials)|(?:send|post|upload|forward|email) (?:(?:all|the|any|your|contents|of|every|these) )*(?:api keys?|credentials|secrets|private keys?|environment variables|\.env|passwords) (?:to|via)\b)`)},
	{"model-markup", []string{"<|im_start|>", "<|im_end|>", "<|system|>", "<|endoftext|>", "[/inst]", "<<sys>>", `\u003c|im_start|\u003e`, "<function_calls>", "<system-reminder>"}, nil, nil},
	{"bidirectional-text", []string{"\u202a", "\u202b", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068"}, nil, nil},
	{"invisible-text", []string{"\xf3\xa0\x80", "\xf3\xa0\x81"}, nil, nil}, // tag characters, U+E0000 to U+E007F
}

const (
	// window is how far around an anchor a rule is looked for, in bytes.
	window = 120
	// most is how many matches of one rule are counted.
	most = 100
	// attempts is how often a rule is tried on one text: one that is made to
	// look suspicious everywhere must not cost more for it.
	attempts = 200
)

var buffers = sync.Pool{New: func() any { return new([]byte) }}

// Scan returns what is found in the arguments and in the answer of one call.
func Scan(arguments, result []byte) (found []op.Suspect) {
	found = scan(found, "arguments", arguments)
	return scan(found, "result", result)
}

func scan(found []op.Suspect, where string, text []byte) []op.Suspect {
	b := buffers.Get().(*[]byte)
	defer buffers.Put(b)
	lower := lowered((*b)[:0], text)
	*b = lower
	for _, r := range rules {
		if n, at := r.count(lower); n > 0 {
			found = append(found, op.Suspect{Where: where, Pattern: r.name, Count: n, Offset: at})
		}
	}
	return found
}

// lowered appends text in ASCII lower case: the same length, so that offsets
// stay true.
func lowered(to, text []byte) []byte {
	to = append(to, text...)
	for i, c := range to {
		if c-'A' < 26 {
			to[i] = c + 'a' - 'A'
		}
	}
	return to
}

// count looks for a rule and says where it was met first.
func (r *rule) count(text []byte) (n, first int) {
	first = -1
	tried := 0
	for _, a := range r.anchors {
		from := 0
		for n < most && tried < attempts {
			i := bytes.Index(text[from:], []byte(a))
			if i < 0 {
				break
			}
			at, next := from+i, from+i+len(a)
			if r.match != nil {
				lo := whole(text, max(from, at-window))
				around := text[lo:min(len(text), at+window)]
				if !r.likely(around) {
					from = next
					continue
				}
				tried++
				loc := r.match.FindIndex(around)
				if loc == nil {
					from = next
					continue
				}
				at, next = lo+loc[0], max(next, lo+loc[1])
			}
			n++
			if first < 0 || at < first {
				first = at
			}
			from = next
		}
	}
	return n, first
}

func (r *rule) likely(around []byte) bool {
	return len(r.near) == 0 || slices.ContainsFunc(r.near, func(w string) bool { return bytes.Contains(around, []byte(w)) })
}

// whole moves a cut to where a rune begins.
func whole(text []byte, at int) int {
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}

package artifact

import (
	"bytes"
	"slices"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/query"
)

// Reference is a symbol whose name stands in an artifact. Only the name says
// so: its tier is that of text that matches.
type Reference struct {
	Node graph.NodeID
	Line int // of the artifact, where the name first stands
}

const (
	mostHolders = 3 // symbols of one name, beyond which it says nothing
	leastName   = 4 // letters of a name that is one word
)

// References lists the symbols an artifact names, in the order in which it
// does. A name counts where it stands as a whole word, in the same case, and:
//
//   - a name of several words (saveOrder, MAX_SIZE) is that of at most three
//     types, callables, constants or variables;
//   - a name that is one word begins with a capital, as Order does, is that of
//     one type or callable only and, in a document, stands in code marks: prose
//     begins sentences with such words.
//
// Symbols of test code count only where no other code has the name.
func References(r graph.Reader, a Artifact, text []byte) []Reference {
	var found []Reference
	seen := map[string]bool{}
	prose := a.Kind == "doc"
	line, fenced, quoted := 1, false, false
	for at := 0; at < len(text); {
		c := text[at]
		switch {
		case c == '\n':
			line, quoted = line+1, false
			at++
		case c == '`':
			if bytes.HasPrefix(text[at:], []byte("```")) {
				fenced, at = !fenced, at+3
			} else {
				quoted, at = !quoted, at+1
			}
		case !isWord(c):
			at++
		default:
			end := at + 1
			for end < len(text) && isWord(text[end]) {
				end++
			}
			name, alone := string(text[at:end]), prose && !fenced && !quoted
			key := name
			if alone {
				key = "\x00" + name // it may count elsewhere, in code marks
			}
			if !seen[key] && !seen[name] {
				seen[key] = true
				holders := named(r, a.Path, name, alone)
				if len(holders) > 0 {
					seen[name] = true
				}
				for _, id := range holders {
					found = append(found, Reference{id, line})
				}
			}
			at = end
		}
	}
	return found
}

// isWord takes every byte of a character that is no ASCII, so that a name is
// not found within a word of another script.
func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

// named lists the symbols that a name stands for, none where it could mean
// anything. In prose a single word means nothing.
func named(r graph.Reader, self, name string, prose bool) []graph.NodeID {
	if len(name) < leastName || '0' <= name[0] && name[0] <= '9' {
		return nil
	}
	single := len(query.Words(name)) < 2
	if single && (prose || name[0] < 'A' || name[0] > 'Z') {
		return nil
	}
	var code, tests []graph.NodeID
	for id := range r.ByName(name) {
		n := r.Node(id)
		if n.File == graph.NoFile || r.File(n.File).Path == self || n.Flags&graph.FlagDuplicate != 0 {
			continue
		}
		plain := n.Kind == graph.KindConstant || n.Kind == graph.KindVariable
		if !n.Kind.IsType() && !n.Kind.IsCallable() && !plain {
			continue
		}
		if single && plain {
			return nil
		}
		if query.InTest(r, id) {
			tests = append(tests, id)
		} else {
			code = append(code, id)
		}
	}
	if len(code) == 0 {
		code = tests
	}
	if len(code) > mostHolders || single && len(code) > 1 {
		return nil
	}
	slices.Sort(code)
	return code
}

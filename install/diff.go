package install

import (
	"bytes"
	"regexp"

	"github.com/rogpeppe/go-internal/diff"
)

// Diff is what the change does to the text of its file, in the unified format
// with three lines around; "" for nothing. It is to be read, and goes into logs:
// what looks like a secret of the lines around is covered.
func (c *Change) Diff() string {
	if c.Action() == Keep {
		return ""
	}
	before, after := c.Target, c.Target
	if c.Before == nil {
		before = "/dev/null"
	}
	if c.After == nil {
		after = "/dev/null"
	}
	text := diff.Diff(before, c.Before, after, c.After)
	// The first line says the names once more, which a patch does not need.
	if i := bytes.IndexByte(text, '\n'); i >= 0 && bytes.HasPrefix(text, []byte("diff ")) {
		text = text[i+1:]
	}
	if len(text) == 0 {
		return "--- " + before + "\n+++ " + after + "\n" // an empty file comes or goes
	}
	return string(secret.ReplaceAll(text, []byte("${1}${2}"+covered+"${2}")))
}

// covered stands for a secret.
const covered = "•••"

// secret is a value whose key says that nobody else should see it, in JSON,
// TOML or YAML. A reference to a variable is none.
var secret = regexp.MustCompile(`(?i)([\w.-]*(?:token|secret|passwo?r?d|api[_-]?key|access[_-]?key|private[_-]?key|credential|authorization)[\w.-]*["']?[ \t]*[:=][ \t]*)(["']?)[^\s"',}$\[{][^"',}\n]*["']?`)

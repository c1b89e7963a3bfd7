package briefing

import (
	"context"
	"regexp"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/excerpt"
)

var readmes = []string{"README.md", "README.rst", "README.txt", "README", "readme.md", "Readme.md", "README.markdown"}

// Purpose is the first sentence of the README at the root, and the file it
// stands in.
func (s *Survey) Purpose(ctx context.Context) (sentence, file string) {
	for _, name := range readmes {
		if text := Prose(s.read(ctx, name)); text != "" {
			return text, name
		}
	}
	return "", ""
}

type rewrite struct {
	what *regexp.Regexp
	with string
}

// inline takes the marks of Markdown and HTML out of a line.
var inline = sync.OnceValue(func() []rewrite {
	return []rewrite{
		{regexp.MustCompile(`\[!\[[^\]]*\]\([^)]*\)\]\([^)]*\)|\[!\[[^\]]*\]\[[^\]]*\]\](?:\([^)]*\)|\[[^\]]*\])`), ""}, // linked images
		{regexp.MustCompile(`!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])`), ""},
		{regexp.MustCompile(`\[([^\]]+)\](?:\([^)]*\)|\[[^\]]*\])`), "$1"},
		{regexp.MustCompile("`([^`<]+?) *<[^>`]*>`__?"), "$1"}, // a link of reStructuredText
		{regexp.MustCompile(`</?[A-Za-z][^>]*>`), ""},
		{regexp.MustCompile(`\*\*|__`), ""},
	}
})

// leastWords is how many words make a sentence rather than a caption.
const leastWords = 3

// Prose is the first sentence of the first paragraph of a document in Markdown
// or reStructuredText: what is neither heading nor badge, list, table, code,
// directive or comment.
func Prose(text []byte) string {
	lines := strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")
	if strings.TrimSpace(lines[0]) == "---" { // front matter
		for i := 1; i < len(lines); i++ {
			if strings.TrimSpace(lines[i]) == "---" {
				lines = lines[i+1:]
				break
			}
		}
	}
	var paragraph []string
	fenced, comment := false, false
	for _, line := range append(lines, "") {
		trimmed := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), ">"))
		switch {
		case strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~"):
			fenced, paragraph = !fenced, nil
			continue
		case strings.HasPrefix(trimmed, "<!--"):
			comment = !strings.Contains(trimmed, "-->")
			continue
		case comment:
			comment = !strings.Contains(trimmed, "-->")
			continue
		case fenced:
			continue
		case underline(trimmed):
			paragraph = nil // what came before was a heading
			continue
		case trimmed == "" || isStructure(line, trimmed):
			if words := strings.Join(paragraph, " "); len(strings.Fields(words)) >= leastWords {
				return excerpt.Sentence(words)
			}
			paragraph = nil
			continue
		}
		for _, r := range inline() {
			trimmed = r.what.ReplaceAllString(trimmed, r.with)
		}
		if trimmed = strings.TrimSpace(trimmed); trimmed != "" {
			paragraph = append(paragraph, trimmed)
		}
	}
	return ""
}

// underline reports whether a line makes a heading of the one before it.
func underline(line string) bool {
	return len(line) > 2 && strings.ContainsRune("=-~^*#", rune(line[0])) && strings.Trim(line, line[:1]) == ""
}

// isStructure reports whether a line is no running text.
func isStructure(line, trimmed string) bool {
	if strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t") {
		return true
	}
	for _, mark := range []string{"#", "- ", "* ", "+ ", "|", "..", ":", "1. ", "[!", "===", "{%", "import "} {
		if strings.HasPrefix(trimmed, mark) && !strings.HasPrefix(trimmed, "[![") {
			return true
		}
	}
	return false
}

package hook

import (
	"path/filepath"
	"strings"
)

// word is one word of a command. One that the shell would still change, by a
// variable or a pattern of file names, is open.
type word struct {
	text string
	open bool
}

// splitCommands splits a line into simple commands of words. It understands
// quotes, escapes, comments, redirections to files and what stands between
// commands. Whatever else there is (substitutions, here-documents, groups),
// nothing is understood.
func splitCommands(line string) (commands [][]word, ok bool) {
	s := splitter{line: line}
	for s.pos < len(s.line) {
		if !s.step() {
			return nil, false
		}
	}
	s.endCommand()
	return s.commands, !s.redirect
}

type splitter struct {
	line     string
	pos      int
	commands [][]word
	words    []word
	now      word
	within   bool // a word has begun, be it empty
	redirect bool // the next word is where a stream goes
}

// step reads one character, or a quoted part; false if it means too much.
func (s *splitter) step() bool {
	c := s.line[s.pos]
	s.pos++
	switch c {
	case ' ', '\t':
		s.endWord()
	case '\n', ';', '&', '|':
		return s.operator(c)
	case '>', '<':
		return s.stream(c)
	case '\'':
		end := strings.IndexByte(s.line[s.pos:], '\'')
		if end < 0 {
			return false
		}
		s.put(s.line[s.pos : s.pos+end])
		s.pos += end + 1
	case '"':
		return s.quoted()
	case '\\':
		if s.pos == len(s.line) {
			return false
		}
		if s.line[s.pos] != '\n' {
			s.put(s.line[s.pos : s.pos+1])
		}
		s.pos++
	case '#':
		if !s.within {
			if end := strings.IndexByte(s.line[s.pos:], '\n'); end >= 0 {
				s.pos += end
			} else {
				s.pos = len(s.line)
			}
			return true
		}
		s.put("#")
	case '`', '(', ')':
		return false
	case '$':
		if s.follows('(') {
			return false
		}
		s.now.open = s.now.open || s.names()
		s.put("$")
	case '*', '?', '[', '{':
		s.put(string(c))
		s.now.open = true
	default:
		s.put(s.line[s.pos-1 : s.pos])
	}
	return true
}

// quoted reads a part in double quotes.
func (s *splitter) quoted() bool {
	s.put("")
	for s.pos < len(s.line) {
		c := s.line[s.pos]
		s.pos++
		switch {
		case c == '"':
			return true
		case c == '`', c == '$' && s.follows('('):
			return false
		case c == '$':
			s.now.open = s.now.open || s.names()
			s.put("$")
		case c == '\\' && s.pos < len(s.line) && strings.IndexByte("\"\\$`", s.line[s.pos]) >= 0:
			s.put(s.line[s.pos : s.pos+1])
			s.pos++
		default:
			s.put(s.line[s.pos-1 : s.pos])
		}
	}
	return false
}

// names reports whether a dollar before this place begins a variable; one that
// ends a pattern is itself.
func (s *splitter) names() bool {
	return s.pos < len(s.line) && (s.line[s.pos] == '{' || letter(s.line[s.pos]))
}

func letter(c byte) bool { return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

func (s *splitter) follows(c byte) bool { return s.pos < len(s.line) && s.line[s.pos] == c }

func (s *splitter) put(text string) {
	s.within = true
	s.now.text += text
}

// operator reads what stands between two commands.
func (s *splitter) operator(c byte) bool {
	if c == '&' && s.follows('>') { // both streams
		s.endWord()
		s.pos++
		s.redirect = true
		return true
	}
	if (c == '&' || c == '|') && s.follows(c) {
		s.pos++
	}
	s.endCommand()
	return !s.redirect
}

// stream reads a redirection.
func (s *splitter) stream(c byte) bool {
	if s.within && strings.Trim(s.now.text, "0123456789") == "" {
		s.now, s.within = word{}, false // the number of the stream
	}
	s.endWord()
	switch {
	case s.redirect, c == '<' && s.follows('<'), s.follows('('):
		return false
	case s.follows('>'), s.follows('|'):
		s.pos++
	case s.follows('&'):
		s.pos++
	}
	s.redirect = true
	return true
}

func (s *splitter) endWord() {
	if !s.within {
		return
	}
	if s.redirect {
		s.redirect = false
	} else {
		s.words = append(s.words, s.now)
	}
	s.now, s.within = word{}, false
}

func (s *splitter) endCommand() {
	s.endWord()
	if len(s.words) > 0 {
		s.commands = append(s.commands, s.words)
	}
	s.words = nil
}

// mostNested is how many shells may stand in each other.
const mostNested = 2

// shellLooks finds what a command line reads and searches for. What is not
// understood is not guessed at.
func shellLooks(dir, line string, depth int) []look {
	commands, ok := splitCommands(line)
	if !ok || depth > mostNested {
		return nil
	}
	var looks []look
	for _, words := range commands {
		if words[0].text == "cd" {
			if len(words) != 2 || words[1].open {
				return looks
			}
			if dir = absolute(dir, words[1].text); dir == "" {
				return looks
			}
			continue
		}
		looks = append(looks, simpleLooks(dir, words, depth)...)
	}
	return looks
}

// wordLooks is shellLooks of a program and its arguments.
func wordLooks(dir string, list []string, depth int) []look {
	words := make([]word, len(list))
	for i, w := range list {
		words[i].text = w
	}
	if len(words) == 0 {
		return nil
	}
	return simpleLooks(dir, words, depth)
}

// simpleLooks finds what one program reads and searches for.
func simpleLooks(dir string, words []word, depth int) []look {
	for len(words) > 1 && strings.Contains(words[0].text, "=") {
		words = words[1:] // variables of the program
	}
	program, rest := filepath.Base(words[0].text), words[1:]
	if words[0].open {
		return nil
	}
	switch program {
	case "sh", "bash", "zsh", "dash":
		for i, w := range rest {
			if strings.HasPrefix(w.text, "-") && strings.HasSuffix(w.text, "c") && i+1 < len(rest) {
				return shellLooks(dir, rest[i+1].text, depth+1)
			}
		}
	case "cat", "bat", "nl", "less", "more":
		return fileLooks(dir, rest, readValues, 0, 0)
	case "tail":
		return fileLooks(dir, rest, tailValues, 0, 0)
	case "head":
		return fileLooks(dir, rest, tailValues, 1, headLines(rest))
	case "sed":
		return sedLooks(dir, rest)
	case "grep", "egrep", "fgrep", "rg", "ag", "ack":
		return grepLooks(rest)
	case "git":
		if len(rest) > 0 && rest[0].text == "grep" {
			return grepLooks(rest[1:])
		}
	case "find":
		return findLooks(rest)
	case "fd", "fdfind":
		if args, _ := positional(rest, fdValues); len(args) > 0 {
			return []look{{name: args[0].text}}
		}
	}
	return nil
}

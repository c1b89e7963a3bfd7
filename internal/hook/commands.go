package hook

import (
	"strconv"
	"strings"
)

// The flags of programs that are followed by a word that belongs to them.
// A flag that is missing here costs an answer, or gives one about a word that
// is no name.
var (
	readValues = map[string]bool{"-r": true, "--range": true, "--line-range": true, "-l": true, "--language": true}
	tailValues = map[string]bool{"-n": true, "-c": true, "--lines": true, "--bytes": true}
	grepValues = map[string]bool{
		"-A": true, "-B": true, "-C": true, "-m": true, "-f": true, "-g": true, "-t": true, "-T": true, "-j": true, "-M": true, "-d": true, "-D": true,
		"--include": true, "--exclude": true, "--exclude-dir": true, "--glob": true, "--iglob": true, "--type": true, "--type-not": true, "--max-count": true,
		"--context": true, "--after-context": true, "--before-context": true, "--color": true, "--colour": true, "--sort": true, "--max-depth": true,
		"--replace": true, "--threads": true, "--file": true, "--max-columns": true, "--depth": true, "--ignore": true,
	}
	fdValues = map[string]bool{"-e": true, "--extension": true, "-t": true, "--type": true, "-d": true, "--max-depth": true, "-E": true, "--exclude": true, "-x": true, "-X": true}
)

// positional are the words that are no flags, and the flags.
func positional(words []word, values map[string]bool) (args []word, flags []string) {
	for i := 0; i < len(words); i++ {
		w := words[i]
		switch {
		case w.text == "--":
			return append(args, words[i+1:]...), flags
		case len(w.text) < 2 || w.text[0] != '-':
			args = append(args, w)
		default:
			flags = append(flags, w.text)
			if values[w.text] {
				i++
			}
		}
	}
	return args, flags
}

// fileLooks are the files a program reads.
func fileLooks(dir string, words []word, values map[string]bool, first, last int) []look {
	files, _ := positional(words, values)
	var looks []look
	for _, f := range files {
		if path := absolute(dir, f.text); path != "" && !f.open {
			looks = append(looks, look{file: path, first: first, last: last})
		}
	}
	return looks
}

// headLines is how many lines head prints.
func headLines(words []word) int {
	for i, w := range words {
		text, flag := strings.CutPrefix(w.text, "-")
		text = strings.TrimPrefix(text, "n")
		if flag && text == "" && i+1 < len(words) {
			text = words[i+1].text
		}
		if n, err := strconv.Atoi(text); flag && err == nil && n > 0 {
			return n
		}
	}
	return 10
}

var sedPrint = pattern(`^(\d{1,8})(?:,(\d{1,8}|\$))?p;?$`)

// sedLooks understands sed -n 'FIRST,LASTp' FILE and no other sed.
func sedLooks(dir string, words []word) []look {
	args, flags := positional(words, nil)
	if len(args) < 2 || len(flags) != 1 || flags[0] != "-n" {
		return nil
	}
	m := sedPrint().FindStringSubmatch(args[0].text)
	if m == nil {
		return nil
	}
	first, _ := strconv.Atoi(m[1]) // at most eight digits
	last := first
	switch m[2] {
	case "":
	case "$":
		last = 0
	default:
		last, _ = strconv.Atoi(m[2])
	}
	return fileLooks(dir, args[1:], nil, first, last)
}

// grepLooks is what a grep searches for.
func grepLooks(words []word) []look {
	var looks []look
	rest := words[:0:0]
	for i := 0; i < len(words); i++ {
		text := words[i].text
		if p, ok := strings.CutPrefix(text, "--regexp="); ok {
			looks = append(looks, look{pattern: p})
			continue
		}
		if (text == "-e" || text == "--regexp") && i+1 < len(words) {
			i++
			looks = append(looks, look{pattern: words[i].text})
			continue
		}
		rest = append(rest, words[i])
	}
	args, flags := positional(rest, grepValues)
	anyCase := false
	for _, f := range flags {
		switch {
		case f == "--files", f == "--files-without-match", f == "--type-list":
			return nil // the words are paths
		case f == "--ignore-case", !strings.HasPrefix(f, "--") && strings.Contains(f, "i"):
			anyCase = true
		}
	}
	if len(looks) == 0 && len(args) > 0 && !args[0].variable() {
		looks = append(looks, look{pattern: args[0].text})
	}
	for i := range looks {
		looks[i].anyCase = anyCase
	}
	return looks
}

// variable reports whether a variable makes the word something else. A pattern
// of file names is as good as it stands: it matches no file most of the time.
func (w word) variable() bool { return w.open && strings.Contains(w.text, "$") }

// findLooks are the names that find searches for.
func findLooks(words []word) []look {
	var looks []look
	for i, w := range words {
		switch w.text {
		case "-name", "-iname":
			if i+1 < len(words) && !words[i+1].variable() {
				looks = append(looks, look{name: words[i+1].text})
			}
		case "-exec", "-execdir", "-delete", "-ok":
			return nil // this is more than a search
		}
	}
	return looks
}

package hook

import (
	"path/filepath"
	"strings"
)

// call is what a tool of the host does, as far as it can be told.
type call struct {
	looks   []look
	changes []change
}

// look is a file that is read or a name that is searched for.
type look struct {
	file        string // absolute, "" for a search
	first, last int    // the lines that are read, 0 for no bound
	pattern     string // of a search in text
	name        string // of a search for files
	anyCase     bool
}

// mostLooks is how many files and patterns of one call are answered about.
const mostLooks = 3

// classify reads the arguments of a tool. A tool that is not known does
// nothing.
func (d *Dialect) classify(in input) call {
	at := func(path string) string { return absolute(in.dir, path) }
	file := at(in.args.text("file_path", "filePath", "path", "absolute_path", "target_file"))
	switch d.tools[in.tool] {
	case toolRead:
		l := look{file: file}
		if l.first = in.args.number("offset", "line_offset", "start_line"); l.first > 0 {
			if n := in.args.number("limit", "n_lines"); n > 0 {
				l.last = l.first + n - 1
			}
		}
		if file != "" {
			return call{looks: []look{l}}
		}
	case toolGrep:
		if p := in.args.text("pattern", "query", "regex"); p != "" {
			return call{looks: []look{{pattern: p}}}
		}
	case toolGlob:
		if p := in.args.text("pattern", "glob"); p != "" {
			return call{looks: []look{{name: p}}}
		}
	case toolShell:
		return call{looks: commandLooks(in.dir, in.args)}
	case toolEdit:
		if patch := in.args.text("patch", "patchText"); patch != "" && in.args.text("old_string") == "" {
			return call{changes: parsePatch(in.dir, patch)}
		}
		if c := (change{file: file, hunks: editHunks(in.args)}); file != "" {
			c.whole = len(c.hunks) == 0
			return call{changes: []change{c}}
		}
	case toolWrite:
		if file != "" {
			return call{changes: []change{{file: file, whole: true}}}
		}
	case toolPatch:
		if patch := in.args.text("command", "input", "patch", "patchText"); patch != "" {
			return call{changes: parsePatch(in.dir, patch)}
		}
	}
	return call{}
}

// absolute is a path as somebody in dir writes it; "" if it cannot be told.
func absolute(dir, path string) string {
	switch {
	case path == "", strings.HasPrefix(path, "~"), strings.ContainsRune(path, 0):
		return ""
	case filepath.IsAbs(path):
		return filepath.Clean(path)
	case dir == "":
		return ""
	}
	return filepath.Join(dir, path)
}

// commandLooks reads the command of a shell tool: a string, or words as a
// program is started with.
func commandLooks(dir string, a args) []look {
	command := a.text("command", "cmd")
	if command == "" {
		words := a.list("command", "cmd")
		return limited(wordLooks(dir, words, 0))
	}
	return limited(shellLooks(dir, command, 0))
}

func limited(l []look) []look { return l[:min(len(l), mostLooks)] }

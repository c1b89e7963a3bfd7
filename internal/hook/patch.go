package hook

import "strings"

// change is what an edit did to one file.
type change struct {
	file  string // absolute
	hunks []hunk
	whole bool // the file was written anew; hunks are empty
}

// hunk is one place of a change: the lines that were there and those that
// stand there now.
type hunk struct {
	before, after []string
}

// What is looked at of one edit.
const (
	mostFiles = 4
	mostHunks = 12
)

// parsePatch reads the patch format of Codex's apply_patch: files between
// "*** Begin Patch" and "*** End Patch", each with hunks that begin with "@@"
// and lines that begin with a space, "-" or "+". Files that are gone or new
// are left out: nobody could know them. What it cannot read it leaves out.
func parsePatch(dir, patch string) []change {
	var changes []change
	var at *change
	fresh := true // the next line begins a hunk
	for line := range strings.Lines(patch) {
		line = strings.TrimRight(line, "\r\n")
		if header, ok := strings.CutPrefix(line, "*** "); ok {
			name, moved := cutHeader(header)
			switch {
			case name != "" && !moved:
				changes = append(changes, change{file: absolute(dir, name)})
				at = &changes[len(changes)-1]
			case name != "" && at != nil:
				at.file = absolute(dir, name)
			case !strings.HasPrefix(header, "End of File"):
				at = nil
			}
			fresh = true
			continue
		}
		if at == nil {
			continue
		}
		if strings.HasPrefix(line, "@@") {
			fresh = true
			continue
		}
		if fresh {
			at.hunks, fresh = append(at.hunks, hunk{}), false
		}
		at.hunks[len(at.hunks)-1].add(line)
	}
	return tidied(changes)
}

// cutHeader reads the line that begins a file that is updated, or that says
// where one was moved.
func cutHeader(header string) (name string, moved bool) {
	if name, ok := strings.CutPrefix(header, "Update File: "); ok {
		return strings.TrimSpace(name), false
	}
	if name, ok := strings.CutPrefix(header, "Move to: "); ok {
		return strings.TrimSpace(name), true
	}
	return "", false
}

func (h *hunk) add(line string) {
	sign, rest := byte(' '), ""
	if line != "" {
		sign, rest = line[0], line[1:]
	}
	if sign != '+' {
		h.before = append(h.before, rest)
	}
	if sign != '-' {
		h.after = append(h.after, rest)
	}
}

// tidied leaves out what says nothing, and what is too much.
func tidied(changes []change) []change {
	var out []change
	for _, c := range changes {
		if c.file == "" || len(c.hunks) == 0 {
			continue
		}
		c.hunks = c.hunks[:min(len(c.hunks), mostHunks)]
		out = append(out, c)
	}
	return out[:min(len(out), mostFiles)]
}

// editHunks are the places of an edit by old and new text: one, or a list of
// them under "edits".
func editHunks(a args) []hunk {
	var hunks []hunk
	add := func(a args) {
		before, after := a.text("old_string", "oldString", "old_str", "old"), a.text("new_string", "newString", "new_str", "new")
		if before != "" || after != "" {
			hunks = append(hunks, hunk{split(before), split(after)})
		}
	}
	add(a)
	for _, field := range []string{"edits", "edit"} {
		for _, e := range a.objects(field) {
			add(e)
		}
	}
	return hunks[:min(len(hunks), mostHunks)]
}

func split(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// changed is the part of the new lines that differs from the old ones: the
// lines from first up to, not including, end. It is empty where lines are only
// gone.
func (h hunk) changed() (first, end int) {
	end = len(h.after)
	for first < end && first < len(h.before) && h.before[first] == h.after[first] {
		first++
	}
	for last := len(h.before); end > first && last > first && h.before[last-1] == h.after[end-1]; last-- {
		end--
	}
	return first, end
}

package hook

import (
	"bytes"
	"encoding/json"
	"strings"
)

// output writes an answer as the host reads it; an empty text is the dialect's
// way to say nothing.
func (d *Dialect) output(in input, text string) string {
	if text == "" {
		return d.silence
	}
	switch d.shape {
	case shapePlain:
		return text + "\n"
	case shapeFlat:
		return encoded(struct {
			Context string `json:"additionalContext"`
		}{text})
	case shapeContext:
		return encoded(struct {
			Context string `json:"context"`
		}{text})
	}
	type specific struct {
		Event   string `json:"hookEventName"`
		Context string `json:"additionalContext"`
	}
	return encoded(struct {
		Output specific `json:"hookSpecificOutput"`
	}{specific{in.event, text}})
}

func encoded(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		return ""
	}
	return b.String()
}

// lines are a text that is given up line by line where there is no room.
type lines struct {
	room int // bytes
	text []string
}

// add appends a line if there is room for it.
func (l *lines) add(line string) bool {
	if len(line)+1 > l.room {
		return false
	}
	l.room -= len(line) + 1
	l.text = append(l.text, line)
	return true
}

func (l *lines) String() string { return strings.Join(l.text, "\n") }

// joined are those of some texts that say anything.
func joined(texts ...string) string {
	var said []string
	for _, t := range texts {
		if t != "" {
			said = append(said, t)
		}
	}
	return strings.Join(said, "\n")
}

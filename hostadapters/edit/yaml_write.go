package edit

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// yamlStyle is how a document is set.
type yamlStyle struct {
	newline string
	step    int  // columns of one level
	dash    int  // columns from a key to the dashes of its list
	flow    bool // lists of plain values in brackets
	quoted  bool // in brackets, all text in quotes
}

func (d *yamlDoc) styleFor() yamlStyle {
	s := yamlStyle{newline: newlineOf(d.text), step: 2, dash: 2}
	var w yamlSurvey
	w.visit(d.top, 0)
	if w.step > 0 {
		s.step, s.dash = w.step, w.step
	}
	if w.sequence {
		s.dash = w.dash
	}
	s.flow = w.flow && !w.sequence
	return s
}

// yamlSurvey looks for the first of each thing that shows the style.
type yamlSurvey struct {
	step     int
	dash     int
	sequence bool
	flow     bool
	seen     int
}

func (w *yamlSurvey) visit(n *node, depth int) {
	if w.seen++; n == nil || depth > 8 || w.seen > 500 {
		return
	}
	s := styleOf(n)
	if s.flow && n.kind == listKind && len(n.entries) > 0 {
		w.flow = true
	}
	for _, e := range n.entries {
		v := styleOf(e.val)
		if n.kind == objectKind && !s.flow && !v.flow && len(e.val.entries) > 0 {
			switch {
			case e.val.kind == objectKind && w.step == 0 && v.col > s.col:
				w.step = v.col - s.col
			case e.val.kind == listKind && !w.sequence && v.col >= s.col:
				w.sequence, w.dash = true, v.col-s.col
			}
		}
		w.visit(e.val, depth+1)
	}
}

// member writes a key and its value in block style; the key stands at col.
func (s yamlStyle) member(b *strings.Builder, key string, v any, col int) {
	b.WriteString(yamlString(key) + ":")
	s.afterColon(b, v, col)
}

// afterColon writes the value of a key that stands at col.
func (s yamlStyle) afterColon(b *strings.Builder, v any, col int) {
	switch v := v.(type) {
	case Object:
		if len(v) > 0 {
			for _, m := range v {
				b.WriteString(s.newline + strings.Repeat(" ", col+s.step))
				s.member(b, m.Key, m.Value, col+s.step)
			}
			return
		}
	case []any:
		if len(v) > 0 && (!s.flow || holdsContainers(v)) {
			for _, e := range v {
				b.WriteString(s.newline + strings.Repeat(" ", col+s.dash))
				s.item(b, e, col+s.dash)
			}
			return
		}
	}
	b.WriteString(" " + s.inline(v))
}

// item writes an element of a block sequence whose dashes stand at col.
func (s yamlStyle) item(b *strings.Builder, v any, col int) {
	o, ok := v.(Object)
	if !ok || len(o) == 0 {
		b.WriteString("- " + s.inline(v))
		return
	}
	b.WriteString("- ")
	for i, m := range o {
		if i > 0 {
			b.WriteString(s.newline + strings.Repeat(" ", col+2))
		}
		s.member(b, m.Key, m.Value, col+2)
	}
}

// inline writes a value in flow style.
func (s yamlStyle) inline(v any) string {
	switch v := v.(type) {
	case Object:
		parts := make([]string, len(v))
		for i, m := range v {
			parts[i] = s.text(m.Key) + ": " + s.inline(m.Value)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case []any:
		parts := make([]string, len(v))
		for i, e := range v {
			parts[i] = s.inline(e)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case bool:
		return strconv.FormatBool(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return yamlFloat(v)
	case Literal:
		if yamlLiteral.MatchString(string(v)) {
			return string(v)
		}
		return quoteForKey(string(v))
	case string:
		return s.text(v)
	}
	return "null"
}

// text writes a key or a value in flow style.
func (s yamlStyle) text(v string) string {
	if s.quoted {
		return quoteForKey(v)
	}
	return yamlString(v)
}

// yamlLiteral is what a [Literal] can be in YAML: a date, or a large number.
var yamlLiteral = regexp.MustCompile(`^-?\d[\d:.TtZz+-]*$`)

func yamlFloat(v float64) string {
	switch {
	case math.IsNaN(v):
		return ".nan"
	case math.IsInf(v, 1):
		return ".inf"
	case math.IsInf(v, -1):
		return "-.inf"
	}
	text := strconv.FormatFloat(v, 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}

// yamlPlain is text that means itself without quotes in every version of YAML.
var yamlPlain = regexp.MustCompile(`^[A-Za-z/][A-Za-z0-9_./@+-]*$`)

// yamlWords mean something else to one reader of YAML or another.
var yamlWords = map[string]bool{
	"true": true, "false": true, "yes": true, "no": true, "on": true, "off": true,
	"y": true, "n": true, "null": true, "nan": true, "inf": true,
}

func yamlString(v string) string {
	if yamlPlain.MatchString(v) && !yamlWords[strings.ToLower(v)] {
		return v
	}
	return quoteForKey(v)
}

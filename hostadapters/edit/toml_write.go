package edit

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// tomlStyle is how keys and values are set.
type tomlStyle struct {
	newline string
	equals  string // from the key to the value
}

func (d *tomlDoc) styleOf() tomlStyle {
	s := tomlStyle{newline: newlineOf(d.text), equals: " = "}
	if first := firstKeyValue(d.top, 0); first != nil {
		at := first.val.start
		for at > first.start && (d.text[at-1] == ' ' || d.text[at-1] == '\t') {
			at--
		}
		if at == first.val.start && at > first.start+1 && d.text[at-2] != ' ' {
			s.equals = "="
		}
	}
	return s
}

// firstKeyValue is the first key with a value of its own on the line.
func firstKeyValue(n *node, depth int) *entry {
	if depth > 8 {
		return nil
	}
	for i := range min(len(n.entries), 32) {
		e := &n.entries[i]
		if t := tableOf(e.val); t == nil || t.form == tomlInline {
			if e.val.start > e.start {
				return e
			}
			continue
		}
		if found := firstKeyValue(e.val, depth+1); found != nil {
			return found
		}
	}
	return nil
}

// section writes a table under headers of its own.
func (s tomlStyle) section(path []string, v Object, open, shut string) string {
	var parts []string
	var own strings.Builder
	deeper := 0
	for _, m := range v {
		if _, table := m.Value.(Object); table || isTables(m.Value) {
			deeper++
			continue
		}
		own.WriteString(s.newline + tomlKey(m.Key) + s.equals + s.inline(m.Value))
	}
	// A table that only holds tables needs no header, unless it is an element.
	if deeper == 0 || own.Len() > 0 || open == "[[" {
		parts = append(parts, open+tomlKeys(path)+shut+own.String())
	}
	for _, m := range v {
		inner := append(append([]string{}, path...), m.Key)
		if o, ok := m.Value.(Object); ok {
			parts = append(parts, s.section(inner, o, "[", "]"))
		} else if isTables(m.Value) {
			parts = append(parts, s.tables(inner, m.Value.([]any)))
		}
	}
	return strings.Join(parts, s.newline+s.newline)
}

// tables writes an array of tables.
func (s tomlStyle) tables(path []string, list []any) string {
	var parts []string
	for _, v := range list {
		parts = append(parts, s.section(path, v.(Object), "[[", "]]"))
	}
	return strings.Join(parts, s.newline+s.newline)
}

// isTables reports whether a value is a list of mappings and nothing else.
func isTables(v any) bool {
	list, ok := v.([]any)
	for _, e := range list {
		if _, table := e.(Object); !table {
			return false
		}
	}
	return ok && len(list) > 0
}

// inline writes a value on one line.
func (s tomlStyle) inline(v any) string {
	switch v := v.(type) {
	case Object:
		if len(v) == 0 {
			return "{}"
		}
		parts := make([]string, len(v))
		for i, m := range v {
			parts[i] = tomlKey(m.Key) + s.equals + s.inline(m.Value)
		}
		return "{ " + strings.Join(parts, ", ") + " }"
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
		return tomlFloat(v)
	case Literal:
		if tomlLiteral.MatchString(string(v)) {
			return string(v)
		}
		return quoteForKey(string(v))
	case string:
		return quoteForKey(v)
	}
	return `""` // of null, which the format has not; the check refuses it
}

// tomlLiteral is what a [Literal] can be in TOML: a date or a time.
var tomlLiteral = regexp.MustCompile(`^(\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:\d\d)?)?|\d\d:\d\d(:\d\d(\.\d+)?)?)$`)

func tomlFloat(v float64) string {
	switch {
	case math.IsNaN(v):
		return "nan"
	case math.IsInf(v, 1):
		return "inf"
	case math.IsInf(v, -1):
		return "-inf"
	}
	text := strconv.FormatFloat(v, 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}

func tomlKey(k string) string {
	if bareKey(k) {
		return k
	}
	return quoteForKey(k)
}

func tomlKeys(path []string) string {
	parts := make([]string, len(path))
	for i, k := range path {
		parts[i] = tomlKey(k)
	}
	return strings.Join(parts, ".")
}

package cli

import (
	"encoding/json"
	"strings"

	"github.com/gortexhq/gortex/facade/op"
)

// hint adds to the error for a document that is no JSON how it could be given
// without: a name, or key=value, as --arg.
func (a *App) hint(err error, o *callOptions) error {
	text := o.document
	if text == "" || text == "-" || strings.ContainsAny(text[:1], "{[\"") || strings.ContainsAny(text, "\n") {
		return err
	}
	e := op.AsError(err)
	key, _, isField := strings.Cut(text, "=")
	switch {
	case isField && key != "" && !strings.ContainsAny(key, " {\""):
		text = "--arg " + quoted(text)
	default:
		field := a.field(o.tool, text)
		if field == "" {
			return err
		}
		text = "--arg " + quoted(field+"="+text)
	}
	e.Message += "; try " + text
	return e.With("hint", text)
}

// field is where a bare word most likely belongs in a request of the tool.
func (a *App) field(tool, word string) string {
	if a.Facade == nil || a.Facade(tool) == nil {
		return ""
	}
	s := a.Facade(tool).Advertised()
	for _, name := range []string{"query", "task", "question"} {
		if s.Property(name) != nil {
			return name
		}
	}
	target := s.Property("target")
	switch {
	case target == nil:
		return ""
	case target.Property("file") != nil && strings.Contains(word, "/") && !strings.Contains(word, "::"):
		return "target.file"
	case target.Property("symbol") != nil:
		return "target.symbol"
	}
	return ""
}

// quoted is a word as a shell takes it.
func quoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./:=,@%+", r)
	}
	if strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// quote makes strings of those --arg values that were taken for JSON and that
// the tool wanted as strings, and reports whether there were any and nothing
// else was wrong.
func (a *arguments) quote(reply op.Reply) bool {
	if reply.Err == nil || reply.Err.Code != op.CodeInvalid {
		return false
	}
	var doc struct {
		Data struct {
			Errors []struct{ Path, Want, Got string } `json:"errors"`
		} `json:"data"`
	}
	if json.Unmarshal(reply.Payload, &doc) != nil || len(doc.Data.Errors) == 0 {
		return false
	}
	var quotes []int
	for _, f := range doc.Data.Errors {
		i := a.guessed(f.Path)
		if i < 0 || f.Want != "string" {
			return false
		}
		quotes = append(quotes, i)
	}
	for _, i := range quotes {
		key, text, _ := strings.Cut(a.fields[i], "=")
		value, err := encode(text)
		if err != nil {
			return false
		}
		a.fields[i] = key + ":=" + string(value)
	}
	return true
}

// guessed is the index of the --arg for a path, if it is one whose value is a
// number, true, false or null only because it looks like that; else -1.
func (a *arguments) guessed(path string) int {
	for i, field := range a.fields {
		key, text, _ := strings.Cut(field, "=")
		if key == path && looksLikeJSON(text) && !strings.ContainsAny(text[:1], "{[") {
			return i
		}
	}
	return -1
}

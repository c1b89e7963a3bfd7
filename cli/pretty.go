package cli

import (
	"bytes"
	"encoding/json"
	"io"
)

// Colours of JSON on a terminal. They are those of jq, from the 16 that every
// terminal has, so that they suit light and dark backgrounds alike.
const (
	styleReset  = "\x1b[0m"
	styleKey    = "\x1b[34;1m"
	styleString = "\x1b[32m"
	styleNull   = "\x1b[90m"
	styleScalar = "\x1b[33m"
	styleError  = "\x1b[31m"
)

// print writes one JSON value and a newline: compact for a program, indented
// for a person; coloured or not, the characters are the same.
func (a *App) print(value json.RawMessage) error {
	var b bytes.Buffer
	if !a.OutTTY {
		b.Write(value)
	} else if err := json.Indent(&b, value, "", "  "); err != nil {
		return err
	}
	b.WriteByte('\n')
	if a.color(a.OutTTY) {
		return colorize(a.Out, b.Bytes())
	}
	_, err := a.Out.Write(b.Bytes())
	return err
}

// verbatim writes an answer that is not JSON, and a newline.
func (a *App) verbatim(text []byte) error {
	_, err := a.Out.Write(append(bytes.Clone(text), '\n'))
	return err
}

// colorize writes valid JSON with colours. It changes nothing else.
func colorize(w io.Writer, text []byte) error {
	var b bytes.Buffer
	b.Grow(len(text) * 3 / 2)
	for i := 0; i < len(text); {
		end, style := token(text, i)
		if style == "" {
			b.Write(text[i:end])
		} else {
			b.WriteString(style)
			b.Write(text[i:end])
			b.WriteString(styleReset)
		}
		i = end
	}
	_, err := w.Write(b.Bytes())
	return err
}

// token finds the end of the token at i and its colour, "" for none.
func token(text []byte, i int) (end int, style string) {
	switch c := text[i]; {
	case c == '"':
		for end = i + 1; end < len(text) && text[end] != '"'; end++ {
			if text[end] == '\\' {
				end++
			}
		}
		end = min(end+1, len(text))
		if end < len(text) && text[end] == ':' {
			return end, styleKey
		}
		return end, styleString
	case c == 'n':
		return scalarEnd(text, i), styleNull
	case c == '-' || c >= '0' && c <= '9' || c == 't' || c == 'f':
		return scalarEnd(text, i), styleScalar
	}
	return i + 1, ""
}

func scalarEnd(text []byte, i int) int {
	for i < len(text) && !bytes.ContainsRune([]byte(",]} \n\r\t"), rune(text[i])) {
		i++
	}
	return i
}

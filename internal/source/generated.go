package source

import (
	"bytes"
	"path"
)

// generatedHead is how many bytes are searched for a header; licences come before it.
const generatedHead = 4 << 10

// IsGenerated reports a header that says a program wrote the file. In Go only the line of
// https://go.dev/s/generatedcode before the package clause counts. Elsewhere a comment within
// the first 4 KiB counts that holds the word @generated, or "generated" with "do not edit".
func IsGenerated(name string, raw []byte) bool {
	head := raw[:min(len(raw), generatedHead)]
	if path.Ext(name) == ".go" {
		return generatedGo(head)
	}
	block := false
	for line := range bytes.Lines(head) {
		line = bytes.TrimSpace(line)
		comment := block || startsComment(line)
		if i := bytes.LastIndex(line, []byte("/*")); i >= 0 && comment {
			block = true
		}
		if i := bytes.LastIndex(line, []byte("*/")); i >= 0 && i > bytes.LastIndex(line, []byte("/*")) {
			block = false
		}
		if comment && saysGenerated(line) {
			return true
		}
	}
	return false
}

func generatedGo(head []byte) bool {
	for line := range bytes.Lines(head) {
		line = bytes.TrimRight(line, "\r\n")
		if bytes.HasPrefix(line, []byte("package ")) {
			return false
		}
		if bytes.HasPrefix(line, []byte("// Code generated ")) && bytes.HasSuffix(line, []byte(" DO NOT EDIT.")) {
			return true
		}
	}
	return false
}

// commentMarks open a comment in one language or another. A false match costs little: the line
// must also say that it is generated.
var commentMarks = [][]byte{
	[]byte("//"), []byte("#"), []byte("/*"), []byte("*"), []byte("--"), []byte(";"), []byte("<!--"), []byte("%"), []byte(`"""`), []byte("{-"), []byte("(*"),
}

func startsComment(line []byte) bool {
	for _, mark := range commentMarks {
		if bytes.HasPrefix(line, mark) {
			return true
		}
	}
	return false
}

func saysGenerated(line []byte) bool {
	if i := bytes.Index(line, []byte("@generated")); i >= 0 {
		before := i == 0 || !wordByte(line[i-1])
		end := i + len("@generated")
		if before && (end == len(line) || !wordByte(line[end])) {
			return true
		}
	}
	lower := bytes.ToLower(line)
	return bytes.Contains(lower, []byte("generated")) && bytes.Contains(lower, []byte("do not edit"))
}

func wordByte(b byte) bool {
	return b == '_' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || b >= 0x80
}

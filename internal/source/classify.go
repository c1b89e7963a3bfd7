package source

import (
	"bytes"
	"path"
	"strings"
)

// Reason says why a file is left out of the index. The empty reason means that it is not.
type Reason string

// The reasons that the bytes of a file give.
const (
	SkipBinary   Reason = "binary"   // a NUL byte near the start
	SkipUTF16    Reason = "utf16"    // UTF-16 with a byte order mark
	SkipMinified Reason = "minified" // a script or style sheet written for machines
)

// Class is what the bytes of a file say about it.
type Class struct {
	Skip      Reason   // why it is left out; empty when it is indexed
	Generated bool     // a header says that a program wrote it; it is indexed all the same
	Encoding  Encoding // how its bytes are to be read
}

// Classify looks at a file's name and bytes. It never fails.
func Classify(name string, raw []byte) Class {
	t := Decode(raw)
	c := Class{Skip: t.Skip, Encoding: t.Encoding}
	if c.Skip != "" {
		return c
	}
	if isMinified(name, t.Body()) {
		c.Skip = SkipMinified
	}
	c.Generated = IsGenerated(name, t.Body())
	return c
}

// binaryHead is how far git and everybody after it look for a NUL, in bytes.
const binaryHead = 8 << 10

// IsBinary reports a NUL byte in the first 8 KiB.
func IsBinary(raw []byte) bool {
	return bytes.IndexByte(raw[:min(len(raw), binaryHead)], 0) >= 0
}

const (
	minifiedLine = 200     // bytes per line on average; linguist takes 110, hand-written tables reach 150
	minifiedSize = 1 << 10 // a smaller file costs nothing to index whatever its lines are
)

// isMinified judges scripts and style sheets only: in other languages long lines are data that
// people keep beside code.
func isMinified(name string, raw []byte) bool {
	ext := strings.ToLower(path.Ext(name))
	switch ext {
	case ".js", ".mjs", ".cjs", ".jsx", ".css":
	default:
		return false
	}
	if stem := strings.ToLower(strings.TrimSuffix(name, path.Ext(name))); strings.HasSuffix(stem, ".min") {
		return true
	}
	if len(raw) < minifiedSize {
		return false
	}
	return len(raw)/(bytes.Count(raw, []byte{'\n'})+1) > minifiedLine
}

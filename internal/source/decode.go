package source

import "unicode/utf8"

// Encoding says how the bytes of a text are to be read.
type Encoding uint8

// The encodings that are told apart. The zero value is plain UTF-8.
const (
	UTF8    Encoding = iota // valid UTF-8, ASCII included
	UTF8BOM                 // valid UTF-8 after a byte order mark of three bytes
	Bytes8                  // not valid UTF-8: Latin-1 or another eight-bit set, read byte by byte
	UTF16LE                 // begins with the mark FF FE
	UTF16BE                 // begins with the mark FE FF
	NotText                 // holds a NUL byte
)

var encodingNames = [...]string{"utf-8", "utf-8-bom", "8-bit", "utf-16le", "utf-16be", "binary"}

// String is the name used in listings.
func (e Encoding) String() string {
	if int(e) < len(encodingNames) {
		return encodingNames[e]
	}
	return "unknown"
}

// Text is a file's bytes, unchanged, with what a parser must know to read them.
type Text struct {
	Raw      []byte   // the bytes on disk; line endings and invalid bytes are kept
	Start    int      // offset of the first byte to parse: 3 after a UTF-8 byte order mark, else 0
	Encoding Encoding // how the bytes were recognised
	Skip     Reason   // why the bytes are not to be parsed; empty when they are
}

// Body is the part to parse. Add Start to an offset in it to get an offset in the file.
func (t Text) Body() []byte { return t.Raw[t.Start:] }

// Decode looks at raw and never fails: bytes that are not valid UTF-8 are tolerated as they are,
// and what cannot be parsed as text is marked by Skip. Raw is kept, not copied.
func Decode(raw []byte) Text {
	t := Text{Raw: raw}
	switch {
	case hasUTF8BOM(raw):
		t.Start, t.Encoding = 3, UTF8BOM
	case len(raw) >= 2 && raw[0] == 0xFF && raw[1] == 0xFE:
		t.Encoding, t.Skip = UTF16LE, SkipUTF16
		return t
	case len(raw) >= 2 && raw[0] == 0xFE && raw[1] == 0xFF:
		t.Encoding, t.Skip = UTF16BE, SkipUTF16
		return t
	}
	switch {
	case IsBinary(raw):
		t.Encoding, t.Skip = NotText, SkipBinary
	case !utf8.Valid(raw[t.Start:]):
		t.Encoding = Bytes8
	}
	return t
}

func hasUTF8BOM(raw []byte) bool {
	return len(raw) >= 3 && raw[0] == 0xEF && raw[1] == 0xBB && raw[2] == 0xBF
}

package source_test

import (
	"bytes"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/gortexhq/gortex/internal/source"
)

// The three kinds of line break and a missing last one.
func TestLines(t *testing.T) {
	l := source.NewLines([]byte("ab\r\n\ncé\rd\nlast"))
	if got := l.Count(); got != 4 {
		t.Fatalf("Count = %d, want 4", got)
	}
	for i, want := range []string{"ab", "", "cé\rd", "last"} {
		if got := string(l.Text(i + 1)); got != want {
			t.Errorf("Text(%d) = %q, want %q", i+1, got, want)
		}
	}
	for _, c := range []struct{ off, line, col int }{
		{-5, 1, 0}, {0, 1, 0}, {2, 1, 2}, {3, 1, 3}, {4, 2, 0}, {5, 3, 0}, {9, 3, 4}, {11, 4, 0}, {99, 4, 4},
	} {
		if line, col := l.Position(c.off); line != c.line || col != c.col {
			t.Errorf("Position(%d) = %d:%d, want %d:%d", c.off, line, col, c.line, c.col)
		}
	}
	for _, c := range []struct{ line, col int }{{0, 0}, {5, 0}, {1, 3}, {1, -1}, {4, 5}} {
		if off, ok := l.Offset(c.line, c.col); ok {
			t.Errorf("Offset(%d, %d) = %d, want none", c.line, c.col, off)
		}
	}
}

func TestLinesZeroValue(t *testing.T) {
	var l source.Lines
	if line, col := l.Position(3); l.Count() != 1 || line != 1 || col != 0 {
		t.Errorf("zero value: %d lines, position %d:%d", l.Count(), line, col)
	}
}

// A byte order mark has byte columns and no UTF-16 column.
func TestLinesByteOrderMark(t *testing.T) {
	l := source.NewLines([]byte("\xEF\xBB\xBFx = 1\n"))
	if line, col := l.Position(3); line != 1 || col != 3 {
		t.Errorf("Position = %d:%d, want 1:3", line, col)
	}
	if line, col := l.UTF16(3); line != 1 || col != 0 {
		t.Errorf("UTF16 = %d:%d, want 1:0", line, col)
	}
	if off, ok := l.OffsetUTF16(1, 2); !ok || off != 5 {
		t.Errorf("OffsetUTF16(1, 2) = %d, %v, want 5", off, ok)
	}
}

func TestUTF16Columns(t *testing.T) {
	l := source.NewLines([]byte("é𝔊x\xff!\nb"))
	for _, c := range []struct{ off, col int }{{0, 0}, {2, 1}, {6, 3}, {7, 4}, {8, 5}, {9, 6}} {
		if line, col := l.UTF16(c.off); line != 1 || col != c.col {
			t.Errorf("UTF16(%d) = %d:%d, want 1:%d", c.off, line, col, c.col)
		}
		if off, ok := l.OffsetUTF16(1, c.col); !ok || off != c.off {
			t.Errorf("OffsetUTF16(1, %d) = %d, %v, want %d", c.col, off, ok, c.off)
		}
	}
	if off, _ := l.OffsetUTF16(1, 2); off != 2 {
		t.Errorf("a column inside a surrogate pair gives %d, want the character's start 2", off)
	}
	if off, ok := l.OffsetUTF16(1, 100); !ok || off != 9 {
		t.Errorf("a column beyond the line gives %d, %v, want its end 9", off, ok)
	}
}

// For any bytes: offsets and positions are inverse, lines join to the text, and on valid text the
// UTF-16 column is the length of the encoded prefix.
func FuzzLines(f *testing.F) {
	for _, s := range []string{"", "\n", "a\r\nb", "\xEF\xBB\xBFa\n", "𝔊\r\r\n\xff", "\r"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		l := source.NewLines(raw)
		if want := bytes.Count(raw, []byte{'\n'}) + 1; l.Count() != want {
			t.Fatalf("Count = %d, want %d", l.Count(), want)
		}
		valid := utf8.Valid(raw) && !bytes.HasPrefix(raw, []byte("\xEF\xBB\xBF"))
		for off := 0; off <= len(raw); off++ {
			line, col := l.Position(off)
			start, end, ok := l.Span(line)
			if !ok || start+col != off {
				t.Fatalf("Position(%d) = %d:%d in a line that starts at %d", off, line, col, start)
			}
			if off > end {
				continue // inside the line break
			}
			if back, ok := l.Offset(line, col); !ok || back != off {
				t.Fatalf("Offset(Position(%d)) = %d, %v", off, back, ok)
			}
			if valid && (off == len(raw) || utf8.RuneStart(raw[off])) {
				_, units := l.UTF16(off)
				if want := len(utf16.Encode([]rune(string(raw[start:off])))); units != want {
					t.Fatalf("UTF16(%d) column %d, want %d", off, units, want)
				}
				if back, ok := l.OffsetUTF16(line, units); !ok || back != off {
					t.Fatalf("OffsetUTF16(%d, %d) = %d, %v, want %d", line, units, back, ok, off)
				}
			}
		}
	})
}

func BenchmarkNewLines(b *testing.B) {
	raw := bytes.Repeat([]byte("\tif err != nil { return fmt.Errorf(\"x\") }\n"), 1000)
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		source.NewLines(raw)
	}
}

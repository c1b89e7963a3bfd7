package pack

import (
	"bytes"
	"strings"
	"testing"
)

// What is packed comes back, whatever it is, and what repeats gets smaller.
func TestPack(t *testing.T) {
	long := []byte(strings.Repeat("func (s *Server) addTool(name string)\n", 400))
	for _, value := range [][]byte{{}, {0}, []byte("short"), long, bytes.Repeat([]byte{7}, 1<<16)} {
		if got := Unpack(Pack(value)); got == nil || !bytes.Equal(got, value) {
			t.Errorf("Unpack(Pack(%d bytes)) has %d bytes", len(value), len(got))
		}
	}
	if n := len(Pack(long)); n > len(long)/4 {
		t.Errorf("%d repetitive bytes are packed into %d", len(long), n)
	}
}

func FuzzUnpack(f *testing.F) {
	f.Add(Pack([]byte(strings.Repeat("abc", 1000))))
	f.Add([]byte{deflated, 0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Add([]byte{stored})
	f.Add([]byte{9})
	f.Fuzz(func(t *testing.T, b []byte) {
		Unpack(b)
		if got := Unpack(Pack(b)); !bytes.Equal(got, b) {
			t.Errorf("%d bytes come back as %d", len(b), len(got))
		}
	})
}

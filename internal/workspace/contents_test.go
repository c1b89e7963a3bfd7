package workspace

import "testing"

// What was read last is kept, within bounds; without a keeper nothing is.
func TestContentsAreBounded(t *testing.T) {
	var none *contents
	none.put([16]byte{1}, []byte("x"))
	if none.get([16]byte{1}) != nil {
		t.Error("nothing kept something")
	}
	c := &contents{}
	const each = contentsRoom / 8
	for i := range byte(20) {
		c.put([16]byte{i}, make([]byte, each))
	}
	kept := 0
	for i := range byte(20) {
		if c.get([16]byte{i}) != nil {
			kept += each
		}
	}
	if kept > contentsRoom || kept != c.size || c.get([16]byte{19}) == nil || c.get([16]byte{0}) != nil {
		t.Errorf("%d bytes are kept, counted as %d, want the last ones and at most %d", kept, c.size, contentsRoom)
	}
	if c.put([16]byte{99}, make([]byte, contentsRoom)); c.get([16]byte{99}) != nil {
		t.Error("one file took all the room")
	}
}

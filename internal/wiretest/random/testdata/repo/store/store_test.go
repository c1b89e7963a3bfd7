package store

import "testing"

func TestPlace(t *testing.T) {
	if err := New(Memory{}).Place(Order{}); err != ErrEmpty {
		t.Error(err)
	}
}

package store

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"io"
	"sync"
)

// Blobs are kept packed: export data and units compress to a third, and of
// thousands only the few that a change concerns are ever read again. The first
// byte says how: stored as they are, or deflated after the length they had.
const (
	packStored   = 0
	packDeflated = 1

	packLeast = 512 // bytes; less is not worth the time
)

var deflaters = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(io.Discard, flate.BestSpeed) // the level is valid
	return w
}}

func pack(value []byte) []byte {
	if len(value) >= packLeast {
		b := bytes.NewBuffer(make([]byte, 0, len(value)/2))
		b.WriteByte(packDeflated)
		b.Write(binary.AppendUvarint(nil, uint64(len(value))))
		w := deflaters.Get().(*flate.Writer)
		w.Reset(b)
		_, err := w.Write(value)
		if closeErr := w.Close(); err == nil && closeErr == nil && b.Len() < len(value) {
			deflaters.Put(w)
			return bytes.Clone(b.Bytes())
		}
	}
	return append([]byte{packStored}, value...)
}

// inflaters are flate readers: making one costs more than inflating most blobs.
var inflaters = sync.Pool{New: func() any { return flate.NewReader(bytes.NewReader(nil)) }}

// maxBlob bounds what a damaged length can make unpack allocate.
const maxBlob = 1 << 30

// unpack returns nil for what pack did not make.
func unpack(packed []byte) []byte {
	if len(packed) == 0 {
		return nil
	}
	rest := packed[1:]
	switch packed[0] {
	case packStored:
		return rest[:len(rest):len(rest)]
	case packDeflated:
		size, n := binary.Uvarint(rest)
		if n <= 0 || size > maxBlob || size > 2048*uint64(len(rest)) {
			return nil
		}
		value := make([]byte, size)
		r := inflaters.Get().(io.Reader)
		defer inflaters.Put(r)
		if err := r.(flate.Resetter).Reset(bytes.NewReader(rest[n:]), nil); err != nil {
			return nil
		}
		if _, err := io.ReadFull(r, value); err != nil {
			return nil
		}
		return value
	}
	return nil
}

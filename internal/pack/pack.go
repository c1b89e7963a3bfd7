// Package pack makes derived data smaller on its way to disk. What is kept for
// later changes (export data, units) deflates to a third, and of thousands only
// the few that a change concerns are ever read again.
package pack

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"io"
	"sync"
)

// The first byte says how: stored as it is, or deflated after the length it had.
const (
	stored   = 0
	deflated = 1

	least = 512 // bytes; less is not worth the time
)

var deflaters = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(io.Discard, flate.BestSpeed) // the level is valid
	return w
}}

// Pack returns a smaller form of value. The caller may use value again.
func Pack(value []byte) []byte {
	if len(value) >= least {
		b := bytes.NewBuffer(make([]byte, 0, len(value)/2))
		b.WriteByte(deflated)
		b.Write(binary.AppendUvarint(nil, uint64(len(value))))
		w := deflaters.Get().(*flate.Writer)
		w.Reset(b)
		_, err := w.Write(value)
		if closeErr := w.Close(); err == nil && closeErr == nil && b.Len() < len(value) {
			deflaters.Put(w)
			return bytes.Clone(b.Bytes())
		}
	}
	return append([]byte{stored}, value...)
}

// inflaters are flate readers: making one costs more than inflating most blobs.
var inflaters = sync.Pool{New: func() any { return flate.NewReader(bytes.NewReader(nil)) }}

// maxBlob bounds what a damaged length can make Unpack allocate.
const maxBlob = 1 << 30

// Unpack returns what Pack was given, nil for what Pack did not make. Without
// compression it is part of packed.
func Unpack(packed []byte) []byte {
	if len(packed) == 0 {
		return nil
	}
	rest := packed[1:]
	switch packed[0] {
	case stored:
		return rest[:len(rest):len(rest)]
	case deflated:
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

package bind

import "encoding/binary"

// writer appends varints and table-coded strings. The strings follow in a
// table of their own, so that a name used ten times is stored once.
type writer struct {
	buf   []byte
	names map[string]uint64
	table []string
}

func (w *writer) uint(v uint64) { w.buf = binary.AppendUvarint(w.buf, v) }

// int writes an index of which -1 is the least.
func (w *writer) int(v int32) { w.uint(uint64(int64(v) + 1)) }

func (w *writer) str(s string) {
	if s == "" {
		w.uint(0)
		return
	}
	n, ok := w.names[s]
	if !ok {
		w.table = append(w.table, s)
		n = uint64(len(w.table))
		w.names[s] = n
	}
	w.uint(n)
}

// reset makes the writer empty and keeps its memory.
func (w *writer) reset() {
	w.buf, w.table = w.buf[:0], w.table[:0]
	if w.names == nil {
		w.names = make(map[string]uint64)
	}
	clear(w.names)
}

// section appends the table and what was written to dst, prefixed by its length.
func (w *writer) section(dst []byte) []byte {
	var head []byte
	head = binary.AppendUvarint(head, uint64(len(w.table)))
	for _, s := range w.table {
		head = binary.AppendUvarint(head, uint64(len(s)))
	}
	n := len(head) + len(w.buf)
	for _, s := range w.table {
		n += len(s)
	}
	dst = binary.AppendUvarint(dst, uint64(n))
	dst = append(dst, head...)
	for _, s := range w.table {
		dst = append(dst, s...)
	}
	return append(dst, w.buf...)
}

// reader reads what a writer wrote. Its first error sticks; after it every
// read gives zero.
type reader struct {
	buf   []byte
	table []string
	bad   bool
}

func (r *reader) uint() uint64 {
	v, n := binary.Uvarint(r.buf)
	if n <= 0 {
		r.bad, r.buf = true, nil
		return 0
	}
	r.buf = r.buf[n:]
	return v
}

func (r *reader) uint32() uint32 {
	v := r.uint()
	if v > 1<<32-1 {
		r.bad = true
		return 0
	}
	return uint32(v)
}

func (r *reader) int() int32 {
	v := r.uint()
	if v > 1<<31-1 {
		r.bad = true
		return -1
	}
	return int32(int64(v) - 1)
}

// count reads the length of a list whose items take at least size bytes each,
// so that damaged bytes cannot ask for much memory.
func (r *reader) count(size int) int {
	v := r.uint()
	if v > uint64(len(r.buf)/size) {
		r.bad = true
		return 0
	}
	return int(v)
}

func (r *reader) str() string {
	n := r.uint()
	if n == 0 {
		return ""
	}
	if n > uint64(len(r.table)) {
		r.bad = true
		return ""
	}
	return r.table[n-1]
}

// section cuts the next section off buf and reads its table.
func section(buf []byte) (r reader, rest []byte, ok bool) {
	n, w := binary.Uvarint(buf)
	if w <= 0 || n > uint64(len(buf)-w) {
		return r, nil, false
	}
	r.buf, rest = buf[w:w+int(n)], buf[w+int(n):]
	count := r.count(1)
	lens := make([]int, count)
	total := 0
	for i := range lens {
		l := r.uint()
		if l > uint64(len(r.buf)) {
			return r, nil, false
		}
		lens[i] = int(l)
		if total += int(l); total > len(buf) {
			return r, nil, false
		}
	}
	if r.bad || total > len(r.buf) {
		return r, nil, false
	}
	r.table = make([]string, count)
	all := string(r.buf[:total]) // the bytes may be a file mapped for a while
	r.buf = r.buf[total:]
	for i, l := range lens {
		r.table[i], all = all[:l], all[l:]
	}
	return r, rest, true
}

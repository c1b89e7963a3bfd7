// Package treesitter parses a file with a tree-sitter grammar in one call into
// C and hands back its named nodes as flat records in reused memory. Walking
// them costs no call per node; that is two to three times as fast as a cursor.
package treesitter

/*
#cgo CFLAGS: -O2 -std=c11 -D_POSIX_C_SOURCE=200809L
#cgo linux LDFLAGS: -Wl,--unresolved-symbols=ignore-all
#cgo darwin LDFLAGS: -Wl,-undefined,dynamic_lookup
#include "flatten.h"
*/
import "C"

import (
	"sync"
	"unsafe"

	_ "github.com/tree-sitter/go-tree-sitter" // links the C library
)

// NoRec is the parent of the root and the answer of searches that find nothing.
const NoRec = ^uint32(0)

// ErrorSymbol is the symbol of an ERROR node.
const ErrorSymbol = 65535

// Rec is one node of a syntax tree in pre-order: its subtree is the records
// from its own index up to, not including, Next.
type Rec struct {
	Sym, Field   uint16
	Start, End   uint32 // bytes, half open
	Row, Col     uint32 // of Start; 0-based, Col in bytes
	Parent, Next uint32
}

// Status says how a parse ended.
type Status uint8

// The ends of a parse.
const (
	Parsed Status = iota
	OutOfTime
	OutOfMemory
	TooDeep // nodes below a depth of 8192 were left out
)

// allocator takes the place of go-tree-sitter's, which routes every malloc
// through Go and costs almost half of the throughput.
var allocator = sync.OnceFunc(func() { C.f_set_allocator() })

// Parser parses with one grammar. It belongs to one goroutine.
type Parser struct {
	grammar *C.TSLanguage
	arena   *C.farena
	buf     C.fbuf
}

// NewParser makes a parser for a grammar (the pointer its module's Language
// function returns). Close it.
func NewParser(grammar unsafe.Pointer) *Parser {
	allocator()
	return &Parser{grammar: (*C.TSLanguage)(grammar), arena: (*C.farena)(C.calloc(1, C.sizeof_farena))}
}

// Close frees what the parser holds.
func (p *Parser) Close() {
	if p.arena != nil {
		C.f_release(p.arena)
		C.free(unsafe.Pointer(p.arena))
		C.free(unsafe.Pointer(p.buf.p))
		p.arena, p.buf.p = nil, nil
	}
}

// Parse returns the records of src, a view that is valid until the next
// Parse, and how many bytes lie inside ERROR nodes. budgetMillis bounds the
// parse; when it runs out there are no records.
func (p *Parser) Parse(src []byte, budgetMillis int) (recs []Rec, errorBytes uint32, status Status) {
	var first *C.char
	if len(src) > 0 {
		first = (*C.char)(unsafe.Pointer(&src[0]))
	}
	n := C.f_flatten(p.grammar, p.arena, first, C.uint32_t(len(src)), C.uint32_t(budgetMillis), &p.buf)
	status = Status(p.buf.status)
	if n <= 0 {
		return nil, uint32(len(src)), status
	}
	return unsafe.Slice((*Rec)(unsafe.Pointer(p.buf.p)), int(n)), uint32(p.buf.error_bytes), status
}

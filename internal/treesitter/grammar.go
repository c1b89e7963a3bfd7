package treesitter

/*
#include "api.h"
#include <stdlib.h>
*/
import "C"

import "unsafe"

// Grammar resolves the names of a grammar once, so that extractors compare
// numbers.
type Grammar struct {
	Language unsafe.Pointer
}

// Symbol is the id of a named node kind, 0 if the grammar has none.
func (g Grammar) Symbol(name string) uint16 {
	return g.symbol(name, true)
}

// Token is the id of an anonymous node, such as "=>".
func (g Grammar) Token(name string) uint16 {
	return g.symbol(name, false)
}

func (g Grammar) symbol(name string, named bool) uint16 {
	c := C.CString(name)
	defer C.free(unsafe.Pointer(c))
	return uint16(C.ts_language_symbol_for_name((*C.TSLanguage)(g.Language), c, C.uint32_t(len(name)), C.bool(named)))
}

// Field is the id of a field, 0 if the grammar has none.
func (g Grammar) Field(name string) uint16 {
	c := C.CString(name)
	defer C.free(unsafe.Pointer(c))
	return uint16(C.ts_language_field_id_for_name((*C.TSLanguage)(g.Language), c, C.uint32_t(len(name))))
}

// Names lists the node kinds by id, for tests and debugging.
func (g Grammar) Names() []string {
	n := int(C.ts_language_symbol_count((*C.TSLanguage)(g.Language)))
	names := make([]string, n)
	for i := range names {
		names[i] = C.GoString(C.ts_language_symbol_name((*C.TSLanguage)(g.Language), C.TSSymbol(i)))
	}
	return names
}

package query

import (
	"fmt"
	"strings"

	"github.com/gortexhq/gortex/internal/graph"
)

// called reports whether a kind of symbol can be called at all, be it as a value.
func called(k graph.Kind) bool {
	switch k {
	case graph.KindStruct, graph.KindInterface, graph.KindEnum, graph.KindEnumMember, graph.KindType, graph.KindTypeParameter,
		graph.KindPackage, graph.KindModule, graph.KindNamespace:
		return false
	}
	return true
}

// notCalled is the caveat of a symbol that cannot be called: what to ask instead.
func (e Evidence) notCalled() *Caveat {
	kind := e.Kind.String()
	article := "a "
	if strings.ContainsRune("aeiou", rune(kind[0])) {
		article = "an "
	}
	return &Caveat{CaveatIncomplete, fmt.Sprintf("%s%s is not called; relations.usages lists its uses (%s), relations.hierarchy what it extends or implements and what does so",
		article, kind, counted(e.Calls+e.Values+e.Others, "site"))}
}

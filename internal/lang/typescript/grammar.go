package typescript

import (
	"sync"
	"unsafe"

	javascript "github.com/tree-sitter/tree-sitter-javascript/bindings/go"
	typescript "github.com/tree-sitter/tree-sitter-typescript/bindings/go"

	"github.com/gortexhq/gortex/internal/treesitter"
)

// dialect is one of the grammars of the family.
type dialect uint8

const (
	dialectTS dialect = iota
	dialectTSX
	dialectJS
	dialectEnd
)

// grammar maps the numbers of one tree-sitter grammar to ours.
type grammar struct {
	language unsafe.Pointer
	kinds    []kind // by symbol
	fields   []field
}

var grammars = [dialectEnd]func() *grammar{
	dialectTS:  sync.OnceValue(func() *grammar { return newGrammar(typescript.LanguageTypescript()) }),
	dialectTSX: sync.OnceValue(func() *grammar { return newGrammar(typescript.LanguageTSX()) }),
	dialectJS:  sync.OnceValue(func() *grammar { return newGrammar(javascript.Language()) }),
}

func newGrammar(language unsafe.Pointer) *grammar {
	ts := treesitter.Grammar{Language: language}
	g := &grammar{language: language, kinds: make([]kind, len(ts.Names()))}
	for k, name := range kindNames {
		if name == "" {
			continue
		}
		if sym := ts.Symbol(name); sym != 0 {
			g.kinds[sym] = kind(k)
		}
	}
	for f, name := range fieldNames {
		if name == "" {
			continue
		}
		id := int(ts.Field(name))
		if id == 0 {
			continue
		}
		for len(g.fields) <= id {
			g.fields = append(g.fields, fieldNone)
		}
		g.fields[id] = field(f)
	}
	return g
}

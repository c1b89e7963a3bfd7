package typescript

import (
	"bytes"
	"unsafe"

	"github.com/gortexhq/gortex/internal/bind"
	"github.com/gortexhq/gortex/internal/lang"
)

// Languages are TypeScript, TSX, JavaScript and JSX: one family, whose files
// import each other.
func Languages() []bind.Language {
	return []bind.Language{
		family("typescript", []dialect{dialectTS}, ".ts", ".mts", ".cts"),
		family("tsx", []dialect{dialectTSX}, ".tsx"),
		family("javascript", []dialect{dialectJS, dialectTSX}, ".js", ".mjs", ".cjs"),
		family("jsx", []dialect{dialectJS, dialectTSX}, ".jsx"),
	}
}

func family(name string, dialects []dialect, extensions ...string) bind.Language {
	l := bind.Language{
		Name:       name,
		Extensions: extensions,
		TestFiles: []string{
			"*.test.ts", "*.test.tsx", "*.test.mts", "*.test.cts", "*.test.js", "*.test.jsx", "*.test.mjs", "*.test.cjs",
			"*.spec.ts", "*.spec.tsx", "*.spec.mts", "*.spec.cts", "*.spec.js", "*.spec.jsx", "*.spec.mjs", "*.spec.cjs",
			"*-test.ts", "*-test.tsx", "*-test.js", "*-test.jsx", "*-spec.ts", "*-spec.js",
			"*.cy.ts", "*.cy.tsx", "*.cy.js", "*.e2e.ts", "*.e2e.js", "*.bench.ts",
			"**/__tests__/*", "**/__tests__/*/*", "**/__mocks__/*",
		},
		ConfigFiles: []string{
			"tsconfig.json", "jsconfig.json", "tsconfig.base.json", "tsconfig.app.json", "tsconfig.node.json",
			"tsconfig.lib.json", "tsconfig.build.json", "tsconfig.paths.json", "package.json", "pnpm-workspace.yaml", "lerna.json",
		},
		Modules:          modules,
		StaticMembers:    true,
		MergesDuplicates: true,
		KeysAreMembers:   true,
		Constructor:      "constructor",
		Builtins:         builtins,
		Yields:           yields,
	}
	for _, d := range dialects {
		l.Grammars = append(l.Grammars, func() unsafe.Pointer { return grammars[d]().language })
	}
	l.Extract = func(s *bind.Source) *lang.Unit { return extract(grammars[dialects[s.Grammar]](), s) }
	if dialects[0] == dialectJS {
		l.Choose = chooseFlow
	} else {
		l.Patch = patch
	}
	return l
}

// flowHead is how far a file is searched for Flow's pragma, in bytes.
const flowHead = 2048

// chooseFlow takes the TSX grammar for a file with Flow types: it knows most
// of what the JavaScript grammar loses in them.
func chooseFlow(_ string, src []byte) int {
	if bytes.Contains(src[:min(len(src), flowHead)], []byte("@flow")) {
		return 1
	}
	return 0
}

// Package all is the list of languages gortex knows.
package all

import (
	"path"
	"strings"

	"github.com/gortexhq/gortex/internal/bind"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/lang/golang"
	"github.com/gortexhq/gortex/internal/lang/typescript"
)

// families are the syntax-based languages, those that import each other together.
func families() map[string][]bind.Language {
	return map[string][]bind.Language{
		"typescript": typescript.Languages(),
	}
}

// Analyzers returns an analyzer for each family of languages.
func Analyzers() []lang.Analyzer {
	list := []lang.Analyzer{golang.New()}
	f := families()
	for _, name := range []string{"typescript"} {
		list = append(list, bind.New(name, f[name]...))
	}
	return list
}

// LanguageOf names the language of a file by its path, "" if none claims it.
func LanguageOf(p string) string {
	base := path.Base(p)
	for _, langs := range families() {
		for _, l := range langs {
			for _, ext := range l.Extensions {
				if strings.HasSuffix(base, ext) {
					return l.Name
				}
			}
		}
	}
	if strings.HasSuffix(base, ".go") {
		return "go"
	}
	return ""
}

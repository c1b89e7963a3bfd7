// Package all is the list of languages gortex knows.
package all

import (
	"path"
	"sync"

	"github.com/gortexhq/gortex/internal/bind"
	"github.com/gortexhq/gortex/internal/lang"
	"github.com/gortexhq/gortex/internal/lang/golang"
	"github.com/gortexhq/gortex/internal/lang/markdown"
	"github.com/gortexhq/gortex/internal/lang/python"
	"github.com/gortexhq/gortex/internal/lang/typescript"
)

// family is a set of syntax-based languages whose files import each other.
type family struct {
	name  string
	langs []bind.Language
}

func families() []family {
	return []family{
		{"markdown", []bind.Language{markdown.Language()}},
		{"python", []bind.Language{python.Language()}},
		{"typescript", typescript.Languages()},
	}
}

// Analyzers returns an analyzer for each family of languages.
func Analyzers() []lang.Analyzer {
	list := []lang.Analyzer{golang.New()}
	for _, f := range families() {
		list = append(list, bind.New(f.name, f.langs...))
	}
	return list
}

// claims says which language claims a name or an extension.
type claims struct {
	names, extensions map[string]string
}

var claimed = sync.OnceValue(func() claims {
	c := claims{map[string]string{}, map[string]string{".go": "go"}}
	for _, f := range families() {
		for _, l := range f.langs {
			for _, ext := range l.Extensions {
				c.extensions[ext] = l.Name
			}
			for _, name := range l.Filenames {
				c.names[name] = l.Name
			}
		}
	}
	return c
})

// LanguageOf names the language of a file by its path, "" if none claims it.
func LanguageOf(p string) string {
	base := path.Base(p)
	if l := claimed().names[base]; l != "" {
		return l
	}
	return claimed().extensions[path.Ext(base)]
}

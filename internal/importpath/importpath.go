// Package importpath says what one file has to write to import a symbol that
// another declares, as the languages of the two have it.
package importpath

import (
	"context"
	"path"
	"strings"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/graph"
)

// Answer is what to write.
type Answer struct {
	ImportPath string `json:"import_path,omitempty"` // empty when there is nothing to import
	Statement  string `json:"statement,omitempty"`
	Use        string `json:"use,omitempty"` // how the symbol is then written
	Already    bool   `json:"already_imported"`
	Same       bool   `json:"same_scope,omitempty"` // declared in the same file, package or module: usable as it is
	Note       string `json:"note,omitempty"`
}

// question is a symbol, where it is declared, and who asks.
type question struct {
	view     engine.View
	symbol   graph.Node
	declared string // path of the declaring file
	from     string // path of the importing file
	text     []byte // of the importing file
}

type finder func(context.Context, question) (Answer, error)

// finders are chosen by the ending of the declaring file; the importing file
// must be of the same family.
var finders = []struct {
	endings []string
	find    finder
}{
	{[]string{".go"}, findGo},
	{[]string{".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte"}, findModule},
	{[]string{".py", ".pyi"}, findPython},
}

// Find answers for a symbol and an importing file. Failures: invalid_argument
// for a name outside the index, for a file of another language, and for a
// language without imports.
func Find(ctx context.Context, v engine.View, symbol graph.Node, file graph.File) (Answer, error) {
	if symbol.File == graph.NoFile {
		return external(symbol)
	}
	q := question{view: v, symbol: symbol, declared: v.Graph().File(symbol.File).Path, from: file.Path}
	if q.declared == q.from {
		return Answer{Same: true, Use: q.top(), Note: "declared in this file"}, nil
	}
	content, err := v.ReadFile(ctx, q.from)
	if err != nil {
		return Answer{}, err
	}
	q.text = content.Bytes
	for _, f := range finders {
		if !endsWith(q.declared, f.endings) {
			continue
		}
		if !endsWith(q.from, f.endings) {
			return Answer{}, invalid("a " + path.Ext(q.from) + " file cannot import from a " + path.Ext(q.declared) + " file")
		}
		return f.find(ctx, q)
	}
	return Answer{}, invalid("how to import from a " + path.Ext(q.declared) + " file is not known")
}

// top is the name at the top of the file that leads to the symbol: to use a
// method one imports its class.
func (q question) top() string {
	name, _, _ := strings.Cut(q.symbol.Qual, ".")
	return name
}

func external(n graph.Node) (Answer, error) {
	i := strings.LastIndexByte(n.Name, '.')
	if n.Kind != graph.KindExternal || i <= 0 {
		return Answer{}, invalid(n.Name + " is not declared in the index")
	}
	return Answer{ImportPath: n.Name[:i], Note: "declared outside the index"}, nil
}

func endsWith(p string, endings []string) bool {
	for _, e := range endings {
		if strings.HasSuffix(p, e) {
			return true
		}
	}
	return false
}

func invalid(message string) error {
	return &engine.Failure{Code: "invalid_argument", Message: "import_path: " + message}
}

// upwards calls try with each directory from that of a file to the root ("").
func upwards(file string, try func(dir string) bool) {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		if dir == "." || dir == "/" {
			dir = ""
		}
		if try(dir) || dir == "" {
			return
		}
	}
}

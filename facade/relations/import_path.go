package relations

import (
	"context"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/importpath"
	"github.com/gortexhq/gortex/internal/locate"
)

var importPath = op.Read(op.Spec{
	Name:    "import_path",
	Summary: "What to write in a file to import a symbol, and whether it is imported already.",
	Legacy:  []op.Legacy{{Name: "find_import_path", Args: op.Renames{"name": "target.symbol"}}},
	Examples: []op.Example{
		{Text: "How cmd/main.go imports a type", Request: `{"operation":"import_path","target":{"symbol":"Server"},"options":{"path":"cmd/main.go"}}`},
	},
}, runImportPath)

// ImportPathRequest names a symbol and the file that wants it: one of them as
// the target, the other in the options.
type ImportPathRequest struct {
	Target  op.Target         `json:"target" selectors:"symbol,file"`
	Options ImportPathOptions `json:"options,omitzero"`
}

// ImportPathOptions hold the half of the question that the target does not.
type ImportPathOptions struct {
	Path string `json:"path,omitempty" doc:"the importing file, when the target is a symbol"`
	Name string `json:"name,omitempty" doc:"the symbol to import, when the target is a file"`
}

// ImportPathResult says what to write.
type ImportPathResult struct {
	SymbolID string `json:"symbol_id"`
	File     string `json:"importing_file"`
	importpath.Answer
}

func runImportPath(ctx context.Context, v engine.View, req ImportPathRequest) (ImportPathResult, error) {
	name, path := req.Target.Symbol, req.Options.Path
	if req.Target.File != "" {
		name, path = req.Options.Name, req.Target.File
	}
	switch {
	case name == "":
		return ImportPathResult{}, op.Invalid("options.name: want the symbol to import, got nothing").With("field", "options.name")
	case path == "":
		return ImportPathResult{}, op.Invalid("options.path: want the importing file, got nothing").With("field", "options.path")
	}
	found, target, err := find(ctx, v, name)
	if err != nil {
		return ImportPathResult{}, err
	}
	file, err := locate.File(ctx, v, path)
	if err != nil {
		return ImportPathResult{}, err
	}
	res := ImportPathResult{SymbolID: target.ID, File: file.Path}
	res.Answer, err = importpath.Find(ctx, v, v.Graph().Node(found.Node), file)
	return res, err
}

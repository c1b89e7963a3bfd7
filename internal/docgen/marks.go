package docgen

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"
)

// Mark is a test that says it shows a requirement.
type Mark struct {
	ID   string
	Path string // from the root of the module, with slashes
	Test string // name of the function, or path of the script without its ending
}

const (
	goMark     = "//spec:"
	scriptMark = "# spec: "
)

// Marks collects the marks of the tests and scripts below root, in the order of
// their paths. A mark that belongs to no test is an error.
func Marks(root fs.FS) ([]Mark, error) {
	var all []Mark
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if base := path.Base(name); base != "." && strings.HasPrefix(base, ".") || base == "node_modules" {
				return fs.SkipDir
			}
			return nil
		}
		inGo := strings.HasSuffix(name, "_test.go")
		if !inGo && !strings.HasSuffix(name, ".txtar") {
			return nil
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		found := ofScript(name, text)
		if inGo {
			found, err = ofGo(name, text)
		}
		all = append(all, found...)
		return err
	})
	return all, err
}

var testName = regexp.MustCompile(`^(Test|Fuzz|Benchmark)($|[^a-z])`)

// ofGo gives the marks in the comments of test functions.
func ofGo(name string, text []byte) ([]Mark, error) {
	if !bytes.Contains(text, []byte("\n"+goMark)) {
		return nil, nil // most files, which are not parsed
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var all []Mark
	var ofTests []*ast.CommentGroup
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Recv != nil || fn.Doc == nil || !testName.MatchString(fn.Name.Name) {
			continue
		}
		ofTests = append(ofTests, fn.Doc)
		for _, c := range fn.Doc.List {
			if ids, ok := strings.CutPrefix(c.Text, goMark); ok {
				all = append(all, marks(ids, name, fn.Name.Name)...)
			}
		}
	}
	for _, group := range file.Comments {
		for _, c := range group.List {
			if strings.HasPrefix(c.Text, goMark) && !slices.Contains(ofTests, group) {
				return nil, fmt.Errorf("%v: %s belongs to no test", files.Position(c.Pos()), c.Text)
			}
		}
	}
	return all, nil
}

// ofScript gives the marks in the script of an archive; its files are data.
func ofScript(name string, text []byte) []Mark {
	var all []Mark
	for line := range bytes.Lines(txtar.Parse(text).Comment) {
		if ids, ok := strings.CutPrefix(strings.TrimSpace(string(line)), scriptMark); ok {
			all = append(all, marks(ids, name, strings.TrimSuffix(name, ".txtar"))...)
		}
	}
	return all
}

func marks(ids, name, test string) []Mark {
	var all []Mark
	for _, id := range strings.Fields(ids) {
		all = append(all, Mark{ID: id, Path: name, Test: test})
	}
	return all
}

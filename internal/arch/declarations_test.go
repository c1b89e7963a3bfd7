package arch

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
)

// A name is an address: the operation relations.callers, once built, is
// declared in facade/relations/callers.go.
func TestOperationsAreWhereTheirNamesSay(t *testing.T) {
	built := 0
	for _, f := range facade.All() {
		for _, o := range f.Ops {
			if !o.Available() {
				continue
			}
			built++
			name := filepath.Join(root, "facade", f.Name, o.Name+".go")
			text, err := os.ReadFile(name)
			if err != nil || !strings.Contains(strings.Join(strings.Fields(string(text)), " "), `Name: "`+o.Name+`"`) {
				t.Errorf("%s is not declared in %s", o.Path(), name)
			}
			// Go gives files with these endings a meaning of their own.
			for _, ending := range []string{"test", "linux", "darwin", "windows", "js", "wasm", "amd64", "arm64"} {
				if strings.HasSuffix(o.Name, "_"+ending) {
					t.Errorf("%s: a Go file may not be called %s.go", o.Path(), o.Name)
				}
			}
		}
	}
	if built == 0 {
		t.Error("no operation is built")
	}
}

// A summary is one sentence that fits on a line.
func TestSummaries(t *testing.T) {
	for _, f := range facade.All() {
		for _, o := range f.Ops {
			s := o.Summary
			if s == "" || strings.Contains(s, "\n") || !strings.HasSuffix(s, ".") || strings.Contains(s, ". ") || len(s) > 120 {
				t.Errorf("%s: %q is not one short sentence", o.Path(), s)
			}
		}
	}
}

// Two fields of one operation do not share a name, so that a field is found by
// its name alone.
func TestFieldNamesAreUnique(t *testing.T) {
	for _, f := range facade.All() {
		for _, o := range f.Ops {
			if !o.Available() {
				continue
			}
			seen := map[string]string{}
			for _, p := range o.Schema().Properties {
				if p.Name == "output" || p.ExactlyOne {
					continue
				}
				fields := []string{p.Name}
				if slices.Contains(op.Containers, p.Name) {
					fields = nil
					for _, inner := range p.Properties {
						fields = append(fields, inner.Name)
					}
				}
				for _, name := range fields {
					if seen[name] != "" {
						t.Errorf("%s declares %s in %s and in %s", o.Path(), name, seen[name], p.Name)
					}
					seen[name] = p.Name
				}
			}
		}
	}
}

// Every field says what it means: the reference is made of it.
func TestFieldsAreDescribed(t *testing.T) {
	for _, f := range facade.All() {
		for _, o := range f.Ops {
			if !o.Available() {
				continue
			}
			for path, p := range o.Schema().Leaves() {
				if p.Description == "" && p.Const == "" {
					t.Errorf("%s: %s has no doc tag", o.Path(), path)
				}
			}
		}
	}
}

// namesFlatTools are the packages that speak of flat tools by name for a reason
// of their own.
var namesFlatTools = map[string]string{
	"facade/surface":  "a preset is a set of names",
	"facade/resource": "the guide's chapters have the names that clients ask for",
	"internal/hook":   "hosts have tools of their own by some of these names",
}

// A legacy name is quoted by the facades that answer it and nowhere else: it is
// no way to speak of an operation.
func TestLegacyNamesAreQuotedOnce(t *testing.T) {
	owners, public := map[string][]string{}, map[string]bool{}
	for _, f := range facade.All() {
		public[f.Name] = true
		for _, o := range f.Ops {
			public[o.Name] = true
			for _, l := range o.Legacy {
				owners[l.Name] = append(owners[l.Name], "facade/"+f.Name)
			}
		}
	}
	eachFile(t, func(s source) {
		if namesFlatTools[s.pkg] != "" {
			return
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			text, _ := strconv.Unquote(lit.Value)
			if allowed := owners[text]; allowed != nil && !public[text] && !slices.Contains(allowed, s.pkg) {
				t.Errorf("%s:%d: the legacy name %q belongs in %v", s.path, s.fset.Position(n.Pos()).Line, text, allowed)
			}
			return true
		})
	})
}

package locate_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/engine/enginetest"
	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/locate"
)

func view(t *testing.T) engine.View {
	e := enginetest.New(t, `
-- a/x.go --
package a
func Load() {}
-- b/x.go --
package b
func Load() {}
-- facts --
file a/x.go go
file b/x.go go
decl a/x.go:2-2 function Load
decl b/x.go:2-2 function Load
`)
	e.Skip = []engine.Skipped{{Path: "big.go", Reason: "too large"}}
	v, err := e.View(context.Background(), engine.Scope{})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// A Go package is named by its import path, its tail, or its own name, which
// need not be that of its directory.
func TestSymbolOfPackage(t *testing.T) {
	e := enginetest.New(t, `
-- go.mod --
module example.test/kit.v2
-- kit.go --
package kit
type Box struct{}
func (Box) Open() {}
-- kit_windows.go --
package kit
func Path() {}
-- kit_linux.go --
package kit
func Path() {}
-- sub/x.go --
package other
func Open() {}
-- web/go.mod --
module example.test/site
-- web/x.go --
package web
func Serve() {}
-- kit.py --
class Box: pass
-- facts --
file kit.go go
file kit_windows.go go
file kit_linux.go go
file sub/x.go go
file web/x.go go
decl kit.go:2-2 type Box
decl kit.go:3-3 method Box.Open
decl kit_windows.go:2-2 function Path
decl kit_linux.go:2-2 function Path
decl sub/x.go:2-2 function Open
decl web/x.go:2-2 function Serve
`)
	v, err := e.View(context.Background(), engine.Scope{})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"example.test/kit.v2.Box":      "kit.go::Box",
		"kit.v2.Box.Open":              "kit.go::Box.Open",
		"(*kit.Box).Open":              "kit.go::Box.Open",
		"example.test/kit.v2/sub.Open": "sub/x.go::Open",
		"other.Open":                   "sub/x.go::Open",
		"example.test/site.Serve":      "web/x.go::Serve",
		"site.Serve":                   "web/x.go::Serve",
		"example.test/kit.v2.Path":     "ambiguous_symbol",
		"kit.v2.Open":                  "symbol_not_found",
		"example.test/kit.Box":         "symbol_not_found",
		"nokit.Box":                    "symbol_not_found",
	} {
		got := ""
		f, err := locate.Symbol(context.Background(), v, name)
		var failure *engine.Failure
		if errors.As(err, &failure) {
			got = failure.Code
		} else if err != nil {
			t.Errorf("%s: %v is no failure", name, err)
		} else {
			got = graph.ID(v.Graph(), v.Graph().Node(f.Node))
		}
		if got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

// A name is a symbol or a failure that says why not.
func TestSymbol(t *testing.T) {
	v := view(t)
	for name, want := range map[string]string{
		"a/x.go::Load":             "a/x.go::Load",
		"./a/x.go::Load":           "a/x.go::Load",
		"/repo/a/x.go::Load":       "a/x.go::Load",
		"/repo/a/x.go":             "a/x.go",
		"Load":                     "ambiguous_symbol",
		"Laod":                     "symbol_not_found",
		"big.go::f":                "file_not_indexed",
		"/etc/passwd::f":           "path_outside_root",
		"../up.go::f":              "path_outside_root",
		"what/is this, a sentence": "symbol_not_found",
	} {
		got := ""
		f, err := locate.Symbol(context.Background(), v, name)
		var failure *engine.Failure
		switch {
		case errors.As(err, &failure):
			got = failure.Code
		case err != nil:
			t.Errorf("%s: %v is no failure", name, err)
		default:
			got = graph.ID(v.Graph(), v.Graph().Node(f.Node))
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

func TestPaths(t *testing.T) {
	v := view(t)
	for _, c := range []struct {
		csv, file string
		want      bool
	}{
		{"", "a/x.go", true}, {".", "a/x.go", true}, {"/repo", "a/x.go", true}, {"a", "a/x.go", true}, {"a/", "a/x.go", true},
		{"a", "ab/x.go", false}, {"a/x.go", "a/x.go", true}, {"**/*.go", "a/x.go", true}, {"*.go", "a/x.go", true}, {"b/*.go", "a/x.go", false},
		{"b, a", "a/x.go", true}, {"./a", "a/x.go", true}, {"./a/../b/*.go", "b/x.go", true}, {"./a/*", "b/x.go", false},
	} {
		p, err := locate.ParsePaths(v, c.csv)
		if err != nil || p.Match(c.file) != c.want {
			t.Errorf("%q, %s: got %v, %v", c.csv, c.file, p.Match(c.file), err)
		}
	}
	for csv, want := range map[string]string{
		"[a": "invalid_argument []", "../up": "path_outside_root []", "/etc": "path_outside_root []", "a/*.py": "file_not_found [a/x.go]",
		"c": "file_not_found [a b]", "a/y.go": "file_not_found [a/x.go]", "c/x.go": "file_not_found [a/x.go b/x.go]", "a,c/x": "file_not_found [a/x.go b/x.go]",
		"big.go": "file_not_indexed []",
	} {
		_, err := locate.ParsePaths(v, csv)
		f, ok := err.(*engine.Failure)
		if !ok {
			t.Errorf("%q: %v", csv, err)
			continue
		}
		candidates, _ := f.Data["candidates"].([]string)
		if got := fmt.Sprint(f.Code, " ", candidates); got != want {
			t.Errorf("%q: got %s, want %s", csv, got, want)
		}
	}
}

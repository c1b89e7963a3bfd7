package typescript

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/bind"
	"github.com/gortexhq/gortex/internal/bind/bindtest"
	"github.com/gortexhq/gortex/internal/lang"
)

func analyzer() lang.Analyzer { return bind.New("typescript", Languages()...) }

func language(path string) string {
	for _, l := range Languages() {
		for _, ext := range l.Extensions {
			if strings.HasSuffix(path, ext) {
				return l.Name
			}
		}
	}
	return ""
}

// expectation is the part of a case that facts can answer.
type expectation struct {
	Kind string
	Call struct {
		Arguments struct{ Target struct{ Symbol string } }
	}
	Expect struct {
		Contains, Absent, May []string
		CallSites             []string `json:"call_sites"`
	}
}

// Each case names the symbol asked for and the sites of its callers or usages.
// A call through an interface is a call of the interface's method, which the
// asked method overrides.
func TestCases(t *testing.T) {
	paths, err := filepath.Glob("testdata/cases/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases (%v)", err)
	}
	for _, p := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(p), ".txtar"), func(t *testing.T) {
			files := bindtest.Archive(t, p)
			var c expectation
			if err := json.Unmarshal([]byte(files["case.json"]), &c); err != nil {
				t.Fatal(err)
			}
			delete(files, "case.json")
			got := bindtest.New(t, analyzer(), language, files)
			target := c.Call.Arguments.Target.Symbol
			var sites []string
			if c.Kind == "callers" {
				sites = got.Sites(target, "calls", "instantiates")
				for _, o := range overridden(got, target) {
					sites = append(sites, got.Sites(o, "calls")...)
				}
			} else {
				sites = got.Sites(target)
			}
			slices.Sort(sites)
			want := c.Expect.CallSites
			if len(want) == 0 {
				want = slices.Clone(c.Expect.Contains)
			}
			sites = slices.DeleteFunc(sites, func(s string) bool {
				return slices.Contains(c.Expect.May, s) && !slices.Contains(want, s)
			})
			slices.Sort(want)
			if d := cmp.Diff(want, sites); d != "" {
				t.Errorf("sites of %s (-want +got):\n%s\n%s", target, d, got)
			}
			if c.Kind == "callers" {
				inside := callers(got, target)
				for _, s := range c.Expect.Contains {
					if !slices.Contains(inside, s) {
						t.Errorf("%s is no caller; callers are %q", s, inside)
					}
				}
			}
		})
	}
}

func callers(p *bindtest.Project, target string) []string {
	targets := append(overridden(p, target), target)
	var out []string
	for _, f := range p.Facts {
		for _, r := range f.Refs {
			at := bindtest.Target(f, r)
			if !strings.Contains(at, "::") {
				at = f.Path + "::" + at
			}
			if k := r.Kind.String(); (k == "calls" || k == "instantiates") && slices.Contains(targets, at) && r.From >= 0 {
				out = append(out, f.Path+"::"+f.Symbols[r.From].Qual)
			}
		}
	}
	return out
}

// overridden lists the methods that a method overrides or implements.
func overridden(p *bindtest.Project, target string) []string {
	var out []string
	for _, f := range p.Facts {
		for _, r := range f.Refs {
			if r.Kind.String() == "overrides" && r.From >= 0 && f.Path+"::"+f.Symbols[r.From].Qual == target {
				at := bindtest.Target(f, r)
				if !strings.Contains(at, "::") {
					at = f.Path + "::" + at
				}
				out = append(out, at)
			}
		}
	}
	return out
}

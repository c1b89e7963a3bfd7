// Package golang gives facts about Go files at compiler grade: it finds the
// packages of a tree, type-checks them with go/types and records what every
// identifier means. It runs no command and uses no network.
//
// Imports: a file has one imports edge to the import path of a package outside
// the tree, and for a package of the tree one to each file that declares
// something the importing file names through that import; an import for its
// side effects has one to each file of the package without its tests.
package golang

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/lang"
)

// New returns the analyzer of Go.
func New() lang.Analyzer { return analyzer{} }

type analyzer struct{}

func (analyzer) Name() string        { return "go" }
func (analyzer) Languages() []string { return []string{"go"} }

// analysis is one call of Analyze.
type analysis struct {
	in        *lang.Input
	out       lang.Sink
	mods      *modules
	tree      *tree
	loc       *locator
	exports   *exports
	def       config
	platforms []config // see chooseConfigs
	full      bool

	mu      sync.Mutex
	notes   map[string]bool // passed on
	remarks remarks
	pending map[string]*pending
	changed map[*dir]*change
	scopeMu sync.Mutex
	scopes  map[[2]string]*packageScope
	twins   *universe     // what directories hold under the default configuration; nothing is checked in it
	differs map[*dir]bool // packages whose API changed under the default configuration
	types   bool          // type records changed: relations must be derived anew
}

// errRestart says that what is kept cannot be built upon.
var errRestart = errors.New("start over")

// Analyze implements lang.Analyzer. It fails only when ctx is done.
func (analyzer) Analyze(ctx context.Context, in *lang.Input, out lang.Sink) error {
	a := newAnalysis(in, out)
	if !a.full {
		err := a.update(ctx)
		a.exports.out.close()
		if !errors.Is(err, errRestart) {
			return err
		}
		a = newAnalysis(in, out)
		a.full = true
	}
	defer a.exports.out.close()
	return a.index(ctx)
}

func newAnalysis(in *lang.Input, out lang.Sink) *analysis {
	a := &analysis{in: in, out: out, notes: map[string]bool{}, pending: map[string]*pending{}, changed: map[*dir]*change{}}
	a.remarks = remarks{missing: map[*dir][]string{}, broken: map[*dir][]string{}}
	a.def = defaultConfig(in.Env)
	var moduleFiles []string
	for _, f := range in.Files {
		if strings.HasSuffix(f.Path, "go.mod") || strings.HasSuffix(f.Path, "go.work") {
			moduleFiles = append(moduleFiles, f.Path)
		}
	}
	a.mods = readModules(in.Root, in.Env.GOMODCACHE, moduleFiles, in.Read, a.note)
	a.platforms = platforms
	if a.mods.std != nil {
		a.platforms = platforms[:costlyPlatforms]
	}
	a.tree = makeTree(in.Files, a.mods)
	a.loc = newLocator(a.tree, a.mods, in.Env.GOROOT)
	a.exports = newExports(a)
	a.twins = newUniverse(a, a.def)
	a.differs = map[*dir]bool{}
	a.full = in.Full || string(in.Cache.Get("go/meta")) != a.meta()
	return a
}

// meta names everything that the whole cache depends on.
func (a *analysis) meta() string {
	return strings.Join([]string{formatVersion, a.def.key(), a.in.Env.GOROOT, a.in.Env.GOMODCACHE, a.exports.goVersion, a.exports.buildList}, "\x00")
}

// index makes everything anew.
func (a *analysis) index(ctx context.Context) error {
	var stale []string
	a.in.Cache.Keys("go/", func(key string) bool { stale = append(stale, key); return true })
	for _, key := range stale {
		if !strings.HasPrefix(key, "go/out") {
			a.in.Cache.Delete(key)
		}
	}
	a.types = true
	a.readHeaders()
	for _, c := range a.allConfigs() {
		u := newUniverse(a, c)
		u.run(ctx, u.everything(), true)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	a.untyped()
	a.storeHeaders()
	a.derive()
	a.in.Cache.Put("go/meta", []byte(a.meta()))
	for _, d := range a.tree.order {
		a.findMissing(d)
	}
	a.noteMissing()
	a.storeNotes()
	return ctx.Err()
}

// allConfigs lists the default configuration and those that directories ask for.
func (a *analysis) allConfigs() []config {
	seen := map[config]bool{}
	var list []config
	for _, d := range a.tree.order {
		for _, c := range d.configs {
			if !seen[c] {
				seen[c] = true
				list = append(list, c)
			}
		}
	}
	slices.SortFunc(list, func(a, b config) int { return strings.Compare(a.key(), b.key()) })
	return append([]config{a.def}, list...)
}

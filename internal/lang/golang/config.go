package golang

import (
	"go/build"
	"go/build/constraint"
	"runtime"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/lang"
)

// config is a build configuration.
type config struct {
	goos, goarch string
	cgo          bool
	tags         string // further tags, sorted, comma separated
}

// key names the configuration in keys of the cache.
func (c config) key() string {
	s := c.goos + "_" + c.goarch
	if !c.cgo {
		s += "_nocgo"
	}
	if c.tags != "" {
		s += "+" + c.tags
	}
	return s
}

// base is the configuration packages outside the tree are seen under: further
// tags are the tree's own.
func (c config) base() config { c.tags = ""; return c }

func (c config) with(tag string) config {
	tags := append(c.tagList(), tag)
	slices.Sort(tags)
	c.tags = strings.Join(slices.Compact(tags), ",")
	return c
}

func (c config) tagList() []string {
	if c.tags == "" {
		return nil
	}
	return strings.Split(c.tags, ",")
}

// defaultConfig is the configuration the go command would use.
func defaultConfig(env lang.Env) config {
	c := config{goos: env.GOOS, goarch: env.GOARCH, cgo: true}
	if c.goos == "" {
		c.goos = runtime.GOOS
	}
	if c.goarch == "" {
		c.goarch = runtime.GOARCH
	}
	for _, flag := range strings.Fields(env.GOFLAGS) {
		flag = strings.TrimPrefix(flag, "-")
		if list, ok := strings.CutPrefix(flag, "-tags="); ok {
			flag = "tags=" + list
		}
		if list, ok := strings.CutPrefix(flag, "tags="); ok {
			for tag := range strings.SplitSeq(list, ",") {
				if tag != "" {
					c = c.with(tag)
				}
			}
		}
	}
	return c
}

// platforms are the systems tried, in order, for files that the default
// configuration leaves out.
var platforms = []config{
	{goos: "windows", goarch: "amd64", cgo: true},
	{goos: "darwin", goarch: "arm64", cgo: true},
	{goos: "js", goarch: "wasm"},
	{goos: "linux", goarch: "arm64", cgo: true},
	{goos: "linux", goarch: "amd64"},
	{goos: "linux", goarch: "386", cgo: true},
	{goos: "freebsd", goarch: "amd64", cgo: true},
	{goos: "wasip1", goarch: "wasm"},
	{goos: "plan9", goarch: "386"},
	{goos: "openbsd", goarch: "arm", cgo: true},
	{goos: "solaris", goarch: "amd64", cgo: true},
	{goos: "aix", goarch: "ppc64", cgo: true},
	{goos: "linux", goarch: "s390x", cgo: true},
	{goos: "netbsd", goarch: "arm64", cgo: true},
	{goos: "linux", goarch: "ppc64le", cgo: true},
	{goos: "linux", goarch: "riscv64", cgo: true},
	{goos: "linux", goarch: "loong64", cgo: true},
	{goos: "linux", goarch: "mips64", cgo: true},
	{goos: "linux", goarch: "mips", cgo: true},
	{goos: "linux", goarch: "arm", cgo: true},
	{goos: "dragonfly", goarch: "amd64", cgo: true},
	{goos: "ios", goarch: "arm64", cgo: true},
	{goos: "android", goarch: "arm64", cgo: true},
}

// costlyPlatforms is how many of the platforms are tried in the standard
// library, where each costs a second.
const costlyPlatforms = 8

const (
	knownOS   = " aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos "
	knownArch = " 386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 mips64p32le ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm "
	unixOS    = " aix android darwin dragonfly freebsd hurd illumos ios linux netbsd openbsd solaris "
)

func known(list, s string) bool { return strings.Contains(list, " "+s+" ") }

// tag reports whether the configuration satisfies a build tag.
func (c config) tag(tag string) bool {
	switch tag {
	case c.goos, c.goarch, "gc":
		return true
	case "cgo":
		return c.cgo
	case "unix":
		return known(unixOS, c.goos)
	case "linux":
		return c.goos == "android"
	case "solaris":
		return c.goos == "illumos"
	case "darwin":
		return c.goos == "ios"
	}
	if known(knownOS, tag) || known(knownArch, tag) {
		return false
	}
	return slices.Contains(build.Default.ReleaseTags, tag) ||
		slices.Contains(build.Default.ToolTags, tag) ||
		slices.Contains(c.tagList(), tag)
}

// match reports whether the file is part of a build under the configuration.
func (c config) match(h *header) bool {
	if h.pkg == "" || strings.HasPrefix(h.name, "_") || strings.HasPrefix(h.name, ".") {
		return false
	}
	if !c.cgo && slices.Contains(h.imports, "C") {
		return false
	}
	return c.matchName(h.name) && (h.expr == nil || h.expr.Eval(c.tag))
}

// matchName applies the rules for names like dev_windows_amd64.go.
func (c config) matchName(name string) bool {
	name, _, _ = strings.Cut(name, ".")
	i := strings.IndexByte(name, '_')
	if i < 0 {
		return true
	}
	l := strings.Split(name[i:], "_")
	n := len(l)
	if n > 0 && l[n-1] == "test" {
		n--
	}
	if n >= 2 && known(knownOS, l[n-2]) && known(knownArch, l[n-1]) {
		return c.tag(l[n-1]) && c.tag(l[n-2])
	}
	if n >= 1 && (known(knownOS, l[n-1]) || known(knownArch, l[n-1])) {
		return c.tag(l[n-1])
	}
	return true
}

// parseConstraint reads a build expression as headers keep it.
func parseConstraint(expr string) constraint.Expr {
	if expr == "" {
		return nil
	}
	x, err := constraint.Parse("//go:build " + expr)
	if err != nil {
		return nil
	}
	return x
}

// maxConfigs bounds the further configurations of one directory.
const maxConfigs = 16

// chooseConfigs returns the configurations, besides def, under which the
// directory is to be checked so that as many of its files as possible are
// covered. It depends on nothing but the files, so that a change elsewhere
// does not change it.
func chooseConfigs(def config, platforms []config, files []header) []config {
	var left []*header
	for i := range files {
		if h := &files[i]; h.pkg != "" && !def.match(h) && !isSingle(h) {
			left = append(left, h)
		}
	}
	var chosen []config
	for len(left) > 0 && len(chosen) < maxConfigs {
		best, ok := covers(plain(def, platforms, left), left)
		if !ok {
			if best, ok = covers(combined(def, platforms, left), left); !ok {
				break
			}
		}
		chosen = append(chosen, best)
		left = slices.DeleteFunc(left, func(h *header) bool { return best.match(h) })
	}
	return chosen
}

// covers returns the first of the candidates that match most of the files.
func covers(candidates []config, files []*header) (best config, ok bool) {
	most := 0
	for _, c := range candidates {
		n := 0
		for _, h := range files {
			if c.match(h) {
				n++
			}
		}
		if n > most {
			best, most = c, n
		}
	}
	return best, most > 0
}

// plain are the candidates that cost little: def with one of the tags that
// files ask for, and the platforms.
func plain(def config, platforms []config, files []*header) []config {
	var list []config
	var tags []string
	for _, h := range files {
		tags = append(tags, customTags(h.constraint)...)
	}
	slices.Sort(tags)
	tags = slices.Compact(tags)
	if len(tags) > 12 {
		tags = tags[:12]
	}
	for _, tag := range tags {
		list = append(list, def.with(tag))
	}
	for _, p := range platforms {
		p.tags = def.tags
		list = append(list, p)
	}
	return list
}

// combined are tags together, and on another platform.
func combined(def config, platforms []config, files []*header) []config {
	var list []config
	for _, h := range files {
		c := def
		for _, tag := range customTags(h.constraint) {
			c = c.with(tag)
		}
		list = append(list, c)
		for _, p := range platforms[:4] {
			p.tags = c.tags
			list = append(list, p)
		}
	}
	return list
}

// customTags are the tags of a constraint that no platform decides.
func customTags(expr string) []string {
	if expr == "" {
		return nil
	}
	x, err := constraint.Parse("//go:build " + expr)
	if err != nil {
		return nil
	}
	var tags []string
	var walk func(constraint.Expr)
	walk = func(x constraint.Expr) {
		switch x := x.(type) {
		case *constraint.NotExpr:
			walk(x.X)
		case *constraint.AndExpr:
			walk(x.X)
			walk(x.Y)
		case *constraint.OrExpr:
			walk(x.X)
			walk(x.Y)
		case *constraint.TagExpr:
			if t := x.Tag; !known(knownOS, t) && !known(knownArch, t) && t != "cgo" && t != "unix" && t != "gc" && t != "ignore" && !strings.HasPrefix(t, "go1.") {
				tags = append(tags, t)
			}
		}
	}
	walk(x)
	return tags
}

// isSingle reports whether the file is a program of its own: one that go run
// is given by name and that no build includes.
func isSingle(h *header) bool {
	if h.constraint == "" || !strings.Contains(h.constraint, "ignore") {
		return false
	}
	x, err := constraint.Parse("//go:build " + h.constraint)
	if err != nil {
		return false
	}
	all := func(ignore bool) bool { return x.Eval(func(tag string) bool { return tag != "ignore" || ignore }) }
	none := func(ignore bool) bool { return x.Eval(func(tag string) bool { return tag == "ignore" && ignore }) }
	return (all(true) || none(true)) && !all(false) && !none(false)
}

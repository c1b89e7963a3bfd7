package walk_test

import (
	"testing"

	"github.com/gortexhq/gortex/internal/walk"
)

// rules are ignore files that use what git's syntax has, each followed by the files that meet it.
var rules = []string{
	".gitignore", `# comment
*.log
!important.log
/build
dist/**
!dist/keep.txt
foo/*/bar
**/gen/**
a/**/z
doc/*.txt
\#hash
\!bang
trailing\ 
blank   
*.py[co]
[Tt]emp/
/vendor/*
!/vendor/ours
abc/**
!abc/x/
file?.go
deep/**/*.tmp
x**y
pre**/post
[[:digit:]]num
[!a-y]neg.q
esc\*ape
[]]brack
[a\]]brick
[[:bogus:]]
only/
/anchored/
back\\slash
crlf.txt` + "\r" + `
no[
tail\
`,
	"sub/.gitignore", "*.txt\n!ok.txt\n/local\nnested/*.go\n!*.log\n",
	"sub/deep/.gitignore", "!x.txt\nsecret.go\n!/../main.go\n",
	"all/.gitignore", "*\n!*/\n!*.go\n!*.txt\n",
	"none/.gitignore", "\xEF\xBB\xBF*.bom\n",
	"kept/.gitignore", "*\n!.gitignore\n",
}

// subjects are paths for the rules to judge.
var subjects = []string{
	"a.log", "important.log", "build/x.go", "x/build/y.go", "dist/a.go", "dist/keep.txt", "dist/s/keep.txt",
	"foo/1/bar", "foo/1/2/bar", "foo/2/bar/z.go", "gen/a.go", "p/gen/b/c.go", "a/z", "a/b/z", "a/b/c/z", "doc/a.txt",
	"doc/s/a.txt", "#hash", "!bang", "m.pyc", "temp/x.go", "Temp/y.go", "vendor/x/a.go", "vendor/ours/b.go", "abc/x/y.go",
	"abc/q.go", "file1.go", "file12.go", "deep/a.tmp", "deep/x/y/a.tmp", "sub/a.txt", "sub/ok.txt", "sub/local/a.go",
	"sub/z/local/a.go", "sub/nested/a.go", "sub/nested/d/a.go", "sub/deep/x.txt", "sub/deep/y.txt", "sub/deep/secret.go",
	"sub/deep/d/secret.go", "readme.md", "main.go", "x/important.log", "sub/important.log", "sub/b.log", "trailing ",
	"trailing", "blank", "blank   ", "x.rs", "xy", "x1y", "q/x/y", "prex/y/post", "pre/post", "prepost", "1num", "znum",
	"zneg.q", "bneg.q", "esc*ape", "escXape", "]brack", "xbrack", "abrick", "]brick", "only", "o/only/x", "anchored/x",
	"o/anchored/x", `back\slash`, "crlf.txt", "no[", "tail", `tail\`, "all/x.go", "all/y.rs", "all/d/x.txt", "all/d/y.rs",
	"none/a.bom", "none/a.go", "kept/a.go", ".hidden", ".d/.e", "é.go", "sp ace/né w.txt", "new\nline",
	"-dash/a", "dash-/a", "dash/a", "dash.d/a", "dash.go",
}

func ruleTree(t *testing.T) tree {
	tr := newRepo(t)
	tr.write(rules...)
	for _, p := range subjects {
		tr.write(p, "")
	}
	return tr
}

func TestRulesAreGits(t *testing.T) {
	tr := ruleTree(t)
	tr.same("untracked", paths(tr.walk(walk.Options{})), tr.truth(""))
	tr.write(".git/info/exclude", "*.rs\n!a.log\n/main.go\n!vendor/x\n")
	tr.same("with info/exclude", paths(tr.walk(walk.Options{})), tr.truth(""))
	global := t.TempDir() + "/ignore"
	tr.git("config", "core.excludesFile", global)
	tree{t, ""}.write(global, "*.md\n!main.go\n/dash/\n")
	tr.same("with a global file", paths(tr.walk(walk.Options{GlobalIgnore: global})), tr.truth(""))
}

// Tracked files stay in whatever the rules say, also those in ignored directories, in each format
// of the index, and when they are gone from the working tree.
func TestTrackedButIgnored(t *testing.T) {
	for _, setup := range [][]string{
		{"update-index", "--index-version", "2"},
		{"update-index", "--index-version", "4"},
		{"add", "-N", "readme.md"},            // extended flags: version 3
		{"update-index", "--split-index"},     // entries in a second file
		{"update-index", "--untracked-cache"}, // an extension to step over
		{"sparse-checkout", "set", "--no-cone", "/*"},
	} {
		tr := ruleTree(t)
		tr.git("add", "-f", "a.log", "build/x.go", "p/gen/b/c.go", "vendor/x/a.go", "sub/deep/y.txt", "kept/a.go", "main.go", "dist/s/keep.txt")
		tr.git("commit", "-q", "-m", "x")
		tr.git(setup...)
		tr.write("build/untracked.go", "", "p/gen/b/other.go", "")
		tr.same("git "+setup[0]+" "+setup[1], paths(tr.walk(walk.Options{})), tr.truth(""))
	}
}

func TestSHA256Repository(t *testing.T) {
	tr := newTree(t)
	tr.git("init", "-q", "--object-format=sha256")
	tr.write(".gitignore", "*.log\n", "a.log", "", "b.log", "", "c.go", "")
	tr.git("add", "-f", "a.log")
	tr.same("sha-256", paths(tr.walk(walk.Options{})), tr.truth(""))
}

func TestWorktree(t *testing.T) {
	tr := newRepo(t)
	tr.write(".gitignore", "*.log\n/wt/\n", "a.go", "", "t.log", "")
	tr.git("add", "-f", ".")
	tr.git("commit", "-q", "-m", "x")
	tr.write(".git/info/exclude", "secret*\n")
	tr.git("worktree", "add", "-q", "wt")
	wt := tree{t, tr.path("wt")}
	wt.write("new.go", "", "x.log", "", "secret.go", "")
	c := wt.walk(walk.Options{})
	wt.same("worktree", paths(c), wt.truth(""))
	if c.Repos[0].GitDir != tr.path(".git/worktrees/wt") || c.Repos[0].CommonDir != tr.path(".git") {
		t.Errorf("repository %+v", c.Repos[0])
	}
	tr.same("around it", paths(tr.walk(walk.Options{})), tr.truth(""))
}

// A root below the repository's top obeys the rules above it.
func TestRootBelowTop(t *testing.T) {
	tr := ruleTree(t)
	tr.git("add", "-f", "sub/deep/y.txt")
	for _, rel := range []string{"sub", "sub/deep", "foo", "all/d", "dist/s", "build"} {
		sub := tree{t, tr.path(rel)}
		got, want := paths(sub.walk(walk.Options{})), tr.truth(rel)
		switch rel { // ignored as a whole: the caller asked for it, so that the rules do not count
		case "build":
			want = []string{"x.go"}
		case "dist/s":
			want = []string{"keep.txt"}
		}
		sub.same(rel, got, want)
	}
}

func TestWithoutGit(t *testing.T) {
	tr := newTree(t)
	tr.write(".gitignore", "*.log\n", "a.go", "", "b.log", "", "d/.gitignore", "!b.log\n", "d/b.log", "")
	c := tr.walk(walk.Options{})
	tr.same("no repository", paths(c), []string{".gitignore", "a.go", "d/.gitignore", "d/b.log"})
	if c.Repos[0].GitDir != "" {
		t.Errorf("repository %+v", c.Repos[0])
	}
}

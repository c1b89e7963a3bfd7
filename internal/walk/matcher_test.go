package walk

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// ignores applies the files of rules, by directory, to one path, whose last component is a file.
func ignores(rules map[string]string, path string) bool {
	var f *frame
	dir := ""
	for rest := path; ; {
		f = f.push(dir, parseIgnore([]byte(rules[dir])))
		name, tail, isDir := strings.Cut(rest, "/")
		dir, rest = join(dir, name), tail
		if f.judge(dir, isDir) == exclude {
			return true
		}
		if !isDir {
			return false
		}
	}
}

// checkIgnore asks git about many paths at once; none of them exists as a
// directory.
func checkIgnore(t testing.TB, root string, paths []string) map[string]bool {
	cmd := exec.Command("git", "-C", root, "check-ignore", "--no-index", "--stdin", "-z")
	cmd.Stdin = strings.NewReader(strings.Join(paths, "\x00") + "\x00")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil && stderr.Len() > 0 {
		t.Fatalf("git check-ignore: %v: %s", err, stderr.String())
	}
	ignored := map[string]bool{}
	for _, p := range strings.Split(string(out), "\x00") {
		ignored[p] = true
	}
	return ignored
}

func gitDir(t testing.TB) string {
	t.Helper()
	root := t.TempDir()
	config := filepath.Join(t.TempDir(), "gitconfig")
	if err := os.WriteFile(config, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GIT_CONFIG_GLOBAL", config)
	t.Setenv("XDG_CONFIG_HOME", filepath.Dir(config))
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	if err := exec.Command("git", "-C", root, "init", "-q").Run(); err != nil {
		t.Skip("git is not there:", err)
	}
	for _, dir := range []string{"a", "a/b"} {
		if err := os.Mkdir(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

var (
	// atoms are what patterns are made of. Stars are few letters apart from the names, so that
	// matches are frequent.
	atoms = rapid.SampledFrom([]string{
		"a", "b", "c", "ab", "/", "/", "*", "*", "?", "**/", "/**", "/**/", "[a-b]", "[!a]", "[^b]", "[]a]", "[a\\]b]",
		"[[:alpha:]]", "[[:digit:]b]", "[[:nope:]]", "[a", "\\*", "\\a", "\\", ".", "-", " ", "é", "[--b]", "[z-a]", "[a-]",
	})
	lines = rapid.Custom(func(t *rapid.T) string {
		line := rapid.SampledFrom([]string{"", "", "", "!", "/", "!/", "#", "\\#", "\\!"}).Draw(t, "start")
		line += strings.Join(rapid.SliceOfN(atoms, 0, 6).Draw(t, "atoms"), "")
		return line + rapid.SampledFrom([]string{"", "", "", "/", " ", "\\ ", "\r", "*", "\\"}).Draw(t, "end")
	})
	names = rapid.SampledFrom([]string{"a", "b", "c", "ab", "abc", "ba", "a.b", ".a", "a b", "b ", "#a", "!a", "*", "[a", "é", "-", "\\a"})
)

// Whatever the patterns and the paths, git check-ignore decides as we do.
func TestMatcherIsGits(t *testing.T) {
	root := gitDir(t)
	rapid.Check(t, func(rt *rapid.T) {
		rules := map[string]string{}
		for _, dir := range []string{"", "a", "a/b"} {
			text := strings.Join(rapid.SliceOfN(lines, 0, 4).Draw(rt, "rules"), "\n")
			if strings.Contains(text, "***") || ambiguous(text) {
				rt.Skip()
			}
			rules[dir] = text
			if err := os.WriteFile(filepath.Join(root, dir, gitIgnore), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		var paths []string
		for range 40 {
			p := strings.Join(rapid.SliceOfN(names, 1, 5).Draw(rt, "path"), "/")
			if p == "a" || p == "a/b" { // these exist, and are directories
				p += "/c"
			}
			paths = append(paths, p)
		}
		want := checkIgnore(t, root, paths)
		for _, p := range paths {
			if got := ignores(rules, p); got != want[p] {
				rt.Fatalf("%q: ignored %v, git says %v; rules %q", p, got, want[p], rules)
			}
		}
	})
}

// ambiguous tells patterns whose meaning git before 2.41 took from whatever lay in memory: a
// double star right behind a wildcard.
func ambiguous(text string) bool {
	for i := 1; i+1 < len(text); i++ {
		if text[i] == '*' && text[i+1] == '*' && (text[i-1] == ']' || text[i-1] == '?' || i > 1 && text[i-2] == '\\') {
			return true
		}
	}
	return false
}

// A pattern that would take exponential time is answered at once.
func TestManyStars(t *testing.T) {
	text := strings.Repeat("a", 200)
	for _, p := range []string{
		strings.Repeat("*a", 60) + "b",
		strings.Repeat("**/a", 60) + "/b",
		strings.Repeat("*a/**/", 40) + "b",
	} {
		if wildmatch(p, text, true) || wildmatch(p, strings.Repeat("a/", 200), true) {
			t.Errorf("%.30s… matches", p)
		}
	}
}

func FuzzIgnore(f *testing.F) {
	for _, s := range []string{"*.log\n!a\n", "[[:alpha:]]*\r\n", "**/a/**\n\\", "[", "a\x00b\n", "\xEF\xBB\xBF!/"} {
		f.Add([]byte(s), "a/b.log")
	}
	f.Fuzz(func(t *testing.T, raw []byte, path string) {
		path = strings.Trim(path, "/")
		ignores(map[string]string{"": string(raw)}, path)
	})
}

func FuzzIndex(f *testing.F) {
	root := gitDir(f)
	for _, name := range []string{"a/x", "a/b/y", "z"} {
		if err := os.WriteFile(filepath.Join(root, name), nil, 0o644); err != nil {
			f.Fatal(err)
		}
	}
	for _, args := range [][]string{{"add", "a"}, {"add", "-N", "z"}, {"update-index", "--index-version", "4"}, {"update-index", "--split-index"}} {
		if err := exec.Command("git", append([]string{"-C", root}, args...)...).Run(); err != nil {
			f.Fatal(err)
		}
		raw, err := os.ReadFile(filepath.Join(root, ".git/index"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, size := range []int{20, 32} {
			index, err := parseIndex(raw, size)
			if err != nil {
				continue
			}
			for _, p := range index.paths {
				if !index.has(p) {
					t.Fatalf("%q is listed but not found", p)
				}
			}
		}
	})
}

package walk

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/gitx"
)

// Repo is a git repository whose rules govern a part of the census: the one that holds the root,
// or a submodule.
type Repo struct {
	At        string // census path of its top directory; "" also when the root lies below the top
	Prefix    string // path of the root below the top, "" or ending with a slash; submodules have none
	GitDir    string // absolute; empty when the root is in no repository
	CommonDir string // absolute; differs from GitDir in a linked worktree
	Detached  bool   // the repository's rules ignore the root itself, so that they do not govern it
	Index     Stamp  // of GitDir/index
	Exclude   Stamp  // of CommonDir/info/exclude
}

// scope is a Repo at work.
type scope struct {
	Repo
	base *frame // the rules of info/exclude and of the user's global file

	once  sync.Once
	index *tracked
}

// discover finds the repository that holds root, looking upwards as git does.
func discover(root string) Repo {
	prefix := ""
	for dir := root; ; {
		if gitDir, ok := gitDirOf(dir); ok {
			return Repo{Prefix: prefix, GitDir: gitDir, CommonDir: commonDirOf(gitDir)}
		}
		up := filepath.Dir(dir)
		if up == dir {
			return Repo{}
		}
		prefix = filepath.Base(dir) + "/" + prefix
		dir = up
	}
}

// gitDirOf resolves dir/.git, a directory or a file that points to one, to a valid git directory.
func gitDirOf(dir string) (string, bool) {
	dot := filepath.Join(dir, ".git")
	info, err := os.Stat(dot)
	if err != nil {
		return "", false
	}
	if info.IsDir() {
		return dot, isGitDir(dot)
	}
	if !info.Mode().IsRegular() || info.Size() > 1<<16 {
		return "", false
	}
	raw, err := os.ReadFile(dot)
	if err != nil {
		return "", false
	}
	target, ok := strings.CutPrefix(string(raw), "gitdir: ")
	if !ok {
		return "", false
	}
	target = absolute(dir, strings.TrimRight(target, "\r\n"))
	return target, isGitDir(target)
}

func isGitDir(dir string) bool {
	for _, name := range []string{"HEAD", "objects"} {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			continue
		}
		if name == "objects" && commonDirOf(dir) != dir {
			continue
		}
		return false
	}
	return true
}

func commonDirOf(gitDir string) string {
	raw, err := os.ReadFile(filepath.Join(gitDir, "commondir"))
	if err != nil {
		return gitDir
	}
	return absolute(gitDir, strings.TrimRight(string(raw), "\r\n"))
}

func absolute(base, p string) string {
	if filepath.IsAbs(p) {
		return filepath.Clean(p)
	}
	return filepath.Join(base, p)
}

// open makes a repository's rules ready. full is the full path of its top directory; global is
// the user's ignore file, "" for none.
func open(r Repo, full, global string) *scope {
	s := &scope{Repo: r}
	if r.GitDir == "" || r.Detached {
		return s
	}
	exclude := filepath.Join(r.CommonDir, "info", "exclude")
	s.Index = stampFollow(filepath.Join(r.GitDir, "index"))
	s.Exclude = stampFollow(exclude)
	if global != "" {
		s.base = s.base.push(full, readIgnore(global))
	}
	s.base = s.base.push(full, readIgnore(exclude))
	return s
}

// tracks is the repository's index, read when it is first asked for.
func (s *scope) tracks(ctx context.Context, root string) *tracked {
	s.once.Do(func() {
		if s.GitDir != "" && !s.Detached {
			s.index = readIndex(ctx, s.GitDir, filepath.Join(root, filepath.FromSlash(s.At)))
		}
	})
	return s.index
}

// inRepo turns a census path into a path below the repository's top.
func (s *scope) inRepo(census string) string {
	if s.At != "" {
		return strings.TrimPrefix(strings.TrimPrefix(census, s.At), "/")
	}
	return s.Prefix + census
}

// readIndex asks git itself where its index is of a kind that is not read here. A repository
// without an index tracks nothing.
func readIndex(ctx context.Context, gitDir, workTree string) *tracked {
	raw, err := os.ReadFile(filepath.Join(gitDir, "index"))
	if err != nil {
		return nil
	}
	for _, hashSize := range []int{20, 32} {
		if t, err := parseIndex(raw, hashSize); err == nil {
			return t
		}
	}
	out, err := gitx.Run(ctx, workTree, "ls-files", "--full-name", "--stage", "-z", ":/")
	if err != nil {
		return nil
	}
	return parseTrackedList(out)
}

// readIgnore reads an ignore file outside the tree. One that cannot be read has no rules, as in git.
func readIgnore(file string) []pattern {
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	return parseIgnore(raw)
}

// outer is the rules of the directories between a repository's top and the root, and the stamps
// of their files, absent ones included. ignored says that the rules leave the root itself out.
func outer(root string, s *scope) (git, own *frame, inputs []Input, ignored bool) {
	git = s.base
	parts := strings.Split(strings.TrimSuffix(s.Prefix, "/"), "/")
	if s.Prefix == "" {
		parts = nil
	}
	top := root
	for range parts {
		top = filepath.Dir(top)
	}
	full := ""
	for _, part := range parts {
		dir := filepath.Join(top, filepath.FromSlash(full))
		for _, name := range []string{gitIgnore, ownIgnore} {
			file := filepath.Join(dir, name)
			st, err := lstat(file)
			inputs = append(inputs, Input{Path: file, Stamp: st})
			if err != nil || !st.regular() {
				continue
			}
			if name == gitIgnore {
				git = git.push(full, readIgnore(file))
			} else {
				own = own.push(full, readIgnore(file))
			}
		}
		full = path.Join(full, part)
		if v := own.judge(full, true); v == exclude || v == silent && git.judge(full, true) == exclude {
			ignored = true
		}
	}
	return git, own, inputs, ignored
}

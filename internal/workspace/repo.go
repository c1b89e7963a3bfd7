package workspace

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/config"
	"github.com/gortexhq/gortex/internal/engine"
)

// repo is a working tree with the name it goes by.
type repo struct {
	name    string
	root    string // absolute, symbolic links resolved
	tracked bool
	prefix  string // of paths in answers: "name/" when several are tracked
}

// locate finds the repository a scope means: the one named, else the one the
// caller stands in.
func (w *Workspace) locate(s engine.Scope) (repo, error) {
	all, err := w.tracked()
	if err != nil {
		return repo{}, err
	}
	for _, unknown := range []struct{ code, what, name string }{
		{"project_unknown", "project", s.Project}, {"workspace_unknown", "workspace", s.Workspace}, {"scope_unknown", "scope", s.Named},
	} {
		if unknown.name != "" {
			return repo{}, fail(unknown.code, "no %s is called %q", unknown.what, unknown.name).with("known", []string{})
		}
	}
	if s.Ref != "" {
		return repo{}, fail("invalid_argument", "only the working tree is indexed, no other ref").with("field", "ref")
	}
	if s.Repo != "" {
		return w.named(all, s.Repo)
	}
	return w.around(all, w.cfg.Dir)
}

func (w *Workspace) tracked() ([]repo, error) {
	list, err := w.cfg.Dirs.ReadRepositories()
	if err != nil {
		return nil, fail("invalid_argument", "%v", err)
	}
	all := make([]repo, len(list))
	for i, t := range list {
		all[i] = repo{name: t.Name, root: t.Path, tracked: true}
		if len(list) > 1 {
			all[i].prefix = t.Name + "/"
		}
	}
	return all, nil
}

// named finds a repository by tracked name or by a path in it.
func (w *Workspace) named(all []repo, name string) (repo, error) {
	for _, r := range all {
		if r.name == name {
			return r, nil
		}
	}
	path := abs(w.cfg.Dir, name)
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return w.around(all, path)
	}
	if filepath.IsAbs(name) {
		return repo{}, fail("file_not_found", "%s: no such directory", name).with("path", name)
	}
	return repo{}, fail("repo_not_tracked", "no tracked repository is called %q", name).with("tracked", names(all))
}

func names(all []repo) []string {
	list := make([]string, len(all))
	for i, r := range all {
		list[i] = r.name
	}
	return list
}

// noRepository is the error for a caller who stands nowhere and named nothing.
func noRepository(all []repo, dir string) failed {
	const message = "%s is no repository; go into one, or name one with gortex track PATH"
	if len(all) == 0 {
		return fail("not_a_repository", message, dir).with("path", dir)
	}
	known := names(all)
	return fail("not_a_repository", message+", or say which is meant with options.repo: %s", dir, strings.Join(known, ", ")).
		with("path", dir).with("suggested_field", "options.repo").with("tracked", known)
}

// around finds the repository that contains a directory: the innermost of the
// tracked ones and the git working tree; without either, the directory itself.
func (w *Workspace) around(all []repo, dir string) (repo, error) {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return repo{}, fail("file_not_found", "%s: no such directory", dir)
	}
	best := repo{root: top(real)}
	for _, r := range all {
		if within(r.root, real) && len(r.root) >= len(best.root) {
			best = r
		}
	}
	if best.root == "" {
		best.root = real
		if w.tooWide(real) {
			return repo{}, noRepository(all, real)
		}
	}
	if best.name == "" {
		best.name = filepath.Base(best.root)
	}
	return best, nil
}

// top is the root of the git working tree around dir, "" if there is none.
func top(dir string) string {
	for {
		if info, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			if !info.IsDir() || isGitDir(filepath.Join(dir, ".git")) {
				return dir
			}
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

func isGitDir(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, "HEAD"))
	return err == nil
}

// tooWide keeps gortex from reading a whole disk or home because someone
// stood in the wrong place.
func (w *Workspace) tooWide(dir string) bool {
	return filepath.Dir(dir) == dir || dir == w.cfg.Home || dir == filepath.Clean(os.TempDir())
}

func within(root, path string) bool {
	return path == root || strings.HasPrefix(path, strings.TrimSuffix(root, string(filepath.Separator))+string(filepath.Separator))
}

// newName is a name for a repository that no other has.
func newName(list []config.Tracked, want string) string {
	taken := func(n string) bool {
		return slices.ContainsFunc(list, func(t config.Tracked) bool { return t.Name == n })
	}
	name := want
	for i := 2; taken(name); i++ {
		name = want + "-" + itoa(i)
	}
	return name
}

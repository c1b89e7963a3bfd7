package op

import (
	"slices"
	"strconv"
	"strings"
)

const noRepositorySelector = "no_repository_selector"

// RepositoryWords are the names by which a caller may say which repository it
// means, without case, hyphens and underscores. Where nothing reads such a
// field the call is refused: to ignore it would be to answer about another
// repository. path and scope are not among them: they name a file or a part of
// the tree far more often.
var RepositoryWords = []string{
	"repo", "repos", "repopath", "reporoot", "repodir", "reponame", "baserepo",
	"repository", "repositories", "repositorypath", "repositoryroot", "repositorydir", "repositoryname",
	"root", "rootdir", "rootpath", "cwd", "dir", "workdir", "workingdir", "workingdirectory", "worktree",
	"workspace", "workspaces", "workspaceroot", "workspacepath", "workspacedir",
	"project", "projects", "projectroot", "projectpath", "projectdir",
}

func namesRepository(name string) bool {
	plain := strings.Map(func(r rune) rune {
		switch r {
		case '_', '-', ' ', '.':
			return -1
		}
		return r
	}, strings.ToLower(name))
	return slices.Contains(RepositoryWords, plain)
}

// repositoryWord returns the path of the first field of a value, or of the
// value itself, whose name says which repository is meant.
func repositoryWord(at, name string, v any) string {
	if namesRepository(name) {
		return at
	}
	switch v := v.(type) {
	case map[string]any:
		for _, inner := range sortedKeys(v) {
			if word := repositoryWord(join(at, inner), inner, v[inner]); word != "" {
				return word
			}
		}
	case []any:
		for i := range v {
			if word := repositoryWord(at+"["+strconv.Itoa(i)+"]", "", v[i]); word != "" {
				return word
			}
		}
	}
	return ""
}

// refuseRepository is the error for a repository field that nothing reads.
func (o *Op) refuseRepository(s *Schema, at string) *Error {
	if len(at) > 200 {
		at = strings.ToValidUTF8(at[:200], "") + "…"
	}
	for path, p := range s.leaves() {
		if p.scope != "" {
			return Invalid("%s does not read %s; say which repository with %s", o.Path(), at, path).
				With("field", at).With("suggested_field", path)
		}
	}
	return Invalid("%s does not read %s; it answers about the active project, which workspace_admin set_active_project changes", o.Path(), at).
		With("field", at).With("reason", noRepositorySelector)
}

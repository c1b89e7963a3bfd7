package artifact

import (
	"path"
	"slices"
	"strings"
)

// place is where artifacts of one kind usually are.
type place struct {
	kind  string
	under string   // a directory somewhere above the file; "": any
	files []string // globs of the lower-cased file name
}

// places are tried in order. They hold what tools look for by name, and what
// has a file type of its own; a name that is used for other things too is not
// enough.
var places = []place{
	{"schema", "", []string{"schema.sql", "structure.sql", "schema.rb", "*.prisma", "*.dbml", "*.cql"}},
	{"schema", "migrations", []string{"*.sql"}},
	{"schema", "migration", []string{"*.sql"}},
	{"schema", "migrate", []string{"*.sql"}},

	{"api", "", []string{
		"openapi*.yaml", "openapi*.yml", "openapi*.json", "swagger*.yaml", "swagger*.yml", "swagger*.json",
		"*.openapi.yaml", "*.openapi.yml", "*.openapi.json", "asyncapi*.yaml", "asyncapi*.yml", "asyncapi*.json",
		"*.proto", "*.graphql", "*.graphqls", "*.gql", "*.thrift", "*.avsc", "*.wsdl", "*.raml", "*.smithy",
	}},

	{"infra", "", []string{
		"dockerfile", "dockerfile.*", "*.dockerfile", "containerfile", "docker-compose*.yml", "docker-compose*.yaml",
		"compose.yml", "compose.yaml", "*.tf", "kustomization.yaml", "kustomization.yml", "chart.yaml", "helmfile.yaml",
		"jenkinsfile", ".gitlab-ci.yml", "procfile", "skaffold.yaml", "serverless.yml",
	}},
	{"infra", "k8s", []string{"*.yaml", "*.yml"}},
	{"infra", "kubernetes", []string{"*.yaml", "*.yml"}},
	{"infra", "manifests", []string{"*.yaml", "*.yml"}},
	{"infra", ".github/workflows", []string{"*.yaml", "*.yml"}},

	{"doc", "", []string{"codeowners", "architecture.md"}},
	{"doc", "adr", []string{"*.md", "*.adoc", "*.rst"}},
	{"doc", "adrs", []string{"*.md", "*.adoc", "*.rst"}},
	{"doc", "decisions", []string{"*.md", "*.adoc", "*.rst"}},
	{"doc", "rfcs", []string{"*.md", "*.adoc", "*.rst"}},
}

// conventional is the kind of artifact that a path makes its file, "" for none.
func conventional(p string) string {
	low := strings.ToLower(p)
	dir, base := path.Split(low)
	for _, at := range places {
		if at.under != "" && !strings.Contains("/"+dir, "/"+at.under+"/") {
			continue
		}
		for _, glob := range at.files {
			if matches(glob, base) {
				return at.kind
			}
		}
	}
	return ""
}

// matches is path.Match for a glob with at most one star.
func matches(glob, name string) bool {
	before, after, star := strings.Cut(glob, "*")
	if !star {
		return glob == name
	}
	return len(name) > len(before)+len(after) && strings.HasPrefix(name, before) && strings.HasSuffix(name, after) ||
		name == before+after && before != "" && after != ""
}

// borrowed reports whether a path lies where files are not about this
// repository: the code of others, and what tests work on.
func borrowed(p string) bool {
	for part := range strings.SplitSeq(path.Dir(p), "/") {
		if slices.Contains([]string{"vendor", "node_modules", "third_party", "testdata", "fixtures", "__fixtures__"}, part) {
			return true
		}
	}
	return false
}

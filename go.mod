module github.com/gortexhq/gortex

go 1.26

require (
	github.com/BurntSushi/toml v1.6.0
	github.com/charmbracelet/lipgloss v1.1.0
	github.com/google/go-cmp v0.7.0
	github.com/itchyny/gojq v0.12.20
	github.com/mark3labs/mcp-go v1.2.1
	github.com/rogpeppe/go-internal v1.16.0
	github.com/spf13/cobra v1.10.2
	github.com/google/jsonschema-go v0.4.3
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	github.com/tree-sitter/go-tree-sitter v0.25.0
	github.com/tree-sitter/tree-sitter-javascript v0.25.0
	github.com/tree-sitter/tree-sitter-python v0.25.0
	github.com/tree-sitter/tree-sitter-typescript v0.23.2
	github.com/alexaandru/go-sitter-forest/markdown v1.9.5
	golang.org/x/tools v0.52.0
	golang.org/x/sys v0.47.0
	golang.org/x/mod v0.38.0
	golang.org/x/term v0.45.0
	golang.org/x/sync v0.22.0
	pgregory.net/rapid v1.2.0
	github.com/bmatcuk/doublestar/v4 v4.10.4
	github.com/modelcontextprotocol/go-sdk v1.8.0
)

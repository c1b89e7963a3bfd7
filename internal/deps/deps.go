//go:build keepdeps

// Package deps keeps modules in go.mod while the packages that use them are written.
package deps

import (
	_ "github.com/BurntSushi/toml"
	_ "github.com/alexaandru/go-sitter-forest/markdown"
	_ "github.com/bmatcuk/doublestar/v4"
	_ "github.com/charmbracelet/lipgloss"
	_ "github.com/google/go-cmp/cmp"
	_ "github.com/google/jsonschema-go/jsonschema"
	_ "github.com/itchyny/gojq"
	_ "github.com/mark3labs/mcp-go/server"
	_ "github.com/mark3labs/mcp-go/client"
	_ "github.com/modelcontextprotocol/go-sdk/mcp"
	_ "github.com/rogpeppe/go-internal/testscript"
	_ "github.com/santhosh-tekuri/jsonschema/v6"
	_ "github.com/spf13/cobra"
	_ "github.com/tree-sitter/go-tree-sitter"
	_ "github.com/tree-sitter/tree-sitter-javascript/bindings/go"
	_ "github.com/tree-sitter/tree-sitter-python/bindings/go"
	_ "github.com/tree-sitter/tree-sitter-typescript/bindings/go"
	_ "golang.org/x/mod/modfile"
	_ "golang.org/x/sync/errgroup"
	_ "golang.org/x/sys/unix"
	_ "golang.org/x/term"
	_ "golang.org/x/tools/go/gcexportdata"
	_ "golang.org/x/tools/go/packages"
	_ "pgregory.net/rapid"
)

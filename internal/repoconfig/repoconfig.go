// Package repoconfig reads .gortex.yaml, the settings that a repository keeps
// under version control. It is given bytes and opens no file, so that a view
// of another revision has the settings of that revision.
package repoconfig

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"go.yaml.in/yaml/v4"
)

// Name is the file's path below the root of a repository.
const Name = ".gortex.yaml"

// Config is what a repository says about itself. The zero value is that of a
// repository without the file.
type Config struct {
	Artifacts []Artifact
	MCP       struct{ Tools Tools }
}

// Tools says which tools a server offers; the words are checked by who reads
// them.
type Tools struct {
	Preset, Mode string
	Allow, Deny  []string
}

// Artifact registers the files at a path.
type Artifact struct {
	Path        string // a file, a directory or a glob, relative to the root
	Kind        string // one of [Kinds]; "" when the file's name is to say
	Name        string // "": made of the path
	Description string
	Line        int // of the file, 1-based
}

// Kinds are the kinds of artifact.
func Kinds() []string { return []string{"schema", "api", "infra", "doc"} }

// Error is a file that cannot be read. Line and Column are 1-based, 0 where the
// parser does not know.
type Error struct {
	File         string
	Line, Column int
	Message      string
	Valid        []string // what would have been right, where that is a short list
}

func (e *Error) Error() string {
	switch {
	case e.Line == 0:
		return e.File + ": " + e.Message
	case e.Column == 0:
		return e.File + ":" + strconv.Itoa(e.Line) + ": " + e.Message
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
}

// Parse reads the file called name. A key that is not known has no effect and
// becomes a warning that names the nearest one. Errors are an *[Error]: text
// that is no YAML, a value of another type, an artifact without a path, with an
// unknown kind or a path that leads out of the repository.
func Parse(name string, text []byte) (c Config, warnings []string, err error) {
	r := &reader{file: name}
	root, err := r.document(text)
	if err != nil || root == nil {
		return Config{}, nil, err
	}
	err = r.keys(root, "", fields{
		"artifacts": r.artifacts(&c.Artifacts),
		"mcp": r.inner("mcp", fields{
			"tools": r.inner("mcp.tools", fields{
				"preset": r.text(&c.MCP.Tools.Preset),
				"mode":   r.text(&c.MCP.Tools.Mode),
				"allow":  r.list(&c.MCP.Tools.Allow),
				"deny":   r.list(&c.MCP.Tools.Deny),
			}),
		}),
	})
	if err != nil {
		return Config{}, nil, err
	}
	return c, r.warnings, nil
}

// document is the one document of a file, nil when it has none.
func (r *reader) document(text []byte) (*yaml.Node, error) {
	loader, err := yaml.NewLoader(bytes.NewReader(text))
	if err != nil {
		return nil, r.broken(err)
	}
	var root, second yaml.Node
	switch err := loader.Load(&root); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, r.broken(err)
	}
	if err := loader.Load(&second); err == nil {
		return nil, r.errorf(&second, "want one document, got several")
	} else if !errors.Is(err, io.EOF) {
		return nil, r.broken(err)
	}
	if len(root.Content) == 0 {
		return nil, nil
	}
	return root.Content[0], nil
}

// broken is the parser's error in our form.
func (r *reader) broken(err error) *Error {
	e := &Error{File: r.file, Message: err.Error()}
	if at := (*yaml.LoadError)(nil); errors.As(err, &at) {
		e.Line, e.Column, e.Message = at.Mark.Line, at.Mark.Column, "no YAML: "+at.Message
	}
	return e
}

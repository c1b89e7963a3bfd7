// Package prompt declares the texts that clients can fetch by name. Each is an
// order to a model, followed by what operations answer about the repository as
// it is now.
package prompt

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/gortexhq/gortex/facade/op"
)

// Prompt is one such text.
type Prompt struct {
	Name        string
	Description string
	Arguments   []Argument

	order string // what the model is to do
	parts []part
}

// Argument is what the caller may say.
type Argument struct {
	Name        string
	Description string
	Required    bool
}

// part is one call whose answer the prompt carries.
type part struct {
	title string
	tool  string
	args  func(values map[string]string) map[string]any
}

// All lists the prompts.
func All() []Prompt { return []Prompt{preCommit(), orientation(), safeToChange()} }

// Find returns the named prompt.
func Find(name string) (Prompt, error) {
	var names []string
	for _, p := range All() {
		if p.Name == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return Prompt{}, op.Invalid("there is no prompt %.80q", name).With("valid_prompts", names)
}

// Text is the prompt with what the operations answer. An answer that failed
// stands there with its error, so that the model knows what it has not been
// told.
func (p Prompt) Text(ctx context.Context, call func(context.Context, op.Request) op.Reply, values map[string]string) (string, error) {
	for _, a := range p.Arguments {
		if a.Required && strings.TrimSpace(values[a.Name]) == "" {
			return "", op.Invalid("%s: want %s, got nothing", a.Name, a.Description).With("field", a.Name)
		}
	}
	for name := range values {
		if !p.takes(name) {
			return "", op.Invalid("%s takes no argument %.80q", p.Name, name).With("field", name).With("valid_arguments", p.names())
		}
	}
	var b strings.Builder
	b.WriteString(p.order)
	for _, part := range p.parts {
		args, err := json.Marshal(part.args(values))
		if err != nil {
			return "", err
		}
		reply := call(ctx, op.Request{Tool: part.tool, Arguments: args})
		fmt.Fprintf(&b, "\n\n## %s\n\n`%s %s` answered:\n\n%s", part.title, part.tool, args, reply.Payload)
	}
	b.WriteByte('\n')
	return b.String(), nil
}

func (p Prompt) takes(name string) bool {
	for _, a := range p.Arguments {
		if a.Name == name {
			return true
		}
	}
	return false
}

func (p Prompt) names() []string {
	names := make([]string, len(p.Arguments))
	for i, a := range p.Arguments {
		names[i] = a.Name
	}
	return names
}

// list splits a list as people type it.
func list(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == '\n' || r == '\t' })
}

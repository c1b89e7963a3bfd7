package cli

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gortexhq/gortex/facade/op"
)

// object is a JSON object under construction.
type object = map[string]any

// question is one call behind a command, and the name its answer gets when a
// command asks several.
type question struct {
	name string
	tool string
	args object
}

// toolCommand makes a command that asks tools and prints their answers: JSON
// for programs, tables for people. ask turns positional arguments into
// questions; views shape the answer for people first.
func (a *App) toolCommand(cmd *cobra.Command, ask func(args []string) ([]question, error), views ...func(json.RawMessage) json.RawMessage) *cobra.Command {
	asJSON := cmd.Flags().Bool("json", false, "print JSON")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		plain := *asJSON || !a.OutTTY
		a.documents, a.asJSON = plain, *asJSON
		questions, err := ask(args)
		if err != nil {
			return err
		}
		payload, err := a.ask(cmd.Context(), questions)
		if err != nil {
			return err
		}
		if plain {
			return a.print(payload)
		}
		for _, view := range views {
			payload = view(payload)
		}
		return a.render(payload)
	}
	return cmd
}

// ask calls tools one after the other and stops at the first that fails.
func (a *App) ask(ctx context.Context, questions []question) (json.RawMessage, error) {
	backend, err := a.open(ctx)
	if err != nil {
		return nil, err
	}
	defer a.stopBar()
	var all members
	for _, q := range questions {
		text, err := encode(q.args)
		if err != nil {
			return nil, err
		}
		reply := backend.Call(ctx, op.Request{Tool: q.tool, Arguments: text})
		if reply.Err != nil {
			return nil, reply.Err
		}
		if lost := reply.Meta.Ignored; len(lost) > 0 {
			// A flag would have had no effect, and nobody would have known.
			return nil, op.Errorf(op.CodeInternal, "%s does not read %s", q.tool, strings.Join(lost, ", "))
		}
		if len(questions) == 1 {
			return reply.Payload, nil
		}
		all = append(all, member{q.name, reply.Payload})
	}
	return encode(all)
}

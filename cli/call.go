package cli

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gortexhq/gortex/facade/op"
)

// callOptions are the flags of gortex call.
type callOptions struct {
	arguments
	tool      string
	jq        string
	format    string
	rawOutput bool
	meta      bool
	dry       bool
	legacy    bool
	session   string
}

func (a *App) callCommand() *cobra.Command {
	var o callOptions
	cmd := &cobra.Command{
		Use:   "call TOOL [JSON | -]",
		Short: "Call a tool and print its answer as JSON",
		Long: "Call a tool with one JSON object and print its answer, byte for byte what an MCP\n" +
			"client is given. The object is made of --json-file, then of JSON (- reads it from\n" +
			"standard input), then of each --arg; a later value of a key wins.\n\n" +
			"  --arg key=value    a string, unless the value is true, false, null or a number,\n" +
			"                     or a JSON list or object\n" +
			"  --arg key:=json    JSON\n\n" +
			"Dots in a key lead into objects: --arg target.symbol=Server.Start. A number that\n" +
			"the tool wants as a string is given as one.\n\n" +
			"A failure, that of a --jq filter before its first value included, prints a document\n" +
			"{error_code, message, data}, also with -r; the exit status tells it from an answer.\n" +
			"Objects that --jq makes or changes have their keys in alphabetical order.\n\n" +
			"--format sets output.format, whatever the object says; a failure is JSON in each.\n" +
			"The answer is printed as the tool writes it, for people too; --jq needs json.\n\n" +
			"Calls with the same --session, or GORTEX_SESSION, share what a connection over MCP\n" +
			"remembers: planning mode, workflow, cursor, earlier answers.\n\n" +
			"The tools are explained by: gortex help TOOL, or gortex call capabilities",
		Example: "  gortex call search '{\"query\":\"parse config\"}'\n" +
			"  gortex call read --arg target.file=main.go --arg options.limit=20\n" +
			"  gortex call relations --arg operation=usages --arg target.symbol=Config --jq '.usages | length'",
		Args: func(_ *cobra.Command, args []string) error {
			a.documents = true
			switch {
			case len(args) == 0:
				return op.Invalid("call wants the name of a tool").With("valid_tools", a.Tools)
			case len(args) > 2:
				return op.Invalid("call wants a tool and one JSON object, got %d arguments; is the JSON in quotes?", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.tool = args[0]; len(args) == 2 {
				if o.document = args[1]; o.document == "" {
					return op.Invalid("the argument is empty; want a JSON object")
				}
			}
			if !cmd.Flags().Changed("session") {
				o.session = a.Session
			} else if o.session == "" {
				return op.Invalid("--session: want the name of a session").With("field", "session")
			}
			return a.call(cmd.Context(), &o)
		},
	}
	cmd.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		if args := cmd.Flags().Args(); len(args) > 0 && a.toolHelp(args[0]) {
			return
		}
		cmd.Root().HelpFunc()(cmd, nil)
	})
	f := cmd.Flags()
	f.StringVar(&o.inline, "json", "", "the argument `OBJECT`, - for standard input")
	f.StringVar(&o.file, "json-file", "", "read the argument object from `FILE`")
	f.StringArrayVar(&o.fields, "arg", nil, "set one argument: `KEY=VALUE` or KEY:=JSON; may be repeated")
	f.StringVar(&o.jq, "jq", "", "print what the jq `FILTER` makes of the answer")
	f.StringVar(&o.format, "format", "", "write the answer as `FORMAT`: json, gcx, toon or text")
	f.BoolVarP(&o.rawOutput, "raw-output", "r", false, "with --jq, print strings without quotes")
	f.BoolVar(&o.meta, "meta", false, "print the whole result, with _meta, as MCP returns it")
	f.BoolVar(&o.dry, "dry", false, "print the request as it is understood and call nothing")
	f.StringVar(&o.session, "session", "", "make the call in the session `NAME`, which later calls go on with")
	f.BoolVar(&o.legacy, "legacy", false, "where an old tool and a public one share a name, call the old")
	a.completeCall(cmd, &o)
	return cmd
}

// call runs one tool.
func (a *App) call(ctx context.Context, o *callOptions) error {
	print := a.print
	if o.jq != "" {
		f, err := newFilter(o.jq, o.rawOutput)
		if err != nil {
			return err
		}
		print = func(payload json.RawMessage) error { return f.run(ctx, a.Out, payload, a.print) }
	} else if o.rawOutput {
		return op.Invalid("--raw-output needs --jq")
	}
	if err := o.checkFormat(); err != nil {
		return err
	}
	req := op.Request{Tool: o.tool, Session: o.session}
	if o.legacy {
		req.Surface = op.SurfaceLegacy
	}
	var err error
	if req.Arguments, err = o.object(a.In, a.dir()); err != nil {
		return a.hint(err, o)
	}
	backend, err := a.open(ctx)
	if err != nil {
		return err
	}
	public := a.Facade != nil && a.Facade(o.tool) != nil && !o.legacy
	if req, err = o.encoded(backend, req, public); err != nil {
		return err
	}
	if o.dry {
		return a.dry(backend, req, print)
	}
	reply := backend.Call(ctx, req)
	if o.quote(reply) {
		if req.Arguments, err = o.object(a.In, a.dir()); err != nil {
			return err
		}
		if req, err = o.encoded(backend, req, public); err != nil {
			return err
		}
		reply = backend.Call(ctx, req)
	}
	a.stopBar()
	a.remark(o, reply)
	payload := reply.Payload
	if o.meta {
		if payload, err = encode(result(reply)); err != nil {
			return err
		}
	}
	switch {
	case reply.Err == nil && reply.Format != "" && !o.meta:
		if err := o.filtered("the answer", reply.Format); err != nil {
			return err
		}
		return a.verbatim(payload)
	case reply.Err == nil:
		return print(payload)
	}
	if a.OutTTY && !o.meta {
		return reply.Err // a person is told in words
	}
	if err := a.print(payload); err != nil {
		return err
	}
	return &toldError{reply.Err}
}

// remark writes what a person should know of a call besides its answer: fields
// that were not read, and input that was not.
func (a *App) remark(o *callOptions, reply op.Reply) {
	if a.flags.quiet {
		return
	}
	if lost := reply.Meta.Ignored; reply.Err == nil && len(lost) > 0 {
		var list []string
		for _, field := range lost {
			if meant := reply.Meta.DidYouMean[field]; meant != "" {
				field += "; did you mean " + meant + "?"
			}
			list = append(list, field)
		}
		a.note("note: %s.%s does not read %s", reply.Meta.Facade, reply.Meta.Operation, strings.Join(list, " and "))
	}
	for _, w := range reply.Meta.Warnings {
		a.note("note: %s", w)
	}
	nothing := o.document == "" && o.inline == "" && o.file == "" && len(o.fields) == 0
	if nothing && a.Waiting != nil && a.Waiting() {
		a.note("note: standard input was not read; to read the JSON object from there: gortex call %s -", o.tool)
	}
}

// dryRequest is what --dry prints.
type dryRequest struct {
	Tool      string          `json:"tool"`
	Operation string          `json:"operation,omitempty"`
	Arguments json.RawMessage `json:"arguments"`
	Ignored   []string        `json:"ignored_fields,omitempty"`
}

func (a *App) dry(b Backend, req op.Request, print func(json.RawMessage) error) error {
	reply := b.Prepare(req)
	if reply.Err != nil {
		return reply.Err
	}
	text, err := encode(dryRequest{reply.Meta.Facade, reply.Meta.Operation, reply.Payload, reply.Meta.Ignored})
	if err != nil {
		return err
	}
	return print(text)
}

// callResult is a reply in the form MCP gives it.
type callResult struct {
	Meta    resultMeta `json:"_meta"`
	Content []content  `json:"content"`
	IsError bool       `json:"isError,omitempty"`
}

type resultMeta struct {
	Facade   op.Meta      `json:"gortex_facade"`
	Security *op.Advisory `json:"gortex_security,omitempty"`
}

type content struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

func result(r op.Reply) callResult {
	return callResult{
		Meta:    resultMeta{r.Meta, r.Security},
		Content: []content{{"text", string(r.Payload)}},
		IsError: r.Err != nil,
	}
}

package cli

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/facade/op"
)

// checkFormat refuses a format that there is not, and a filter of JSON on
// another, before anything is opened.
func (o *callOptions) checkFormat() error {
	formats := op.Formats()
	switch {
	case o.format != "" && !slices.Contains(formats, o.format):
		return op.Invalid("--format: want %s, got %q", strings.Join(formats, ", "), o.format).With("valid_formats", formats)
	case o.format != "" && o.format != formats[0]:
		return o.filtered("--format", o.format)
	}
	return nil
}

// filtered is the error for a format that --jq cannot read, if there is a
// filter. With --meta it is given a result of MCP, which is JSON always.
func (o *callOptions) filtered(given, format string) error {
	if o.jq == "" || o.meta || o.dry {
		return nil
	}
	return op.Invalid("--jq reads json and %s is %s; leave out one of the two", given, format).With("fields", []string{"--jq", given})
}

// encoded makes the request ask for the format of --format, and sees to it that
// a filter is not given another. A flat tool has its format beside its other
// arguments, a public one in output.
func (o *callOptions) encoded(b Backend, req op.Request, public bool) (op.Request, error) {
	if o.format != "" {
		var args members
		if len(req.Arguments) > 0 && (first(req.Arguments) != '{' || json.Unmarshal(req.Arguments, &args) != nil) {
			return req, nil // the tool says what is wrong with it
		}
		name, err := encode(o.format)
		if err != nil {
			return req, err
		}
		if !public {
			req.Arguments, err = encode(args.with("format", name))
			return req, err
		}
		output, err := formatIn(args.get("output"), name)
		if err != nil {
			return req, err
		}
		args = args.with("output", output)
		if req.Arguments, err = encode(args); err != nil {
			return req, err
		}
		// A field beside the containers wins over output.format, unless it is one
		// of the operation's own.
		if args.get("format") != nil && formatOf(b, req) != o.format {
			req.Arguments, err = encode(args.without("format"))
		}
		if err != nil {
			return req, err
		}
	}
	if o.jq != "" && strings.Contains(string(req.Arguments), "format") {
		if format := formatOf(b, req); format != "" && format != op.Formats()[0] {
			return req, o.filtered("output.format", format)
		}
	}
	return req, nil
}

// formatIn is an output object with a format.
func formatIn(output, format json.RawMessage) (json.RawMessage, error) {
	var fields members
	switch first(output) {
	case 0, 'n':
	case '{':
		if err := json.Unmarshal(output, &fields); err != nil {
			return nil, err
		}
	default:
		return nil, op.Invalid("output: want object, got %s; --format is put into it", kind(output)).With("field", "output")
	}
	return encode(fields.with("format", format))
}

// formatOf is the format that a request is understood to ask for, "" when it
// does not say or is not understood.
func formatOf(b Backend, req op.Request) string {
	reply := b.Prepare(req)
	var understood struct {
		Output op.Output `json:"output"`
	}
	if reply.Err != nil || json.Unmarshal(reply.Payload, &understood) != nil {
		return ""
	}
	return understood.Output.Format
}

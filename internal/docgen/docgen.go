// Package docgen renders the declarations as the pages of docs: a reference
// page for each tool, and the list of exit statuses.
package docgen

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/gortexhq/gortex/facade/op"
)

// Page is the reference page of one tool.
func Page(f *op.Facade) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "<!-- Generated from facade/%s by `go generate ./...`; do not edit. -->\n\n# %s\n\n%s\n\n", f.Name, f.Name, f.Summary)
	fmt.Fprintf(&b, "Effect: `%s`.", f.Effect)
	if f.OpenWorld {
		b.WriteString(" Reaches beyond this machine.")
	}
	if f.By != "" && f.By != "operation" {
		fmt.Fprintf(&b, " The operation is named by `%s`.", f.By)
	}
	if f.Budget > 0 {
		fmt.Fprintf(&b, " An answer has at most %d tokens unless `output.max_tokens` or `output.max_bytes` says otherwise.", f.Budget)
	}
	b.WriteString("\n")
	var planned []*op.Op
	for _, o := range f.Public() {
		if o.Available() {
			operation(&b, f, o)
		} else {
			planned = append(planned, o)
		}
	}
	if len(planned) > 0 {
		fmt.Fprintf(&b, "\n## Not available yet\n\nA call of these answers `%s`.\n\n| operation | what it will do | legacy name |\n|---|---|---|\n", op.CodeOperationUnavailable)
		for _, o := range planned {
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", o.Path(), cell(o.Summary), legacy(o))
		}
	}
	return b.Bytes()
}

func operation(b *bytes.Buffer, f *op.Facade, o *op.Op) {
	fmt.Fprintf(b, "\n## %s\n\n%s\n", o.Path(), o.Summary)
	if when := chosen(o); when != "" {
		fmt.Fprintf(b, "\n%s\n", when)
	}
	var own bytes.Buffer
	for _, p := range o.Schema().Properties {
		if p.Name != "output" && p.Name != f.By {
			fields(&own, p.Name, p.Schema)
		}
	}
	if own.Len() > 0 {
		fmt.Fprintf(b, "\n| field | type | default | meaning |\n|---|---|---|---|\n%s\nand [output](README.md#output).\n", own.Bytes())
	} else {
		b.WriteString("\nIt takes nothing but [output](README.md#output).\n")
	}
	for _, path := range o.FixedPaths() {
		if path != f.By { // which is what the operation is named by
			fmt.Fprintf(b, "\n`%s` is always `%v`.\n", path, o.Fixed[path])
		}
	}
	for _, e := range o.Examples {
		fmt.Fprintf(b, "\n%s:\n\n    gortex call %s '%s'\n", e.Text, f.Name, e.Request)
	}
	if len(o.Legacy) > 0 {
		fmt.Fprintf(b, "\nLegacy name: %s.\n", legacy(o))
	}
	fmt.Fprintf(b, "\nSource: [`facade/%[1]s/%[2]s.go`](../../facade/%[1]s/%[2]s.go)\n", f.Name, o.Name)
}

// chosen says when the operation is meant without being named.
func chosen(o *op.Op) string {
	var when []string
	for _, words := range o.Selects {
		when = append(when, "`"+strings.ReplaceAll(words, "+", "` and `")+"`")
	}
	switch {
	case len(when) > 0 && o.Default:
		return "Meant when no operation is named and the request has " + strings.Join(when, ", or ") + ", or nothing that says otherwise."
	case len(when) > 0:
		return "Meant when no operation is named and the request has " + strings.Join(when, ", or ") + "."
	case o.Default:
		return "Meant when no operation is named."
	}
	return ""
}

// fields writes a row for each leaf of a field.
func fields(b *bytes.Buffer, path string, s *op.Schema) {
	if len(s.Properties) > 0 {
		for _, p := range s.Properties {
			fields(b, path+"."+p.Name, p.Schema)
		}
		return
	}
	fallback := ""
	if s.Default != nil {
		fallback = "`" + string(s.Default) + "`"
	}
	fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", path, cell(kind(s)), fallback, cell(s.Description))
}

// kind says what values a field takes.
func kind(s *op.Schema) string {
	switch {
	case len(s.Enum) > 0:
		return "`" + strings.Join(s.Enum, "`, `") + "`"
	case s.Items != nil:
		return "list of " + kind(s.Items)
	case s.Min != nil && s.Max != nil:
		return fmt.Sprintf("%s, %v to %v", s.Type, *s.Min, *s.Max)
	case s.Min != nil:
		return fmt.Sprintf("%s, at least %v", s.Type, *s.Min)
	case s.Max != nil:
		return fmt.Sprintf("%s, at most %v", s.Type, *s.Max)
	case s.Type == "":
		return "any"
	}
	return s.Type
}

func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

func legacy(o *op.Op) string {
	var names []string
	for _, l := range o.Legacy {
		names = append(names, "`"+l.Name+"`")
	}
	return strings.Join(names, ", ")
}

// Index is the first page of the reference: the tools, and what all of them
// share.
func Index(all []*op.Facade) []byte {
	var b bytes.Buffer
	b.WriteString("<!-- Generated from facade by `go generate ./...`; do not edit. -->\n\n# Reference\n\n")
	b.WriteString("Each tool is called as `gortex call TOOL JSON`, or by its name over MCP, with the same object and the same answer.\n\n")
	b.WriteString("| tool | effect | what it is for | operations |\n|---|---|---|---|\n")
	for _, f := range all {
		fmt.Fprintf(&b, "| [%s](%s.md) | `%s` | %s | %d of %d available |\n", f.Name, f.Name, f.Effect, cell(f.Summary), len(f.AvailableNames()), len(f.Names()))
	}
	b.WriteString("\n## output\n\nEvery operation takes these. Too long an answer is given in a shorter form first; then rows are left out, which `truncated` and `next_cursor` say; then free text (`source`, `text`, `content`, `doc`, `signature`) and lists besides the rows are shortened, which `truncated_fields` says. Ids, paths and cursors are whole or not there. Where not even one row fits there is none, and `needed_bytes` is enough for one; what is over the budget even so has `budget_exceeded`.\n\n| field | type | default | meaning |\n|---|---|---|---|\n")
	for _, f := range all {
		for _, o := range f.Public() {
			if o.Available() {
				fields(&b, "output", o.Schema().Property("output"))
				return b.Bytes()
			}
		}
	}
	return b.Bytes()
}

// ExitCodes is the page of error codes and exit statuses.
func ExitCodes() []byte {
	var b bytes.Buffer
	b.WriteString("<!-- Generated from facade/op/errors.go by `go generate ./...`; do not edit. -->\n\n# Errors and exit statuses\n\n")
	b.WriteString("A call that fails prints `{\"error_code\", \"message\", \"data\"}` on standard output, as it would answer it over MCP, and one line for people on standard error. The status of the process follows from the code.\n\n")
	b.WriteString("| status | error_code | when |\n|---|---|---|\n| 0 | | Done. |\n")
	for _, d := range op.Codes() {
		fmt.Fprintf(&b, "| %d | `%s` | %s |\n", d.Exit, d.Code, cell(d.Doc))
	}
	return b.Bytes()
}

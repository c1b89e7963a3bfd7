package capabilities

import (
	"context"
	"strings"

	"github.com/gortexhq/gortex/facade/op"
)

func describe(all func() []*op.Facade) op.ReadOp {
	return op.Described(op.Spec{
		Name:    "describe",
		Summary: "The tools, the operations of a tool, or one operation with its schema.",
		Examples: []op.Example{
			{Text: "What read.file takes", Request: `{"domain":"read","operation":"file","detail":"schema"}`},
			{Text: "The operations of a tool", Request: `{"domain":"relations"}`},
			{Text: "All tools", Request: `{}`},
		},
	}, func(_ context.Context, req DescribeRequest) (any, error) {
		return runDescribe(all(), req)
	})
}

// DescribeRequest narrows what is described.
type DescribeRequest struct {
	Domain    string `json:"domain,omitempty" doc:"a tool; all of them when left out"`
	Operation string `json:"operation,omitempty" doc:"one of the tool's operations"`
	Detail    string `json:"detail,omitempty" default:"summary" enum:"summary,schema" doc:"how much to say"`
}

// Domains lists the tools.
type Domains struct {
	SurfaceVersion string       `json:"surface_version"`
	Domains        []DomainLine `json:"domains"`
}

// DomainLine is one tool in a list.
type DomainLine struct {
	Name        string    `json:"name"`
	Description string    `json:"description"`
	Effect      op.Effect `json:"effect"`
	Operations  int       `json:"operations"` // how many a caller may name
	Available   int       `json:"available"`  // how many of them this version has
}

// Domain is one tool with its operations.
type Domain struct {
	SurfaceVersion string      `json:"surface_version"`
	Domain         string      `json:"domain"`
	Description    string      `json:"description"`
	Effect         op.Effect   `json:"effect"`
	Operations     []Operation `json:"operations"`            // those that this version has
	Unavailable    []string    `json:"unavailable,omitempty"` // names of those that it does not have
}

// One is one operation asked for by name.
type One struct {
	SurfaceVersion string `json:"surface_version"`
	Domain         string `json:"domain"`
	Operation
}

// Operation is one entry of the registry, as callers see it.
type Operation struct {
	Operation        string         `json:"operation"`
	Effect           op.Effect      `json:"effect"`
	Available        bool           `json:"available"`
	Summary          string         `json:"summary"`
	Instead          []string       `json:"instead,omitempty"` // what comes nearest to one that is not available
	Fixed            op.Args        `json:"fixed_arguments,omitempty"`
	InputSchema      *op.Schema     `json:"input_schema,omitempty"`
	RequestShape     map[string]any `json:"request_shape,omitempty"`
	RequestShapeNote string         `json:"request_shape_note,omitempty"`
	SchemaHash       string         `json:"schema_hash,omitempty"`
}

func runDescribe(all []*op.Facade, req DescribeRequest) (any, error) {
	name := op.Normalise(req.Domain)
	if name == "" {
		if req.Operation != "" {
			return nil, op.Invalid("domain: want the tool that operation %q belongs to, got nothing", req.Operation).
				With("field", "domain").With("valid_domains", names(all))
		}
		return listDomains(all), nil
	}
	for _, f := range all {
		if f.Name != name {
			continue
		}
		if req.Operation == "" {
			return listOperations(f, req.Detail), nil
		}
		o, err := f.Named(op.Normalise(req.Operation))
		if err != nil {
			return nil, err
		}
		return One{op.SurfaceVersion, f.Name, operation(o, req.Detail)}, nil
	}
	e := op.Invalid("domain: want %s, got %q", strings.Join(names(all), " or "), req.Domain).
		With("field", "domain").With("valid_domains", names(all))
	if near := op.Nearest(name, names(all)); near != "" {
		e.With("did_you_mean", near)
	}
	return nil, e
}

func listDomains(all []*op.Facade) Domains {
	list := Domains{SurfaceVersion: op.SurfaceVersion}
	for _, f := range all {
		list.Domains = append(list.Domains, DomainLine{f.Name, f.Summary, f.Effect, len(f.Public()), len(f.AvailableNames())})
	}
	return list
}

func listOperations(f *op.Facade, detail string) Domain {
	d := Domain{op.SurfaceVersion, f.Name, f.Summary, f.Effect, []Operation{}, nil}
	for _, o := range f.Public() {
		if o.Available() {
			d.Operations = append(d.Operations, operation(o, detail))
		} else {
			d.Unavailable = append(d.Unavailable, o.Name)
		}
	}
	return d
}

func operation(o *op.Op, detail string) Operation {
	entry := Operation{Operation: o.Name, Effect: o.Effect, Available: o.Available(), Summary: o.Summary, Instead: o.Nearest}
	if detail != "schema" {
		return entry
	}
	entry.Fixed = o.Fixed
	if s := o.Schema(); s != nil {
		entry.InputSchema, entry.RequestShape, entry.SchemaHash = s, o.Shape(), s.Hash()
		entry.RequestShapeNote = "an example with all defaults written out; input_schema lists every field"
	}
	return entry
}

func names(all []*op.Facade) []string {
	list := make([]string, len(all))
	for i, f := range all {
		list[i] = f.Name
	}
	return list
}

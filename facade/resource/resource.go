// Package resource declares what clients can read by address. Almost every
// resource is the answer of one or several operations under a name; nothing is
// computed here that an operation does not compute.
package resource

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/gortexhq/gortex/facade/op"
)

// Resource is one address, or a template of addresses.
type Resource struct {
	URI         string // "gortex://stats", or a URI template (RFC 6570) with one variable: "gortex://guide/{topic}"
	Name        string
	Description string
	MIME        string

	parts []part
	text  func(*Catalog, string) (string, error) // of one that no operation answers
}

// part is one call that a resource is made of. In Args, {var} stands for the
// variable of the template.
type part struct {
	key  string // member of the resource; "" when it is the whole
	tool string
	args string
}

// Live reports whether what the resource says changes with the index.
func (r *Resource) Live() bool { return r.text == nil }

// Template reports whether the address has a variable.
func (r *Resource) Template() bool { return strings.Contains(r.URI, "{") }

// match returns the variable of an address.
func (r *Resource) match(uri string) (v string, ok bool) {
	before, rest, template := strings.Cut(r.URI, "{")
	if !template {
		return "", uri == r.URI
	}
	_, after, _ := strings.Cut(rest, "}")
	v, ok = strings.CutPrefix(uri, before)
	if !ok {
		return "", false
	}
	v, ok = strings.CutSuffix(v, after)
	return v, ok && v != "" && variable.MatchString(v)
}

// variable is what a variable may hold: no further path, query or escape.
var variable = regexp.MustCompile(`^[^/?#%{}"\\\x00-\x20]+$`)

// Catalog holds the resources of a set of tools.
type Catalog struct {
	facades   []*op.Facade
	resources []Resource
}

// New makes the catalog. It must be given the declarations because the guide
// speaks of them.
func New(facades []*op.Facade) *Catalog {
	return &Catalog{facades: facades, resources: declared()}
}

// All lists the resources in the order advertised.
func (c *Catalog) All() []Resource { return c.resources }

// Find returns the resource that answers at an address, and the variable of a
// template.
func (c *Catalog) Find(uri string) (*Resource, string, bool) {
	for i := range c.resources {
		if v, ok := c.resources[i].match(uri); ok {
			return &c.resources[i], v, true
		}
	}
	return nil, "", false
}

// Known fails for an address at which there is nothing.
func (c *Catalog) Known(uri string) error {
	if _, _, ok := c.Find(uri); !ok {
		return c.unknown(uri)
	}
	return nil
}

// Read returns the text at an address. A resource made of one answer fails
// with its error; in one made of several, the error document stands where the
// answer would.
func (c *Catalog) Read(ctx context.Context, call func(context.Context, op.Request) op.Reply, uri string) (*Resource, string, error) {
	r, v, ok := c.Find(uri)
	if !ok {
		return nil, "", c.unknown(uri)
	}
	if r.text != nil {
		text, err := r.text(c, v)
		return r, text, err
	}
	var b bytes.Buffer
	for i, p := range r.parts {
		reply := call(ctx, op.Request{Tool: p.tool, Arguments: json.RawMessage(strings.ReplaceAll(p.args, "{var}", v))})
		if p.key == "" {
			if reply.Err != nil {
				return r, "", reply.Err
			}
			return r, string(reply.Payload), nil
		}
		fmt.Fprintf(&b, "%c%q:%s", "{,"[min(i, 1)], p.key, reply.Payload)
	}
	b.WriteByte('}')
	return r, b.String(), nil
}

func (c *Catalog) unknown(uri string) error {
	var known []string
	for i := range c.resources {
		known = append(known, c.resources[i].URI)
	}
	return op.Errorf(op.CodeFileNotFound, "there is no resource %.200q", uri).With("uri", uri).With("valid_uris", known)
}

// available reports whether all operations that a resource is made of are
// built.
func (c *Catalog) available(r *Resource) bool {
	for _, p := range r.parts {
		if o := c.operation(p); o == nil || !o.Available() {
			return false
		}
	}
	return true
}

func (c *Catalog) operation(p part) *op.Op {
	for _, f := range c.facades {
		if f.Name != p.tool {
			continue
		}
		args, err := op.Parse(json.RawMessage(strings.ReplaceAll(p.args, "{var}", "x")))
		if err != nil {
			return nil
		}
		o, err := f.Choose(args)
		if err != nil {
			return nil
		}
		return o
	}
	return nil
}

// Describe is what a list says of a resource: what it is, and which of its
// parts this version does not have.
func (c *Catalog) Describe(r *Resource) string {
	if c.available(r) {
		return r.Description
	}
	return strings.TrimSuffix(r.Description, ".") + " (not complete in this version)."
}

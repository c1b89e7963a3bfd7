package resource

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/gortexhq/gortex/facade/op"
)

// chapter is one part of the guide. What the declarations know is written from
// them.
type chapter struct {
	topic, title string
	write        func(*Catalog, *strings.Builder)
}

func chapters() []chapter {
	return []chapter{
		{"workflow", "The way from a task to a change", said(workflow)},
		{"capabilities", "The tools", (*Catalog).tools},
		{"tokens", "Small answers", said(tokens)},
		{"analyze", "Analyses", (*Catalog).analyses},
		{"search_ast", "Search by the shape of the syntax", (*Catalog).searchAST},
		{"resources", "Resources", (*Catalog).list},
		{"providers", "Language models", (*Catalog).providers},
	}
}

func topicList() string {
	var topics []string
	for _, c := range chapters() {
		topics = append(topics, c.topic)
	}
	return strings.Join(topics, ", ")
}

const workflow = `1. explore {"task":"..."} with the task in plain words: the symbols it is about, with source.
2. search for a name, read {"target":{"symbol":"..."}} for source, relations for who uses it.
3. Before a signature changes, relations {"operation":"callers"} and change {"operation":"impact"} say what it touches.
4. After a change by whatever means, change {"operation":"detect"} names the changed symbols; tests, guards and contract take those.

A symbol is an id (path::Type.Method) or a name that is unique. Where a name is not, the error lists
candidates with their ids. An answer that may lack something says so in index_caveats or in a caveat of its
own; an empty list without one is the truth.
`

const tokens = `- output.max_tokens bounds an answer; it is shortened before it is cut, and a cut says so.
- output.fields keeps only the named keys of each row; output.limit the first rows; output.cursor goes on.
- output.format "gcx" or "toon" writes lists with less punctuation than JSON.
- read {"target":{"symbol":"..."}} gives one symbol where a file would be ten times as long.
- response looks into earlier answers of the session again without asking anew.
`

func said(text string) func(*Catalog, *strings.Builder) {
	return func(_ *Catalog, b *strings.Builder) { b.WriteString(text) }
}

func (c *Catalog) tools(b *strings.Builder) {
	for _, f := range c.facades {
		fmt.Fprintf(b, "- **%s** (%s): %s\n", f.Name, f.Effect, f.Summary)
		if names := f.AvailableNames(); len(names) > 0 && len(names) < 40 {
			fmt.Fprintf(b, "  Operations: %s.\n", strings.Join(names, ", "))
		}
	}
	b.WriteString("\ncapabilities {\"domain\":\"read\",\"operation\":\"file\",\"detail\":\"schema\"} gives the exact fields of one operation\nand a request to copy.\n")
}

func (c *Catalog) analyses(b *strings.Builder) {
	c.each("analyze", func(o *op.Op) {
		missing := ""
		if !o.Available() {
			missing = " (not in this version)"
		}
		fmt.Fprintf(b, "- %s: %s%s\n", o.Name, o.Summary, missing)
	})
}

func (c *Catalog) searchAST(b *strings.Builder) {
	c.each("search", func(o *op.Op) {
		if o.Name != "ast" {
			return
		}
		fmt.Fprintf(b, "%s\n", o.Summary)
		if !o.Available() {
			b.WriteString("\nThis version does not have it; search {\"operation\":\"text\"} with regexp comes nearest.\n")
			return
		}
		for path, s := range o.Schema().Leaves() {
			fmt.Fprintf(b, "- %s: %s\n", path, cmp.Or(s.Description, s.Type))
		}
	})
}

func (c *Catalog) list(b *strings.Builder) {
	for i := range c.resources {
		r := &c.resources[i]
		fmt.Fprintf(b, "- %s: %s\n", r.URI, c.Describe(r))
	}
}

func (c *Catalog) providers(b *strings.Builder) {
	b.WriteString("Answers come from the index alone. ")
	any := false
	c.each("ask", func(o *op.Op) { any = any || o.Available() })
	if !any {
		b.WriteString("This version calls no language model: ask and whatever takes use_llm say so.\n")
		return
	}
	b.WriteString("ask calls the language model that is configured.\n")
}

func (c *Catalog) each(tool string, f func(*op.Op)) {
	for _, t := range c.facades {
		if t.Name == tool {
			for _, o := range t.Public() {
				f(o)
			}
		}
	}
}

func (c *Catalog) guide(string) (string, error) {
	var b strings.Builder
	b.WriteString("# gortex\n")
	for _, ch := range chapters() {
		fmt.Fprintf(&b, "\n## %s\n\n", ch.title)
		ch.write(c, &b)
	}
	return b.String(), nil
}

func (c *Catalog) chapter(topic string) (string, error) {
	for _, ch := range chapters() {
		if ch.topic == topic {
			var b strings.Builder
			fmt.Fprintf(&b, "# %s\n\n", ch.title)
			ch.write(c, &b)
			return b.String(), nil
		}
	}
	return "", op.Errorf(op.CodeFileNotFound, "the guide has no chapter %.80q", topic).
		With("valid_topics", strings.Split(topicList(), ", "))
}

// Package bench measures gortex as its user meets it: whole processes on real
// repositories, timed from outside. It keeps to numbers of one run, says how
// each was got, and judges nothing.
package bench

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gortexhq/gortex/internal/progress"
)

// Steps are what can be measured, in the order in which it is done.
func Steps() []string { return []string{"cold", "call", "text", "edit", "mcp"} }

// Least numbers of samples, whatever [Config.Runs] says.
const (
	leastCalls = 20
	leastEdits = 5
	leastMCP   = 200
)

// Config says what to measure. Program and Dirs are needed.
type Config struct {
	Program string   // path of the gortex to measure
	Dirs    []string // absolute; the working tree that holds each is measured
	Runs    int      // cold runs, and a least number of all others; 0 means 3
	Only    []string // of [Steps]; nil means all

	// Against is the command line of another indexer, for sh. {dir} in it is
	// the tree to index, a copy that is its own.
	Against string
	// AgainstSize is a glob of what the other indexer leaves behind; {dir} as
	// above, and a relative one starts there.
	AgainstSize string

	Symbol  string // ID of the symbol to ask for; "" picks one
	Literal string // text to search; "" means the name of the symbol
	Regexp  string // expression to search; "" means one made of the name
	File    string // file to change, relative to the tree; "" picks one

	Progress progress.Func // told about each step; nil for nobody

	// settle is how long a copy is left alone before it is indexed; 0 means
	// [usualSettle].
	settle time.Duration
}

// Report is everything that was measured.
type Report struct {
	Machine Machine   `json:"machine"`
	Method  []string  `json:"method"` // how to read the numbers
	Trees   []*Result `json:"trees"`
}

// Result is what was measured on one working tree. A step that was not asked
// for, or failed, is not there.
type Result struct {
	Tree     string   `json:"tree"`     // the root of the working tree
	Language string   `json:"language"` // the one with most files
	Files    int      `json:"files"`    // files of that language
	Symbol   string   `json:"symbol,omitempty"`
	PickedBy string   `json:"symbol_picked_by,omitempty"`
	Cold     *Cold    `json:"cold,omitempty"`
	Call     []Timed  `json:"call,omitempty"`
	Text     []Timed  `json:"text,omitempty"`
	Edit     *Edits   `json:"edit,omitempty"`
	MCP      *MCP     `json:"mcp,omitempty"`
	Failures []string `json:"failures,omitempty"` // what could not be measured, and why
}

// Run measures. A step that fails is written down in the report and the rest
// goes on; the error is for what makes a report impossible: a wrong
// configuration, no place for scratch files, or the end of ctx.
func Run(ctx context.Context, c Config) (*Report, error) {
	if c.Runs == 0 {
		c.Runs = 3
	}
	if c.settle == 0 {
		c.settle = usualSettle
	}
	if err := c.Check(); err != nil {
		return nil, err
	}
	report := &Report{Machine: machine(ctx, c), Method: method(c)}
	for _, dir := range c.Dirs {
		r, err := measure(ctx, c, dir)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		report.Trees = append(report.Trees, r)
	}
	report.Machine.LoadAfter = load()
	return report, nil
}

// Failed tells how many steps could not be measured.
func (r *Report) Failed() (n int) {
	for _, t := range r.Trees {
		n += len(t.Failures)
	}
	return n
}

// Check tells whether the configuration makes sense.
func (c *Config) Check() error {
	for _, step := range c.Only {
		if !slices.Contains(Steps(), step) {
			return fmt.Errorf("no step %q; there are %s", step, strings.Join(Steps(), ", "))
		}
	}
	if c.Runs < 0 {
		return fmt.Errorf("%d runs", c.Runs)
	}
	if c.AgainstSize != "" && c.Against == "" {
		return errors.New("a size to compare without a command to compare with")
	}
	if c.File != "" && !filepath.IsLocal(c.File) {
		return fmt.Errorf("the file to change, %q, is not inside the tree", c.File)
	}
	return nil
}

func (c *Config) wants(step string) bool {
	return len(c.Only) == 0 || slices.Contains(c.Only, step)
}

// subject is one working tree under measurement.
type subject struct {
	Config
	root    string
	scratch *scratch
	state   *state // an index of root that is up to date, once there is one
	symbol  string
	name    string // of the symbol
	survey  survey
	result  *Result
}

func measure(ctx context.Context, c Config, dir string) (*Result, error) {
	root, err := treeOf(dir)
	if err != nil {
		return nil, err
	}
	s := &subject{Config: c, root: root, result: &Result{Tree: root}}
	if s.survey, err = look(root); err != nil {
		return nil, err
	}
	s.result.Language, s.result.Files = s.survey.language, len(s.survey.files)
	if s.scratch, err = newScratch(); err != nil {
		return nil, err
	}
	defer s.scratch.remove()

	if c.wants("cold") {
		s.step(ctx, "cold", func() (err error) { s.result.Cold, err = s.cold(ctx); return err })
	}
	if c.wants("call") || c.wants("text") || c.wants("mcp") || c.wants("edit") {
		if err := s.prepare(ctx); err != nil {
			s.result.Failures = append(s.result.Failures, "prepare: "+err.Error())
			return s.result, ctx.Err()
		}
	}
	if c.wants("call") {
		s.step(ctx, "call", func() (err error) { s.result.Call, err = s.calls(ctx); return err })
	}
	if c.wants("text") {
		s.step(ctx, "text", func() (err error) { s.result.Text, err = s.text(ctx); return err })
	}
	if c.wants("edit") {
		s.step(ctx, "edit", func() (err error) { s.result.Edit, err = s.edit(ctx); return err })
	}
	if c.wants("mcp") {
		s.step(ctx, "mcp", func() (err error) { s.result.MCP, err = s.mcp(ctx); return err })
	}
	return s.result, ctx.Err()
}

// step runs one step; what it cannot do is written down.
func (s *subject) step(ctx context.Context, name string, run func() error) {
	if ctx.Err() != nil {
		return
	}
	if err := run(); err != nil {
		s.result.Failures = append(s.result.Failures, name+": "+err.Error())
	}
}

// prepare makes an index unless the cold step left one, and chooses a symbol.
func (s *subject) prepare(ctx context.Context) (err error) {
	if s.state == nil {
		s.Progress.Report("preparing", 0, 0)
		if s.state, err = s.scratch.state(); err != nil {
			return err
		}
		if _, err := s.index(s.root, s.state).run(ctx); err != nil {
			return err
		}
	}
	return s.choose(ctx)
}

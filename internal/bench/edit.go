package bench

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// usualSettle is for files that were changed just before they were read: they
// must be read again by whoever wants to be sure, since clocks of file systems
// are coarse, and a copy is not to pay for that.
const usualSettle = 3 * time.Second

// Edits is what the first call costs after one file was changed: a new function
// at its end, another one each time.
type Edits struct {
	File  string  `json:"file"`
	Lines int     `json:"lines"` // of the file before
	Calls []Timed `json:"calls"`
	Found int     `json:"found"` // edits whose function was found afterwards
	Of    int     `json:"of"`    // edits
}

// editor changes a file of a copy of the tree.
type editor struct {
	subject *subject
	tree    string
	state   *state
	path    string
	dialect dialect
	number  int
}

func (s *subject) edit(ctx context.Context) (*Edits, error) {
	e, result, err := s.newEditor(ctx)
	if err != nil {
		return nil, err
	}
	kinds := []struct {
		name string
		ask  func(name string) question
	}{
		{"relations callers", func(string) question { return callersOf(s.symbol) }},
		{"search symbols, the new one", searchSymbols},
		{"read source, the new one", readSource},
	}
	samples := make([]timed, len(kinds))
	n := max(leastEdits, s.Runs)
	commands := make([]string, len(kinds))
	for i := range n {
		s.Progress.Report("one file changed", i, n)
		for k, kind := range kinds {
			name, err := e.change()
			if err != nil {
				return nil, err
			}
			c := s.call(e.tree, e.state, kind.ask(name))
			got, err := c.run(ctx)
			if err != nil {
				return nil, err
			}
			samples[k].add(got)
			commands[k] = c.String()
			result.Of++
			if k == 0 { // the answer is about another symbol
				if got, err = s.call(e.tree, e.state, searchSymbols(name)).run(ctx); err != nil {
					return nil, err
				}
			}
			if bytes.Contains(got.out, []byte("::"+name)) {
				result.Found++
			}
		}
	}
	for k, kind := range kinds {
		result.Calls = append(result.Calls, samples[k].sum(kind.name, commands[k]))
	}
	return result, nil
}

// newEditor copies the tree, indexes the copy and chooses a file.
func (s *subject) newEditor(ctx context.Context) (*editor, *Edits, error) {
	file := s.File
	if file == "" {
		if file = s.survey.middle(); file == "" {
			return nil, nil, fmt.Errorf("no file of a language that can be changed")
		}
	}
	d, known := dialects[filepath.Ext(file)]
	if !known {
		return nil, nil, fmt.Errorf("no way to add a function to %s", file)
	}
	s.Progress.Report("copying", 0, 0)
	e := &editor{subject: s, tree: s.scratch.fresh("edited"), dialect: d}
	if err := copyTree(s.root, e.tree); err != nil {
		return nil, nil, err
	}
	flush()
	select {
	case <-time.After(s.settle):
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	e.path = filepath.Join(e.tree, file)
	text, err := os.ReadFile(e.path)
	if err != nil {
		return nil, nil, err
	}
	if e.state, err = s.scratch.state(); err != nil {
		return nil, nil, err
	}
	s.Progress.Report("indexing the copy", 0, 0)
	if _, err = s.index(e.tree, e.state).run(ctx); err != nil {
		return nil, nil, err
	}
	return e, &Edits{File: file, Lines: bytes.Count(text, []byte("\n"))}, nil
}

// change appends a function and returns its name.
func (e *editor) change() (string, error) {
	e.number++
	name := fmt.Sprintf(e.dialect.name, e.number)
	f, err := os.OpenFile(e.path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return "", err
	}
	if _, err := fmt.Fprintf(f, e.dialect.function, name, e.number); err != nil {
		f.Close()
		return "", err
	}
	return name, f.Close()
}

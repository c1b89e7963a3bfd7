package bench

import (
	"context"
	"os"
	"path/filepath"
	"strings"
)

// rival is another indexer and the copy of the tree that it may write to.
type rival struct {
	subject *subject
	tree    string
	own     map[string]bool // the top of the tree as it was copied
	runs    []ColdRun
}

// newRival is nil if there is none.
func (s *subject) newRival(ctx context.Context) (*rival, error) {
	if s.Against == "" {
		return nil, nil
	}
	s.Progress.Report("copying", 0, 0)
	r := &rival{subject: s, tree: s.scratch.fresh("other"), own: map[string]bool{}}
	if err := copyTree(s.root, r.tree); err != nil {
		return nil, err
	}
	flush()
	top, err := os.ReadDir(r.tree)
	for _, e := range top {
		r.own[e.Name()] = true
	}
	if err == nil {
		err = ctx.Err()
	}
	return r, err
}

// command is the user's command line for a tree, which it also stands in.
func (r *rival) command(st *state) command {
	line := strings.ReplaceAll(r.subject.Against, "{dir}", quote(r.tree))
	c := command{argv: []string{"sh", "-c", line}, dir: r.tree}
	if st != nil {
		c.env = st.env
	}
	return c
}

// run runs the other indexer once, on a tree without what it left there.
func (r *rival) run(ctx context.Context) (ColdRun, error) {
	if err := r.clean(); err != nil {
		return ColdRun{}, err
	}
	st, err := r.subject.scratch.state()
	if err != nil {
		return ColdRun{}, err
	}
	defer os.RemoveAll(st.dir)
	got, err := r.command(st).run(ctx)
	if err != nil {
		return ColdRun{}, err
	}
	index, err := r.size()
	return ColdRun{milliseconds(got.wall), milliseconds(got.cpu), got.rss, index}, err
}

// clean removes what is new at the top of the tree. An indexer that keeps its
// index elsewhere must itself begin anew.
func (r *rival) clean() error {
	top, err := os.ReadDir(r.tree)
	if err != nil {
		return err
	}
	for _, e := range top {
		if !r.own[e.Name()] {
			if err := os.RemoveAll(filepath.Join(r.tree, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *rival) size() (total int64, err error) {
	if r.subject.AgainstSize == "" {
		return 0, nil
	}
	pattern := strings.ReplaceAll(r.subject.AgainstSize, "{dir}", r.tree)
	if !filepath.IsAbs(pattern) {
		pattern = filepath.Join(r.tree, pattern)
	}
	paths, err := filepath.Glob(pattern)
	for _, p := range paths {
		n, err := size(p)
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, err
}

func (r *rival) against(ours Indexer) *Against {
	ratio := func(of func(ColdRun) float64) *Ratio { return ratios(column(ours.Runs, of), column(r.runs, of)) }
	return &Against{
		Indexer:    sumUp(r.subject.Against, r.runs),
		WallRatio:  ratio(func(c ColdRun) float64 { return c.Wall }),
		CPURatio:   ratio(func(c ColdRun) float64 { return c.CPU }),
		RSSRatio:   ratio(func(c ColdRun) float64 { return float64(c.RSS) }),
		IndexRatio: ratio(func(c ColdRun) float64 { return float64(c.Index) }),
	}
}

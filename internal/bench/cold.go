package bench

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Cold is what it takes to make an index out of nothing. The files are in the
// page cache: it is the work that is measured, not the disk.
type Cold struct {
	Indexer
	Against *Against `json:"against,omitempty"`
}

// Indexer sums up the runs of one indexer.
type Indexer struct {
	Command string    `json:"command"`
	Runs    []ColdRun `json:"runs"`
	Wall    Series    `json:"wall_ms"`
	CPU     Series    `json:"cpu_ms"`
	RSS     int64     `json:"peak_rss_bytes"` // the largest of all runs
	Index   int64     `json:"index_bytes"`    // after the last run; 0 if unknown
}

// ColdRun is one run.
type ColdRun struct {
	Wall  float64 `json:"wall_ms"`
	CPU   float64 `json:"cpu_ms"` // user and system
	RSS   int64   `json:"peak_rss_bytes"`
	Index int64   `json:"index_bytes"`
}

// Against is another indexer that ran in turn with gortex, and how the two
// relate: gortex divided by the other, below 1 where gortex needs less.
type Against struct {
	Indexer
	WallRatio  *Ratio `json:"wall_ratio"`
	CPURatio   *Ratio `json:"cpu_ratio"`
	RSSRatio   *Ratio `json:"peak_rss_ratio"`
	IndexRatio *Ratio `json:"index_bytes_ratio,omitempty"`
}

func (s *subject) cold(ctx context.Context) (*Cold, error) {
	other, err := s.newRival(ctx)
	if err != nil {
		return nil, err
	}
	if err := warm(ctx, s.root); err != nil {
		return nil, err
	}
	cold := &Cold{}
	for i := range s.Runs {
		s.Progress.Report("cold index", i, s.Runs)
		run, err := s.coldRun(ctx)
		if err != nil {
			return nil, err
		}
		cold.Runs = append(cold.Runs, run)
		if other == nil {
			continue
		}
		if run, err = other.run(ctx); err != nil {
			return nil, err
		}
		other.runs = append(other.runs, run)
	}
	cold.Indexer = sumUp(s.index(s.root, s.state).String(), cold.Runs)
	if other != nil {
		cold.Against = other.against(cold.Indexer)
	}
	return cold, nil
}

// coldRun indexes into a new state, which becomes that of the subject.
func (s *subject) coldRun(ctx context.Context) (ColdRun, error) {
	if s.state != nil {
		if err := os.RemoveAll(s.state.dir); err != nil {
			return ColdRun{}, err
		}
		s.state = nil
	}
	st, err := s.scratch.state()
	if err != nil {
		return ColdRun{}, err
	}
	got, err := s.index(s.root, st).run(ctx)
	if err != nil {
		return ColdRun{}, err
	}
	s.state = st
	bytes, err := size(st.dir)
	return ColdRun{milliseconds(got.wall), milliseconds(got.cpu), got.rss, bytes}, err
}

func sumUp(command string, runs []ColdRun) Indexer {
	x := Indexer{Command: command, Runs: runs, Index: runs[len(runs)-1].Index}
	for _, r := range runs {
		x.RSS = max(x.RSS, r.RSS)
	}
	x.Wall = series(column(runs, func(r ColdRun) float64 { return r.Wall }))
	x.CPU = series(column(runs, func(r ColdRun) float64 { return r.CPU }))
	return x
}

func column(runs []ColdRun, of func(ColdRun) float64) []float64 {
	values := make([]float64, len(runs))
	for i, r := range runs {
		values[i] = of(r)
	}
	return values
}

// warm reads every file of a tree, so that the first run finds them in memory
// as the later ones do.
func warm(ctx context.Context, root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case d.IsDir() && d.Name() == ".git":
			return fs.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		f, err := os.Open(path)
		if err != nil {
			return nil // the indexer will say so, if it matters
		}
		defer f.Close()
		_, err = io.Copy(io.Discard, f)
		return err
	})
}

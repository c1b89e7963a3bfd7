package bench

import (
	"math"
	"slices"
	"time"
)

// Series sums up samples of one kind. Times are milliseconds.
type Series struct {
	N   int     `json:"n"`
	P50 float64 `json:"p50"`
	P90 float64 `json:"p90"`
	Min float64 `json:"min"`
	Max float64 `json:"max"`
}

// Ratio sums up ratios of this program to another, one for each pair of runs.
type Ratio struct {
	Median float64   `json:"median"`
	Min    float64   `json:"min"`
	Max    float64   `json:"max"`
	Pairs  []float64 `json:"pairs"` // in the order of the runs
}

// series sums up samples; none give the zero Series.
func series(samples []float64) Series {
	if len(samples) == 0 {
		return Series{}
	}
	sorted := slices.Sorted(slices.Values(samples))
	n := len(sorted)
	return Series{N: n, P50: median(sorted), P90: sorted[int(math.Ceil(0.9*float64(n)))-1], Min: sorted[0], Max: sorted[n-1]}
}

// median is the middle of sorted samples, or the mean of the two in the middle.
func median(sorted []float64) float64 {
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// ratios divides pair by pair. It is nil where a divisor is unknown.
func ratios(ours, theirs []float64) *Ratio {
	r := &Ratio{}
	for i := range min(len(ours), len(theirs)) {
		if theirs[i] == 0 {
			return nil
		}
		r.Pairs = append(r.Pairs, round(ours[i]/theirs[i]))
	}
	if len(r.Pairs) == 0 {
		return nil
	}
	sorted := slices.Sorted(slices.Values(r.Pairs))
	r.Median, r.Min, r.Max = round(median(sorted)), sorted[0], sorted[len(sorted)-1]
	return r
}

// milliseconds with three digits behind the point.
func milliseconds(d time.Duration) float64 { return round(float64(d) / float64(time.Millisecond)) }

func round(f float64) float64 { return math.Round(f*1000) / 1000 }

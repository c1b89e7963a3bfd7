package bench

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSeries(t *testing.T) {
	for _, test := range []struct {
		samples []float64
		want    Series
	}{
		{nil, Series{}},
		{[]float64{7}, Series{1, 7, 7, 7, 7}},
		{[]float64{4, 1, 3, 2}, Series{4, 2.5, 4, 1, 4}},
		{[]float64{10, 9, 8, 7, 6, 5, 4, 3, 2, 1}, Series{10, 5.5, 9, 1, 10}},
	} {
		if d := cmp.Diff(test.want, series(test.samples)); d != "" {
			t.Errorf("%v (-want +got):\n%s", test.samples, d)
		}
	}
}

// A ratio is of runs that were neighbours, and unknown where one is unknown.
func TestRatios(t *testing.T) {
	got := ratios([]float64{1, 2, 9}, []float64{2, 2, 3})
	if d := cmp.Diff(&Ratio{1, 0.5, 3, []float64{0.5, 1, 3}}, got); d != "" {
		t.Error(d)
	}
	if ratios([]float64{1}, []float64{0}) != nil || ratios(nil, nil) != nil {
		t.Error("a ratio of nothing")
	}
}

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{"a/b-c.go::X": "a/b-c.go::X", "": "''", "it's": `'it'\''s'`, `{"a":1}`: `'{"a":1}'`, "a*": "'a*'"} {
		if got := quote(in); got != want {
			t.Errorf("quote(%q) = %s, want %s", in, got, want)
		}
	}
}

func TestNameOf(t *testing.T) {
	for in, want := range map[string]string{"a/b.go::T.Method": "Method", "repo/a.py::f": "f", "Bare": "Bare", "T.m": "m"} {
		if got := nameOf(in); got != want {
			t.Errorf("nameOf(%q) = %q, want %q", in, got, want)
		}
	}
}

// A long output is counted whole and kept in part.
func TestBeginning(t *testing.T) {
	var b beginning
	for range 3 {
		if n, err := b.Write(make([]byte, 100_000)); n != 100_000 || err != nil {
			t.Fatal(n, err)
		}
	}
	if b.size != 300_000 || len(b.kept) != 1<<18 {
		t.Errorf("%d bytes counted, %d kept", b.size, len(b.kept))
	}
}

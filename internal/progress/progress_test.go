package progress

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"
)

func TestLine(t *testing.T) {
	for _, test := range []struct {
		done, total int
		left        time.Duration
		width       int
		want        string
	}{
		{7, 0, 0, 80, "reading 7"},
		{1, 4, 0, 80, "██████░░░░░░░░░░░░░░░░░░  reading 1/4"},
		{1, 4, 3*time.Second + 1, 80, "██████░░░░░░░░░░░░░░░░░░  reading 1/4  3s left"},
		{4, 4, 0, 80, "████████████████████████  reading 4/4"},
		{9, 4, 0, 80, "████████████████████████  reading 4/4"},
		{1, 4, 3 * time.Second, 24, "reading 1/4  3s left"},
		{1, 4, time.Second, 9, "reading "},
		{1, 4, time.Second, 0, ""},
	} {
		if got := line("reading", test.done, test.total, test.left, test.width); got != test.want {
			t.Errorf("%d/%d in %d columns: %q, want %q", test.done, test.total, test.width, got, test.want)
		}
	}
	for width := range 100 {
		if got := utf8.RuneCountInString(line("résoudre", 12345, 67890, time.Hour, width)); got > width {
			t.Errorf("%d columns wide, %d allowed", got, width)
		}
	}
}

// Quick work shows nothing; slow work leaves nothing behind.
func TestBar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		b := Start(&out, func() int { return 80 })
		b.Report("reading", 1, 2)
		b.Stop()
		b.Stop()
		if out.Len() > 0 {
			t.Errorf("drawn: %q", &out)
		}

		b = Start(&out, func() int { return 80 })
		b.Report("reading", 1, 2)
		time.Sleep(time.Second)
		b.Stop()
		if drawn := bytes.Count(out.Bytes(), []byte("reading")); drawn < 7 || drawn > 11 {
			t.Errorf("drawn %d times in a second", drawn)
		}
		if !bytes.HasSuffix(out.Bytes(), []byte("\r\x1b[K")) {
			t.Errorf("left behind: %q", &out)
		}
	})
}

func TestNilFunc(t *testing.T) { Func(nil).Report("reading", 1, 2) }

// Nothing is guessed before a tenth is done, and a guess moves little by
// little.
func TestRemaining(t *testing.T) {
	for _, test := range []struct {
		done, total int
		spent, want time.Duration
	}{
		{0, 100, time.Hour, 0},
		{9, 100, time.Hour, 0},
		{10, 100, time.Second / 2, 0},
		{10, 100, time.Second, 9 * time.Second},
		{50, 100, 10 * time.Second, 10 * time.Second},
		{100, 100, time.Hour, 0},
		{3, 0, time.Hour, 0},
	} {
		if got := remaining(test.done, test.total, test.spent); got != test.want {
			t.Errorf("%d/%d after %s: %s, want %s", test.done, test.total, test.spent, got, test.want)
		}
	}
	now := time.Now()
	if got := smooth(time.Time{}, now); !got.Equal(now) {
		t.Error("a first guess is taken as it is")
	}
	if got := smooth(now, now.Add(9*time.Second)).Sub(now); got != time.Second {
		t.Errorf("a guess moved by %s", got)
	}
}

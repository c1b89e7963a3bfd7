package progress

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// Bar draws progress as one line of a terminal, ten times a second at most,
// and takes it away at the end. What is over before it would be seen is not
// drawn at all.
type Bar struct {
	w     io.Writer
	width func() int
	now   func() time.Time

	mu          sync.Mutex
	phase       string
	done, total int
	began       time.Time // of the phase
	guess       time.Time // when the phase will be over, smoothed; zero: no guess yet
	drawn       bool
	stop        chan struct{}
	stopped     chan struct{}
}

const (
	interval = 100 * time.Millisecond
	patience = 250 * time.Millisecond // what is quicker needs no bar
)

// Start begins to draw on w, a terminal. Width gives its columns whenever a
// line is drawn, for windows change.
func Start(w io.Writer, width func() int) *Bar {
	b := &Bar{w: w, width: width, now: time.Now, stop: make(chan struct{}), stopped: make(chan struct{})}
	go b.run(b.stop)
	return b
}

// Report is a [Func].
func (b *Bar) Report(phase string, done, total int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if phase != b.phase {
		b.phase, b.began, b.guess = phase, b.now(), time.Time{}
	}
	b.done, b.total = done, total
}

// Stop ends the bar and takes its line away. It may be called again.
func (b *Bar) Stop() {
	b.mu.Lock()
	if b.stop != nil {
		close(b.stop)
		b.stop = nil
	}
	b.mu.Unlock()
	<-b.stopped
}

func (b *Bar) run(stop <-chan struct{}) {
	defer close(b.stopped)
	select {
	case <-stop:
		return
	case <-time.After(patience):
	}
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		b.draw()
		select {
		case <-stop:
			if b.drawn {
				fmt.Fprint(b.w, "\r\x1b[K")
			}
			return
		case <-tick.C:
		}
	}
}

func (b *Bar) draw() {
	b.mu.Lock()
	now := b.now()
	if left := remaining(b.done, b.total, now.Sub(b.began)); left > 0 {
		b.guess = smooth(b.guess, now.Add(left))
	}
	phase, done, total, left := b.phase, b.done, b.total, time.Duration(0)
	if !b.guess.IsZero() {
		left = max(b.guess.Sub(now), 0)
	}
	b.mu.Unlock()
	if phase == "" {
		return
	}
	b.drawn = true
	fmt.Fprint(b.w, "\r"+line(phase, done, total, left, b.width())+"\x1b[K")
}

// smooth moves a guess a little towards a new one, so that it does not jump
// with every file.
func smooth(old, next time.Time) time.Time {
	if old.IsZero() {
		return next
	}
	const weight = 8 // of the old guess
	return old.Add(next.Sub(old) / (weight + 1))
}

// line is what a bar shows, never wider than width columns. left is how long it
// will still take; 0: not known.
func line(phase string, done, total int, left time.Duration, width int) string {
	text := fmt.Sprintf("%s %d", phase, done)
	if total > 0 {
		done = min(done, total)
		text = fmt.Sprintf("%s %d/%d", phase, done, total)
		if left = left.Round(time.Second); left > 0 {
			text += "  " + left.String() + " left"
		}
		const cells = 24
		if len(text)+cells+2 < width {
			full := cells * done / total
			text = strings.Repeat("█", full) + strings.Repeat("░", cells-full) + "  " + text
		}
	}
	if runes := []rune(text); len(runes) >= width {
		text = string(runes[:max(width-1, 0)])
	}
	return text
}

// remaining supposes that what is left goes as fast as what is done. It is 0
// before a tenth is done, for the first files say nothing of the others.
func remaining(done, total int, spent time.Duration) time.Duration {
	if done*10 < total || done == 0 || done >= total || spent < time.Second {
		return 0
	}
	return time.Duration(float64(spent) / float64(done) * float64(total-done))
}

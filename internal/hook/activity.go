package hook

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"
)

// Activity is how often the hooks of one agent ran at one kind of event.
type Activity struct {
	Agent   string    `json:"agent"`
	Event   Kind      `json:"event"`
	Runs    int       `json:"runs"`
	Emitted int       `json:"emitted"` // runs that had something to say
	Last    time.Time `json:"last"`
}

// ReadActivity counts the observations in the log at path, and in the one put
// aside before it, that are not older than since; in order of agents and events.
// Lines that are none are passed over. No log is no activity. The error is of
// the file system.
func ReadActivity(path string, since time.Time) ([]Activity, error) {
	counts := map[[2]string]*Activity{}
	for _, name := range []string{path + ".1", path} {
		text, err := readLog(name)
		if err != nil {
			return nil, err
		}
		for line := range bytes.Lines(text) {
			count(counts, line, since)
		}
	}
	var list []Activity
	for _, a := range counts {
		list = append(list, *a)
	}
	slices.SortFunc(list, func(a, b Activity) int { return cmp.Or(cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.Event, b.Event)) })
	return list, nil
}

func count(counts map[[2]string]*Activity, line []byte, since time.Time) {
	var o observation
	if json.Unmarshal(line, &o) != nil {
		return
	}
	at, err := time.Parse(time.RFC3339, o.At)
	if err != nil || at.Before(since) || !slices.Contains(Agents(), o.Agent) {
		return
	}
	key := [2]string{o.Agent, string(o.Event)}
	a := counts[key]
	if a == nil {
		a = &Activity{Agent: o.Agent, Event: o.Event}
		counts[key] = a
	}
	a.Runs++
	if o.Emitted {
		a.Emitted++
	}
	if at.After(a.Last) {
		a.Last = at
	}
}

// readLog reads at most what a log may have, and nothing of what is no file.
func readLog(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, 2*mostLog))
}

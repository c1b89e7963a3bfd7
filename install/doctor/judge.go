package doctor

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/gortexhq/gortex/hostadapters/host"
)

const (
	littleRoom = 1 << 30   // bytes free, below which there is a warning
	noRoom     = 100 << 20 // below which an index may not fit
)

// judgeStore says what is wrong with what is kept.
func (d *Doctor) judgeStore(r *Report) {
	s := r.Store
	if s.Locked {
		r.add(Finding{Severity: Blocker, Check: "store_unwritable", Path: s.Path, Message: "no index can be written below " + s.Path, Remedy: "make it writable, or set XDG_CACHE_HOME"})
	}
	if s.Free != nil && *s.Free < noRoom {
		r.addf(Blocker, "disk_full", "make room", "%d MB are free where the indexes are", *s.Free>>20)
	} else if s.Free != nil && *s.Free < littleRoom {
		r.addf(Warning, "disk_full", "make room", "%d MB are free where the indexes are", *s.Free>>20)
	}
	orphans, bytes := 0, int64(0)
	for _, ix := range s.Indexes {
		if ix.Orphaned && !ix.Tracked {
			orphans, bytes = orphans+1, bytes+ix.Bytes
			continue
		}
		d.judgeIndex(r, ix)
	}
	if orphans > 0 {
		r.addf(Warning, "index_orphaned", "gortex doctor --fix --yes removes what is there of them", "indexes of repositories that are gone: %d, with %.1f MB", orphans, float64(bytes)/1e6)
	}
	if r.Repo != nil && r.Repo.Index == nil {
		r.add(Finding{Severity: Info, Check: "not_indexed", Path: r.Repo.Root, Message: r.Repo.Root + " has no index yet", Remedy: "the first question makes it; gortex index does so beforehand"})
	}
	if len(r.Sessions.Damaged) > 0 {
		r.add(Finding{
			Severity: Warning, Check: "session_damaged", Path: r.Sessions.Path, Remedy: "none is needed: a damaged session is put aside when it is used next",
			Message: "sessions that cannot be read: " + strings.Join(r.Sessions.Damaged, ", "),
		})
	}
	if r.Sessions.Locked {
		r.add(Finding{Severity: Warning, Check: "sessions_unwritable", Path: r.Sessions.Path, Message: "no session can be written below " + r.Sessions.Path, Remedy: "make it writable, or set XDG_STATE_HOME"})
	}
}

func (d *Doctor) judgeIndex(r *Report, ix Index) {
	name := ix.Root
	if name == "" {
		name = ix.Path
	}
	say := func(severity Severity, check, remedy, format string, args ...any) {
		r.add(Finding{Severity: severity, Check: check, Path: ix.Path, Message: fmt.Sprintf(format, args...), Remedy: remedy})
	}
	mine := r.Repo != nil && r.Repo.Index != nil && r.Repo.Index.Path == ix.Path
	anew := "none is needed: the next question makes it anew; gortex index --full does so now"
	switch {
	case ix.Orphaned:
		say(Warning, "repository_gone", "gortex untrack "+name, "%s is tracked and gone", name)
	case ix.Locked && mine:
		say(Blocker, "index_unwritable", "make "+ix.Path+" writable", "the index of %s may not be written", name)
	case ix.Locked:
		say(Warning, "index_unwritable", "make "+ix.Path+" writable", "the index of %s may not be written", name)
	case ix.State == corrupt:
		say(Warning, "index_corrupt", anew, "the index of %s is damaged: %s", name, ix.Why)
	case ix.State == older:
		say(Info, "index_version", anew, "the index of %s is of an older gortex", name)
	case ix.State == newer:
		say(Warning, "index_version", "use that gortex", "the index of %s was written by a newer gortex", name)
	case ix.State == good && mine:
		say(OK, "index", "", "%d files, %d symbols", ix.Files, ix.Symbols)
	}
}

// judgeConfiguration says what is wrong with the settings of gortex itself.
func (d *Doctor) judgeConfiguration(r *Report) {
	for _, w := range d.Warnings {
		r.addf(Warning, "configuration", "correct it", "%s", w)
	}
	if _, err := d.Engine.Dirs.ReadRepositories(); err != nil {
		r.addf(Blocker, "configuration", "mend the file", "what is tracked is not known: %v", err)
	}
	if text, err := os.ReadFile(d.Engine.Dirs.Agents()); err != nil && !errors.Is(err, fs.ErrNotExist) || err == nil && !json.Valid(text) {
		r.add(Finding{Severity: Warning, Check: "agents_damaged", Path: d.Engine.Dirs.Agents(), Message: "the list of agents at work cannot be read", Remedy: "remove " + d.Engine.Dirs.Agents()})
	}
	env := d.Engine.Env
	switch on := find(env, host.Name); {
	case env.Bare:
	case on == "":
		r.addf(Info, "not_on_path", "add its directory to PATH", "no shell finds gortex by its name: %s is on no directory of PATH", env.Command)
	default:
		r.add(Finding{Severity: Info, Check: "not_on_path", Path: on, Message: "a shell finds another gortex first: " + on, Remedy: "remove the one that is not wanted, or change the order of PATH"})
	}
}

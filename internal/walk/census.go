package walk

import (
	"math"
	"sort"
	"strings"
	"time"

	"github.com/gortexhq/gortex/internal/source"
)

// The reasons that the tree gives for leaving something out; the bytes give more, see source.Reason.
const (
	SkipSymlink    source.Reason = "symlink"              // a symbolic link, wherever it leads
	SkipSpecial    source.Reason = "special"              // a socket, pipe or device
	SkipOversized  source.Reason = "oversized"            // larger than Options.MaxFileSize
	SkipUnreadable source.Reason = "unreadable"           // a directory that cannot be listed
	SkipNested     source.Reason = "nested_repository"    // has its own .git and is no submodule that is checked out
	SkipDependency source.Reason = "dependency_directory" // node_modules, or a Python virtual environment
)

// Stamp is what the file system tells about a file without reading it. The zero Stamp is that of
// a file that is not there.
type Stamp struct {
	Size  int64  // bytes
	Mtime int64  // last change of the content, nanoseconds since 1970
	Ctime int64  // last change of content or attributes, nanoseconds; 0 where the system has none
	Inode uint64 // 0 where the system has none
	Mode  uint32 // type and permission bits as in st_mode
}

// The type bits of Stamp.Mode.
const (
	modeType    = 0o170000
	modeDir     = 0o040000
	modeRegular = 0o100000
	modeSymlink = 0o120000
)

func (s Stamp) regular() bool { return s.Mode&modeType == modeRegular }

// racyWindow is how coarse the clock of a file system may be: FAT counts in steps of 2 s.
const racyWindow = int64(2 * time.Second)

// racy tells a stamp that a later change may leave as it is: one that was set so shortly before
// now that the clock need not have moved on. The system sets ctime itself, so that a faked mtime
// does not matter; mtime counts only where there is no ctime.
func (s Stamp) racy(now int64) bool {
	changed := s.Ctime
	if changed == 0 {
		changed = s.Mtime
	}
	return changed >= now-racyWindow
}

// File is a regular file that the ignore rules leave in.
type File struct {
	Path  string // slash-separated, relative to the root
	Stamp Stamp
	Skip  source.Reason // SkipOversized, or empty for a file to be indexed
}

// Dir is a directory that was looked at.
type Dir struct {
	Path  string // "" is the root
	Stamp Stamp
	Skip  source.Reason // why nothing in it is taken: empty for an ordinary directory

	First, Count int // its files are Census.Files[First : First+Count]
	End          int // its subdirectories and theirs are Census.Dirs[i+1 : End]
	Skips        []Skip
	Ignored      []string // names left out by git's rules, a directory's with a final slash

	GitIgnore, OwnIgnore Stamp // of the ignore files in it

	repo    int    // index into Census.Repos
	forced  bool   // ignored by git's rules, but holds tracked files, and only those are taken
	kept    bool   // .gortexignore asks for it by a negated rule
	rescued bool   // holds an ignored file or directory that is taken because it is tracked
	link    bool   // the index has it as a submodule
	dotGit  dotGit // what its .git is
}

// dotGit tells the kinds of an entry named .git below the root.
type dotGit uint8

const (
	noGit    dotGit = iota
	validGit        // a repository, or a pointer to one
	bogusGit        // anything else; git takes no notice of it
)

// Skip is something left out, and why. What ignore rules leave out is not listed.
type Skip struct {
	Path   string // slash-separated, relative to the root; in Dir.Skips the name alone
	Reason source.Reason
}

// Input is a file outside the tree that governs the census.
type Input struct {
	Path  string // absolute
	Stamp Stamp
}

// Census is the state of a working tree at one time. It is immutable and may be shared.
type Census struct {
	Root   string // absolute, with symbolic links followed
	Time   int64  // when the census began, nanoseconds since 1970
	Files  []File // by directory in the order of Dirs, then by name
	Dirs   []Dir  // each followed by all that is below it; Dirs[0] is the root
	Repos  []Repo // the repository of the root, then submodules
	inputs []Input
	opts   Options
}

// Options bound a census. The zero value is the default.
type Options struct {
	// MaxFileSize is the size in bytes above which a file is left out as oversized; 0 is 4 MiB,
	// a negative value is no limit.
	MaxFileSize int64
	// GlobalIgnore is the path of the user's ignore file (core.excludesFile, or
	// $XDG_CONFIG_HOME/git/ignore); empty for none. See gitx.ExcludesFile.
	GlobalIgnore string
	// Workers is the number of goroutines that look at directories; 0 is one per processor,
	// 8 at most.
	Workers int
	// Own are directories, by absolute path, in which the program that asks keeps
	// its own files: where they lie in the tree they are no part of it.
	Own [3]string
}

// defaultMaxFileSize admits the largest files that people wrote: some tables of Go's standard
// library have more than 1 MiB.
const defaultMaxFileSize = 4 << 20

func (o Options) withDefaults(processors int) Options {
	if o.MaxFileSize == 0 {
		o.MaxFileSize = defaultMaxFileSize
	}
	if o.MaxFileSize < 0 {
		o.MaxFileSize = math.MaxInt64
	}
	if o.Workers <= 0 {
		o.Workers = min(processors, 8)
	}
	return o
}

// Skipped lists all that was left out for a reason of the tree, in the order of Dirs.
func (c *Census) Skipped() []Skip {
	var out []Skip
	for i := range c.Dirs {
		d := &c.Dirs[i]
		if d.Skip != "" {
			out = append(out, Skip{d.Path, d.Skip})
		}
		for _, s := range d.Skips {
			out = append(out, Skip{join(d.Path, s.Path), s.Reason})
		}
		for _, f := range c.Files[d.First : d.First+d.Count] {
			if f.Skip != "" {
				out = append(out, Skip{f.Path, f.Skip})
			}
		}
	}
	return out
}

// File finds a file by its path.
func (c *Census) File(path string) (File, bool) {
	dir, name := split(path)
	i, ok := c.dir(dir)
	if !ok {
		return File{}, false
	}
	d := &c.Dirs[i]
	files := c.Files[d.First : d.First+d.Count]
	k := sort.Search(len(files), func(k int) bool { return baseName(files[k].Path, d.Path) >= name })
	if k < len(files) && files[k].Path == path {
		return files[k], true
	}
	return File{}, false
}

// Dir finds a directory by its path; "" is the root.
func (c *Census) Dir(path string) (Dir, bool) {
	i, ok := c.dir(path)
	if !ok {
		return Dir{}, false
	}
	return c.Dirs[i], true
}

func (c *Census) dir(path string) (int, bool) {
	i := sort.Search(len(c.Dirs), func(i int) bool { return comparePaths(c.Dirs[i].Path, path) >= 0 })
	return i, i < len(c.Dirs) && c.Dirs[i].Path == path
}

// comparePaths orders paths so that what is below a directory follows it directly: the slash
// comes before every other byte.
func comparePaths(a, b string) int {
	for i := 0; i < len(a) && i < len(b); i++ {
		if a[i] == b[i] {
			continue
		}
		switch {
		case a[i] == '/':
			return -1
		case b[i] == '/':
			return 1
		case a[i] < b[i]:
			return -1
		}
		return 1
	}
	return len(a) - len(b)
}

// compareFiles is the order of Census.Files.
func compareFiles(a, b string) int {
	da, na := split(a)
	db, nb := split(b)
	if da != db {
		return comparePaths(da, db)
	}
	return strings.Compare(na, nb)
}

func split(path string) (dir, name string) {
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		return path[:i], path[i+1:]
	}
	return "", path
}

func join(dir, name string) string {
	if dir == "" {
		return name
	}
	return dir + "/" + name
}

func baseName(path, dir string) string {
	if dir == "" {
		return path
	}
	return path[len(dir)+1:]
}

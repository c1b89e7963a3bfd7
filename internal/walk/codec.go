package walk

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"

	"github.com/gortexhq/gortex/internal/source"
)

// The stored form of a census, all of it little-endian:
//
//	magic "GXCENSUS", format 1 byte, body, CRC-32C of all before 4 bytes
//
// In the body a number is a varint, a time 8 bytes, a string its length and its bytes, a list its
// length and its items, and a path is given by its last component where the parent is known.
const (
	censusMagic  = "GXCENSUS"
	censusFormat = 1
)

// The errors of Decode.
var (
	ErrFormat  = errors.New("census of another format version")
	ErrDamaged = errors.New("damaged census")
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// maxStoredPath bounds a path in a stored census, in bytes. No system opens a longer one.
const maxStoredPath = 1 << 14

// reasons gives each reason of the tree its number in the stored form: append only.
var reasons = [...]source.Reason{
	"", SkipSymlink, SkipSpecial, SkipOversized, SkipUnreadable, SkipNested, SkipDependency,
}

// The bits of a stored directory's flags; the two above them are its dotGit.
const (
	flagForced = 1 << iota
	flagKept
	flagRescued
	flagLink
	flagGitIgnore
	flagOwnIgnore
	dotGitShift = iota
)

// Encode gives the stored form.
func (c *Census) Encode() []byte {
	e := encoder{make([]byte, 0, 256+64*len(c.Dirs)+48*len(c.Files))}
	e.buf = append(append(e.buf, censusMagic...), censusFormat)
	e.string(c.Root)
	e.int(c.Time)
	e.int(c.opts.MaxFileSize)
	e.string(c.opts.GlobalIgnore)
	e.int(int64(c.opts.Workers))
	e.uint(uint64(len(c.inputs)))
	for _, in := range c.inputs {
		e.string(in.Path)
		e.stamp(in.Stamp)
	}
	e.uint(uint64(len(c.Repos)))
	for _, r := range c.Repos {
		e.string(r.At)
		e.string(r.Prefix)
		e.string(r.GitDir)
		e.string(r.CommonDir)
		e.bool(r.Detached)
		e.stamp(r.Index)
		e.stamp(r.Exclude)
	}
	e.uint(uint64(len(c.Files)))
	e.uint(uint64(len(c.Dirs)))
	for i := range c.Dirs {
		e.dir(c, i)
	}
	return binary.LittleEndian.AppendUint32(e.buf, crc32.Checksum(e.buf, castagnoli))
}

type encoder struct{ buf []byte }

func (e *encoder) uint(v uint64) { e.buf = binary.AppendUvarint(e.buf, v) }
func (e *encoder) int(v int64)   { e.buf = binary.AppendVarint(e.buf, v) }
func (e *encoder) string(s string) {
	e.uint(uint64(len(s)))
	e.buf = append(e.buf, s...)
}
func (e *encoder) bool(b bool) {
	if b {
		e.uint(1)
	} else {
		e.uint(0)
	}
}

func (e *encoder) stamp(s Stamp) {
	e.int(s.Size)
	e.buf = binary.LittleEndian.AppendUint64(e.buf, uint64(s.Mtime))
	e.int(s.Ctime - s.Mtime)
	e.uint(s.Inode)
	e.uint(uint64(s.Mode))
}

func (e *encoder) reason(r source.Reason) {
	for i := range reasons {
		if reasons[i] == r {
			e.buf = append(e.buf, byte(i))
			return
		}
	}
	e.buf = append(e.buf, 0)
}

// dir writes a directory: how many are below it, its name, and what is in it.
func (e *encoder) dir(c *Census, i int) {
	d := &c.Dirs[i]
	e.uint(uint64(d.End - i - 1))
	_, name := split(d.Path)
	e.string(name)
	flags := uint64(d.dotGit) << dotGitShift
	for bit, set := range []bool{d.forced, d.kept, d.rescued, d.link, d.GitIgnore != Stamp{}, d.OwnIgnore != Stamp{}} {
		if set {
			flags |= 1 << bit
		}
	}
	e.uint(flags)
	e.reason(d.Skip)
	e.uint(uint64(d.repo))
	e.stamp(d.Stamp)
	if d.GitIgnore != (Stamp{}) {
		e.stamp(d.GitIgnore)
	}
	if d.OwnIgnore != (Stamp{}) {
		e.stamp(d.OwnIgnore)
	}
	e.uint(uint64(len(d.Skips)))
	for _, s := range d.Skips {
		e.string(s.Path)
		e.reason(s.Reason)
	}
	e.uint(uint64(len(d.Ignored)))
	for _, name := range d.Ignored {
		e.string(name)
	}
	e.uint(uint64(d.Count))
	files := c.Files[d.First : d.First+d.Count]
	for i := range files {
		e.string(baseName(files[i].Path, d.Path))
	}
	for i := range files {
		e.stamp(files[i].Stamp)
		e.reason(files[i].Skip)
	}
}

// Decode reads what Encode wrote. It never trusts its input: the error is ErrFormat or
// ErrDamaged, and a census that is returned is whole.
func Decode(raw []byte) (*Census, error) {
	head := len(censusMagic) + 1
	if len(raw) < head+4 || string(raw[:len(censusMagic)]) != censusMagic {
		return nil, fmt.Errorf("%w: no header", ErrDamaged)
	}
	if v := raw[len(censusMagic)]; v != censusFormat {
		return nil, fmt.Errorf("%w: %d, want %d", ErrFormat, v, censusFormat)
	}
	body := raw[:len(raw)-4]
	if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(raw[len(body):]) {
		return nil, fmt.Errorf("%w: checksum differs", ErrDamaged)
	}
	d := decoder{text: string(body[head:]), raw: body[head:]}
	c := d.census()
	if d.bad || d.at != len(d.raw) {
		return nil, fmt.Errorf("%w: at byte %d", ErrDamaged, head+d.at)
	}
	return c, nil
}

// decoder reads on after an error, yielding zeros, so that only the end need be checked.
type decoder struct {
	raw  []byte
	text string // raw as a string: what is cut from it needs no copy
	at   int
	bad  bool

	arena []byte // the paths of all files, one after the other
	ends  []int  // where each ends
}

func (d *decoder) fail() { d.bad, d.at = true, len(d.raw) }

func (d *decoder) uint() uint64 {
	v, n := binary.Uvarint(d.raw[d.at:])
	if n <= 0 {
		d.fail()
		return 0
	}
	d.at += n
	return v
}

func (d *decoder) int() int64 {
	v, n := binary.Varint(d.raw[d.at:])
	if n <= 0 {
		d.fail()
		return 0
	}
	d.at += n
	return v
}

func (d *decoder) byte() byte {
	if d.at >= len(d.raw) {
		d.fail()
		return 0
	}
	d.at++
	return d.raw[d.at-1]
}

// len reads the length of a list whose items take at least size bytes each.
func (d *decoder) len(size int) int {
	n := d.uint()
	if n > uint64((len(d.raw)-d.at)/size) {
		d.fail()
		return 0
	}
	return int(n)
}

func (d *decoder) string() string {
	n := d.len(1)
	d.at += n
	return d.text[d.at-n : d.at]
}

func (d *decoder) stamp() Stamp {
	s := Stamp{Size: d.int()}
	if len(d.raw)-d.at < 8 {
		d.fail()
		return s
	}
	s.Mtime = int64(binary.LittleEndian.Uint64(d.raw[d.at:]))
	d.at += 8
	s.Ctime = s.Mtime + d.int()
	s.Inode = d.uint()
	mode := d.uint()
	if s.Mode = uint32(mode); uint64(s.Mode) != mode {
		d.fail()
	}
	return s
}

func (d *decoder) reason() source.Reason {
	i := d.byte()
	if int(i) >= len(reasons) {
		d.fail()
		return ""
	}
	return reasons[i]
}

func (d *decoder) census() *Census {
	c := &Census{Root: d.string(), Time: d.int()}
	c.opts = Options{MaxFileSize: d.int(), GlobalIgnore: d.string(), Workers: int(d.int())}
	for range d.len(13) {
		c.inputs = append(c.inputs, Input{d.string(), d.stamp()})
	}
	for range d.len(29) {
		r := Repo{At: d.string(), Prefix: d.string(), GitDir: d.string(), CommonDir: d.string(), Detached: d.uint() != 0}
		r.Index, r.Exclude = d.stamp(), d.stamp()
		c.Repos = append(c.Repos, r)
	}
	files := d.len(14)
	c.Files, d.ends = make([]File, 0, files), make([]int, 0, files)
	n := d.len(20)
	c.Dirs = make([]Dir, n)
	// The first directory is the root, and each lies inside the one that is open.
	var open []int
	for i := range c.Dirs {
		for len(open) > 0 && c.Dirs[open[len(open)-1]].End <= i {
			open = open[:len(open)-1]
		}
		parent, limit := -1, n
		if len(open) > 0 {
			parent = open[len(open)-1]
			limit = c.Dirs[parent].End
		}
		if d.dir(c, i, parent, limit); d.bad {
			return c
		}
		open = append(open, i)
	}
	if len(c.Files) != files || n == 0 {
		d.fail()
		return c
	}
	d.name(c.Files)
	return c
}

func (d *decoder) dir(c *Census, i, parent, limit int) {
	dir := &c.Dirs[i]
	below := d.uint()
	name := d.string()
	if below >= uint64(limit-i) || (parent < 0) != (i == 0) || i == 0 && int(below) != len(c.Dirs)-1 || (i == 0) != (name == "") || strings.IndexByte(name, '/') >= 0 {
		d.fail()
		return
	}
	dir.End = i + 1 + int(below)
	if i > 0 {
		dir.Path = join(c.Dirs[parent].Path, name)
	}
	flags := d.uint()
	dir.forced, dir.kept = flags&flagForced != 0, flags&flagKept != 0
	dir.rescued, dir.link = flags&flagRescued != 0, flags&flagLink != 0
	dir.dotGit = dotGit(flags >> dotGitShift)
	dir.Skip = d.reason()
	repo := d.uint()
	dir.repo, dir.First = int(repo), len(c.Files)
	dir.Stamp = d.stamp()
	if flags&flagGitIgnore != 0 {
		dir.GitIgnore = d.stamp()
	}
	if flags&flagOwnIgnore != 0 {
		dir.OwnIgnore = d.stamp()
	}
	if flags>>dotGitShift > uint64(bogusGit) || repo >= uint64(len(c.Repos)) || len(dir.Path) > maxStoredPath {
		d.fail()
		return
	}
	for range d.len(2) {
		dir.Skips = append(dir.Skips, Skip{d.string(), d.reason()})
	}
	for range d.len(1) {
		dir.Ignored = append(dir.Ignored, d.string())
	}
	dir.Count = d.len(14)
	d.files(c, dir)
}

// files reads the files of a directory: all names, then all stamps.
func (d *decoder) files(c *Census, dir *Dir) {
	prefix := ""
	if dir.Path != "" {
		prefix = dir.Path + "/"
	}
	for range dir.Count {
		d.arena = append(append(d.arena, prefix...), d.string()...)
		d.ends = append(d.ends, len(d.arena))
	}
	if d.bad || len(c.Files)+dir.Count > cap(c.Files) {
		d.fail()
		return
	}
	for range dir.Count {
		c.Files = append(c.Files, File{Stamp: d.stamp(), Skip: d.reason()})
	}
}

// name gives the files their paths, which share one string.
func (d *decoder) name(files []File) {
	arena, from := string(d.arena), 0
	for i := range files {
		files[i].Path = arena[from:d.ends[i]]
		from = d.ends[i]
	}
}

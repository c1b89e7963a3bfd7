package index

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/gortexhq/gortex/internal/graph"
	"github.com/gortexhq/gortex/internal/source"
	"github.com/gortexhq/gortex/internal/store"
	"github.com/gortexhq/gortex/internal/walk"
)

// scanned is what one reading of a file's bytes gave.
type scanned struct {
	file graph.File
	skip source.Reason // why it is left out, empty if it is not
	sums []uint32      // of its lines, where it may have symbols
}

// scan reads files, two or more at a time: hash, lines, class. visit is called
// by the worker that read the file, with the index of its path; the bytes are
// gone afterwards.
func scan(ctx context.Context, o Options, paths []string, visit func(worker, i int, raw []byte)) ([]scanned, error) {
	out := make([]scanned, len(paths))
	var next atomic.Int64
	var wg sync.WaitGroup
	for worker := range max(1, o.Workers) {
		wg.Go(func() {
			var buf []byte
			for {
				i := int(next.Add(1)) - 1
				if i >= len(paths) || ctx.Err() != nil {
					return
				}
				var raw []byte
				var err error
				raw, buf, err = readInto(filepath.Join(o.Root, filepath.FromSlash(paths[i])), buf)
				out[i] = describe(o, paths[i], raw, err)
				if out[i].skip == "" && visit != nil {
					visit(worker, i, raw)
				}
				if o.Progress != nil && i%256 == 0 {
					o.Progress("scan", i, len(paths))
				}
			}
		})
	}
	wg.Wait()
	return out, ctx.Err()
}

func describe(o Options, path string, raw []byte, err error) scanned {
	s := scanned{file: graph.File{Path: path}}
	if err != nil {
		s.skip = walk.SkipUnreadable
		return s
	}
	class := source.Classify(path, raw)
	s.skip = class.Skip
	if s.skip != "" {
		return s
	}
	s.file.Language = o.LanguageOf(path)
	s.file.Hash = source.Sum(raw)
	s.file.Size = uint32(len(raw))
	s.file.Lines = lines(raw)
	if s.file.Language != "" {
		s.sums = lineSums(raw, s.file.Lines)
	}
	if class.Generated {
		s.file.Flags |= graph.FileGenerated
	}
	return s
}

// lines counts as editors do: a last line without an end is one too.
func lines(raw []byte) uint32 {
	n := bytes.Count(raw, []byte{'\n'})
	if len(raw) > 0 && raw[len(raw)-1] != '\n' {
		n++
	}
	return uint32(n)
}

// readInto reads a whole file into buf, which grows as needed.
func readInto(path string, buf []byte) (raw, grown []byte, err error) {
	f, info, err := source.Open(path)
	if err != nil {
		return nil, buf, err
	}
	defer f.Close()
	if size := int(info.Size()) + 1; cap(buf) < size {
		buf = make([]byte, size+size/4)
	}
	b := buf[:0]
	for {
		if len(b) == cap(b) {
			b = append(b, 0)[:len(b)]
		}
		n, err := f.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		if n == 0 || err != nil {
			if err != nil && !errors.Is(err, io.EOF) {
				return nil, b[:0:cap(b)], err
			}
			return b, b[:0:cap(b)], nil
		}
	}
}

func skippedList(tree []walk.Skip, files []scanned) []store.Skipped {
	var out []store.Skipped
	for _, s := range tree {
		out = append(out, store.Skipped{Path: s.Path, Reason: string(s.Reason)})
	}
	for i := range files {
		if files[i].skip != "" {
			out = append(out, store.Skipped{Path: files[i].file.Path, Reason: string(files[i].skip)})
		}
	}
	return out
}

func sortSkipped(list []store.Skipped) []store.Skipped {
	slices.SortFunc(list, func(a, b store.Skipped) int { return strings.Compare(a.Path, b.Path) })
	return list
}

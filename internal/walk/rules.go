package walk

import "strings"

// verdict is what a set of ignore rules says about one path.
type verdict uint8

const (
	silent  verdict = iota // no rule matches
	include                // the last rule that matches is negated
	exclude                // the last rule that matches is not
)

// frame is the rules of one ignore file and, through up, of those it overrides. The nil frame
// has no rules. Frames are immutable and shared by the goroutines of a walk.
type frame struct {
	up       *frame
	cut      int // bytes of a full path to drop to make it relative to the file's directory
	patterns []pattern
}

// push adds the rules of a file in the directory at full, a full path without a final slash.
func (f *frame) push(full string, patterns []pattern) *frame {
	if len(patterns) == 0 {
		return f
	}
	cut := 0
	if full != "" {
		cut = len(full) + 1
	}
	return &frame{up: f, cut: cut, patterns: patterns}
}

// judge finds the rule that decides about full: the last that matches in the nearest file.
func (f *frame) judge(full string, isDir bool) verdict {
	base := full[strings.LastIndexByte(full, '/')+1:]
	for ; f != nil; f = f.up {
		rel := full[f.cut:]
		for i := len(f.patterns) - 1; i >= 0; i-- {
			p := &f.patterns[i]
			if !p.match(rel, base, isDir) {
				continue
			}
			if p.negative {
				return include
			}
			return exclude
		}
	}
	return silent
}

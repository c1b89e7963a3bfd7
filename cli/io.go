package cli

import (
	"io"
	"os"

	"golang.org/x/term"
)

// IO is where a command reads and writes. Only payloads go to Out; everything
// for people goes to Err. The zero value of the other fields is a pipe.
type IO struct {
	In       io.Reader
	Out, Err io.Writer
	InTTY    bool       // In is a terminal
	OutTTY   bool       // Out is a terminal
	ErrTTY   bool       // Err is a terminal
	Width    func() int // columns of the terminal; nil: 80
	// Waiting reports whether In, not a terminal, has something to read right
	// now; nil: nobody knows.
	Waiting func() bool
}

// System is the IO of this process. It asks the operating system what the
// streams are and never the terminal itself, which may be slow to answer.
func System() IO {
	return IO{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		InTTY:   term.IsTerminal(int(os.Stdin.Fd())),
		OutTTY:  term.IsTerminal(int(os.Stdout.Fd())),
		ErrTTY:  term.IsTerminal(int(os.Stderr.Fd())),
		Waiting: func() bool { return waiting(os.Stdin) },
		Width: func() int {
			for _, f := range []*os.File{os.Stderr, os.Stdout} {
				if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
					return w
				}
			}
			return 80
		},
	}
}

func (o IO) width() int {
	if o.Width == nil {
		return 80
	}
	return o.Width()
}

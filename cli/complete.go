package cli

import (
	"context"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/install"
)

// Candidate is one word that a shell may offer.
type Candidate struct {
	Word  string
	About string // what it means, in a few words
	Open  bool   // more has to follow, so that no space does
}

// Stored completes words from the indexes that are there, as they are. It
// brings nothing up to date, waits for nobody and writes nothing; what cannot
// be read has nothing to offer. Each method lists at most most candidates.
type Stored interface {
	Symbols(typed string, most int) []Candidate
	Files(typed string, most int) []Candidate
	Repositories() []Candidate
	Sessions() []Candidate
}

// mostCandidates is how many names out of an index are offered at once.
const mostCandidates = 50

// completing reports whether a command line is a shell's question.
func completing(args []string) bool {
	return len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd)
}

// complete answers a shell. Whatever goes wrong, there is nothing to offer, and
// nobody to tell: a line on the screen would stand in what is being typed.
func (a *App) complete(ctx context.Context, root *cobra.Command) int {
	defer func() { _ = recover() }()
	// The library says on the stream of the process what it cannot complete.
	if null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0); err == nil {
		defer func(stderr *os.File) { os.Stderr = stderr; null.Close() }(os.Stderr)
		os.Stderr = null
	}
	root.SetErr(io.Discard)
	a.Err, a.flags.quiet = io.Discard, true
	_ = root.ExecuteContext(ctx) // as above
	return op.ExitDone
}

// stored opens the indexes of the repository that is meant, "" for where the
// command stands.
func (a *App) stored(repo string) Stored {
	if a.Stored == nil {
		return noIndex{}
	}
	s := a.Stored(Setup{Dir: a.dir(), Stored: true}, repo)
	if s == nil {
		return noIndex{}
	}
	return s
}

// noIndex is Stored where nothing can be read.
type noIndex struct{}

func (noIndex) Symbols(string, int) []Candidate { return nil }
func (noIndex) Files(string, int) []Candidate   { return nil }
func (noIndex) Repositories() []Candidate       { return nil }
func (noIndex) Sessions() []Candidate           { return nil }

// offer gives candidates to the shell in the order they have; each Word has
// before put in front.
func offer(before string, list []Candidate) ([]string, cobra.ShellCompDirective) {
	directive := cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	var words []string
	for _, c := range list {
		if strings.ContainsAny(c.Word, "\t\n\r") {
			continue // a shell would take what follows for something else
		}
		if c.Open {
			directive |= cobra.ShellCompDirectiveNoSpace
		}
		words = append(words, cobra.CompletionWithDesc(before+c.Word, firstLine(c.About)))
	}
	return words, directive
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return strings.ReplaceAll(line, "\t", " ")
}

// beginning are the candidates that begin as typed.
func beginning(typed string, list []Candidate) (some []Candidate) {
	for _, c := range list {
		if strings.HasPrefix(c.Word, typed) {
			some = append(some, c)
		}
	}
	return some
}

// completion is what completes an argument or the value of a flag.
type completion = func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective)

// oneOf completes a value that is one of a few words.
func oneOf(words ...string) completion {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		var list []Candidate
		for _, w := range words {
			list = append(list, Candidate{Word: w})
		}
		return offer("", beginning(typed, list))
	}
}

// listOf completes a value that is a list of words with commas between them.
func listOf(words func() []Candidate) completion {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		last := strings.LastIndexByte(typed, ',') + 1
		given := strings.Split(typed[:last], ",")
		list := slices.DeleteFunc(beginning(typed[last:], words()), func(c Candidate) bool { return slices.Contains(given, c.Word) })
		return offer(typed[:last], list)
	}
}

// named are words that need no description.
func named[W ~string](words []W) func() []Candidate {
	return func() (list []Candidate) {
		for _, w := range words {
			list = append(list, Candidate{Word: string(w)})
		}
		return list
	}
}

// assistants are the names of all assistants.
func (a *App) assistants() (list []Candidate) {
	if a.Install == nil {
		return nil
	}
	e, err := a.Install()
	if err != nil {
		return nil
	}
	for _, h := range e.Hosts {
		list = append(list, Candidate{Word: h.Name, About: h.Title})
	}
	return list
}

// directories completes the first argument as a directory, or as one of what
// more offers.
func directories(more func() []Candidate) completion {
	return func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		if more != nil {
			if list := beginning(typed, more()); len(list) > 0 {
				return offer("", list)
			}
		}
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
}

// completions says how the arguments and flags of all commands are completed.
func (a *App) completions(root *cobra.Command) {
	for _, cmd := range append(root.Commands(), root) {
		switch cmd.Name() {
		case "track", "index":
			cmd.ValidArgsFunction = directories(nil)
		case "untrack":
			cmd.ValidArgsFunction = directories(func() []Candidate { return a.stored("").Repositories() })
		}
		if cmd.ValidArgsFunction == nil && !cmd.HasSubCommands() {
			cmd.ValidArgsFunction = cobra.NoFileCompletions
		}
	}
	flagValue(root, "directory", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveFilterDirs
	})
	for _, cmd := range root.Commands() {
		for name, words := range map[string]func() []Candidate{
			"agents": a.assistants, "agents-skip": a.assistants, "request": named(install.Requests()), "without": named(install.Parts()),
		} {
			if cmd.Flags().Lookup(name) != nil {
				flagValue(cmd, name, listOf(words))
			}
		}
	}
	flagValue(root, "color", oneOf("auto", "always", "never"))
}

// flagValue says how the value of a flag is completed.
func flagValue(cmd *cobra.Command, name string, how completion) {
	if err := cmd.RegisterFlagCompletionFunc(name, how); err != nil {
		panic(err) // there is no such flag: a mistake in the program
	}
}

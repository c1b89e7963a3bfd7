package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/install"
)

// asks reports whether there is a person who can be asked.
func (a *App) asks() bool { return a.InTTY && a.ErrTTY && a.OutTTY && !a.asJSON }

// answer reads one line of an answer, in lower case.
func (a *App) answer(text string) (string, error) {
	fmt.Fprint(a.Err, text)
	var line []byte
	for one := make([]byte, 1); ; { // no more than the line: the next question reads on
		n, err := a.In.Read(one)
		if n > 0 && one[0] == '\n' {
			return strings.ToLower(strings.TrimSpace(string(line))), nil
		}
		line = append(line, one[:n]...)
		if err != nil {
			fmt.Fprintln(a.Err)
			return "", op.Errorf(op.CodeCancelled, "there was no answer; nothing was changed")
		}
	}
}

// choose lets a person change which assistants are meant. Those that were found
// are marked to begin with; one without files in the scope is not offered.
func (a *App) choose(e *install.Engine, found []install.Host, scope install.Scope) ([]install.Host, error) {
	var hosts []install.Host
	for _, h := range e.Hosts {
		for _, f := range h.Files {
			if f.Scope == scope {
				hosts = append(hosts, h)
				break
			}
		}
	}
	marked := map[string]bool{}
	for _, h := range found {
		marked[h.Name] = true
	}
	fmt.Fprintln(a.Err, "Coding assistants; those marked * were found on this machine:")
	for i, h := range hosts {
		mark := " "
		if marked[h.Name] {
			mark = "*"
		}
		fmt.Fprintf(a.Err, "%3d %s %s\n", i+1, mark, h.Title)
	}
	for {
		answer, err := a.answer("Enter takes the marked ones; or numbers such as 1 4 5, all, or q to leave: ")
		if err != nil {
			return nil, err
		}
		switch answer {
		case "":
			return found, nil
		case "q", "quit":
			return nil, op.Errorf(op.CodeCancelled, "nothing was changed")
		case "all":
			return hosts, nil
		}
		chosen, err := numbered(hosts, answer)
		if err == nil {
			return chosen, nil
		}
		a.note("%v", err)
	}
}

// numbered are the assistants whose numbers, from 1, or names are in a line.
func numbered(all []install.Host, line string) (chosen []install.Host, err error) {
	words := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' })
	wanted := make([]bool, len(all))
	for _, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil {
			n = 1 + slices.IndexFunc(all, func(h install.Host) bool { return h.Name == word })
		}
		if n < 1 || n > len(all) {
			return nil, fmt.Errorf("there is no number %s; want 1 to %d", word, len(all))
		}
		wanted[n-1] = true
	}
	for i, h := range all {
		if wanted[i] {
			chosen = append(chosen, h)
		}
	}
	return chosen, nil
}

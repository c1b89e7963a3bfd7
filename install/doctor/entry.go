package doctor

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/hostadapters/edit"
)

// entry is a server as the file of a host has it.
type entry struct {
	words []string
	shown []string // words, with what may be secret masked
	env   []string // NAME=VALUE
	off   bool
}

// entryOf reads the entry of a server in any of the forms that hosts take.
func entryOf(value any, get func(string) string) entry {
	var e entry
	o, _ := value.(edit.Object)
	e.read(o, get)
	e.shown = masked(e.words) // as written: the values of variables are not shown
	for i, w := range e.words {
		e.words[i] = expand(w, get)
	}
	for i, v := range e.env {
		e.env[i] = expand(v, get)
	}
	slices.Sort(e.env)
	return e
}

func (e *entry) read(o edit.Object, get func(string) string) {
	for _, key := range []string{"transport", "command"} {
		if inner, _ := o.Get(key); inner != nil {
			if inner, ok := inner.(edit.Object); ok {
				e.read(inner, get)
			}
		}
	}
	for _, key := range []string{"command", "cmd", "path", "args"} {
		v, _ := o.Get(key)
		switch v := v.(type) {
		case string:
			e.words = append(e.words, v)
		case []any:
			for _, w := range v {
				e.words = append(e.words, fmt.Sprint(w))
			}
		}
	}
	for _, key := range []string{"env", "envs", "environment"} {
		v, _ := o.Get(key)
		set, _ := v.(edit.Object)
		for _, m := range set {
			e.env = append(e.env, m.Key+"="+fmt.Sprint(m.Value))
		}
	}
	passed, _ := o.Get("env_vars")
	list, _ := passed.([]any)
	for _, name := range list {
		if name, ok := name.(string); ok && get(name) != "" {
			e.env = append(e.env, name+"="+get(name))
		}
	}
	enabled, has := o.Get("enabled")
	disabled, _ := o.Get("disabled")
	e.off = e.off || has && enabled == false || disabled == true
}

// names are the variables that the entry sets, without their values.
func (e *entry) names() (names []string) {
	for _, v := range e.env {
		name, _, _ := strings.Cut(v, "=")
		names = append(names, name)
	}
	return names
}

var variable = regexp.MustCompile(`\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}`)

// expand puts the values of variables in, as most hosts do. What is not set and
// has no default stays.
func expand(text string, get func(string) string) string {
	return variable.ReplaceAllStringFunc(text, func(whole string) string {
		m := variable.FindStringSubmatch(whole)
		switch v := get(m[1]); {
		case v != "":
			return v
		case strings.Contains(whole, ":-"):
			return m[2]
		}
		return whole
	})
}

var secretFlag = regexp.MustCompile(`(?i)^--?[a-z-]*(token|key|secret|password|auth|credential)[a-z-]*$`)

// mask is what stands in place of what may be secret.
const mask = "***"

// masked are the words of a command without what may be secret in them: values
// that are set with an equals sign, what follows a flag that speaks of a secret,
// and what stands before the host of an address.
func masked(words []string) []string {
	out := slices.Clone(words)
	for i := 1; i < len(out); i++ {
		name, _, set := strings.Cut(out[i], "=")
		switch {
		case secretFlag.MatchString(words[i-1]):
			out[i] = mask
		case set:
			out[i] = name + "=" + mask
		case strings.Contains(out[i], "://"):
			out[i] = mask
		}
	}
	return out
}

// mostFile is how large a file may be that is read, in bytes.
const mostFile = 20 << 20

// readFile is the text of a regular file, nil where there is none.
func readFile(path string) []byte {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > mostFile {
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return text
}

package docgen

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// change is a place where the script of the library falls short.
type change struct{ from, to string }

// flagsEnd is how the scripts find out where a flag ends and its value begins.
// Values have signs of equality too, and belong to what is completed.
const flagsEnd = `-[^=]*=`

// Completions are the scripts by which shells complete commands, by file name.
// They come from the library and ask the program what to offer, so that nothing
// of the commands but the name of the program is in them. Error: the library
// writes another script than the one the changes are for.
func Completions() (map[string][]byte, error) {
	root := &cobra.Command{Use: "gortex"}
	scripts := map[string][]byte{}
	for _, s := range []struct {
		file    string
		write   func(*bytes.Buffer) error
		changes []change
	}{
		{"gortex.bash", func(b *bytes.Buffer) error { return root.GenBashCompletionV2(b, true) }, bash},
		{"_gortex", func(b *bytes.Buffer) error { return root.GenZshCompletion(b) }, zsh},
		{"gortex.fish", func(b *bytes.Buffer) error { return root.GenFishCompletion(b, true) }, fish},
		{"gortex.ps1", func(b *bytes.Buffer) error { return root.GenPowerShellCompletionWithDesc(b) }, nil},
	} {
		var b bytes.Buffer
		if err := s.write(&b); err != nil {
			return nil, err
		}
		text := b.String()
		for _, c := range s.changes {
			if strings.Count(text, c.from) != 1 {
				return nil, fmt.Errorf("%s: the library does not write %q once any more", s.file, c.from)
			}
			text = strings.Replace(text, c.from, c.to, 1)
		}
		scripts[s.file] = []byte(text)
	}
	return scripts, nil
}

var zsh = []change{
	{`_gortex()
{
`, acts + `
_gortex()
{
`},
	{`    # Use eval to handle`, untouched("return 1") + `    # Use eval to handle`},
	{`=~ '-.*='`, `=~ '^` + flagsEnd + `'`},
	// A word with an open quote is given as what is in the quote so far.
	{`    words=("${=words[1,CURRENT]}")
`, `    if [[ -n "${compstate[quote]}" ]]; then
        words[CURRENT]=${(q)PREFIX}
    fi
    words=("${=words[1,CURRENT]}")
`},
}

var fish = []change{
	{`-- '-.*='`, `-- '^` + flagsEnd + `'`},
	// Words are asked about as they are meant, and not as they are typed.
	{`function __gortex_perform_completion
`, fishToken + `
function __gortex_perform_completion
`},
	{`set -l args (commandline -opc)`, `set -l args (string escape -- (commandline -opc))`},
	{`set -l lastArg (string escape -- (commandline -ct))`, `set -l lastArg (string escape -- (__gortex_token))`},
	{`set -l prefix (commandline -t | string escape --style=regex)`, `set -l prefix (__gortex_token | string escape --style=regex)`},
}

const fishToken = `# The word before the cursor without escapes; a quote that is open is closed.
function __gortex_token
    set -l token (commandline -ct)
    for close in "" "'" '"'
        set -l plain (string unescape -- "$token$close")
        if test (count $plain) -gt 0
            echo -- $plain
            return
        end
    end
    echo -- $token
end
`

// bash splits words at signs that symbols and fields have, and leaves quotes in
// the word that is completed.
var bash = []change{
	// Without the package bash-completion there is nobody to put words together.
	{`    _get_comp_words_by_ref "$@" cur prev words cword
`, `    if declare -F _get_comp_words_by_ref >/dev/null 2>&1; then
        _get_comp_words_by_ref "$@" cur prev words cword
    else
        __gortex_words
    fi
`},
	{`# This function calls the gortex program`, bashWords + "\n" + acts + `
# This function calls the gortex program`},
	{`    requestComp="${words[0]} __complete ${args[*]}"
`, `    # A word with an open quote is given as what is in the quote so far.
    quote=""
    if [[ ${cur} == [\'\"]* ]]; then
        quote=${cur:0:1}
        cur=${cur:1}
        args[${#args[@]}-1]=$(printf "%q" "${cur}")
    fi
    requestComp="${words[0]} __complete ${args[*]}"
`},
	{`    if [[ -z ${cur} && ${lastChar} != = ]]; then`, `    if [[ -z ${cur} && -z ${quote} && ${lastChar} != = ]]; then`},
	{`    # Use eval to handle`, untouched("directive=1; return") + `    # Use eval to handle`},
	{`    local out directive
`, `    local out directive quote
`},
	{`    if [[ "$comp" == *${char}* && "$COMP_WORDBREAKS" == *${char}* ]]; then`,
		`    if [[ -z $quote && "$comp" == *${char}* && "$COMP_WORDBREAKS" == *${char}* ]]; then`},
	// Of both signs the last one counts: only what follows it is replaced.
	{`    __gortex_handle_special_char "$cur" :
    __gortex_handle_special_char "$cur" =
`, `    if [[ "$COMP_WORDBREAKS" == *=* && "${cur##*:}" == *=* ]]; then
        __gortex_handle_special_char "$cur" =
    else
        __gortex_handle_special_char "$cur" :
    fi
`},
	{`            __gortex_debug "Listing directories in ."
            _filedir -d
`, `            __gortex_debug "Listing directories in ."
            __gortex_directories
`},
	// What stands in quotes is not escaped, and commas of lists never are.
	{`        printf -v comp "%q" "${compline%%$tab*}" &>/dev/null || comp=$(printf "%q" "${compline%%$tab*}")
`, `        printf -v comp "%q" "${compline%%$tab*}" &>/dev/null || comp=$(printf "%q" "${compline%%$tab*}")
        comp=${comp//\\,/,}
        [[ -z $quote ]] || comp=${compline%%$tab*}
`},
	{`        COMPREPLY[0]=$(printf "%q" "${COMPREPLY[0]%%$tab*}")
`, `        COMPREPLY[0]=${COMPREPLY[0]%%$tab*}
        [[ -n $quote ]] || { COMPREPLY[0]=$(printf "%q" "${COMPREPLY[0]}"); COMPREPLY[0]=${COMPREPLY[0]//\\,/,}; }
`},
	{`    # Short circuit to optimize if we don't have descriptions
    if [[ "${completions[*]}" != *$tab* ]]; then`, `    # Short circuit to optimize if we don't have descriptions
    if [[ -z $quote && "${completions[*]}" != *[$tab,]* ]]; then`},
}

// untouched keeps a line from the shell that would do something.
func untouched(leave string) string {
	return `    if __gortex_acts "${requestComp}"; then
        ` + leave + `
    fi
`
}

// acts is for bash and zsh, which read the words a second time.
const acts = "# Reports whether the shell would run or write something as it reads a line.\n" +
	"__gortex_acts()\n" + `{
    local rest=$1 quote="" plain sign newline=$'\n'
    while :; do
        if [[ ${quote} == "'" ]]; then
            [[ ${rest} == *"'"* ]] || return 1
            rest=${rest#*"'"}
            quote=""
        fi
        plain=${rest%%[\\\'\"\` + "`" + `\$\<\>\;\&\|\(\)${newline}]*}
        [[ ${#plain} -lt ${#rest} ]] || return 1
        rest=${rest:${#plain}}
        sign=${rest:0:1}
        rest=${rest:1}
        case "${sign}" in
            \\) rest=${rest:1} ;;
            "'") [[ -n ${quote} ]] || quote="'" ;;
            '"') if [[ -n ${quote} ]]; then quote=""; else quote='"'; fi ;;
            '` + "`" + `') return 0 ;;
            '$') [[ ${rest} != [\(\[\']* ]] || return 0 ;;
            *) [[ -n ${quote} ]] || return 0 ;;
        esac
    done
}
`

const bashWords = `# Puts the words together that bash splits at = and : and counts them up to the
# cursor: what has no space before it goes on with the word before.
__gortex_words()
{
    local line=${COMP_LINE:0:COMP_POINT} word i
    words=()
    for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ ${#words[@]} -gt 0 && -n ${line} && ${line} != [[:space:]]* ]]; then
            words[${#words[@]}-1]+=${line:0:${#word}}
        else
            line=${line#"${line%%[![:space:]]*}"}
            words+=("${line:0:${#word}}")
        fi
        line=${line:${#word}}
    done
    cword=$((${#words[@]} - 1))
    cur=${words[cword]}
    prev=""
    ((cword == 0)) || prev=${words[cword-1]}
}

# Completes a directory, without the package bash-completion too.
__gortex_directories()
{
    if declare -F _filedir >/dev/null 2>&1; then
        _filedir -d
        return
    fi
    compopt -o filenames 2>/dev/null
    local IFS=$'\n'
    COMPREPLY=($(compgen -d -- "${cur//\\/}"))
}
`

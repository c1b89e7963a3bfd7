package surface

import (
	"slices"
	"strings"
)

// InstructionProfile is a way to introduce the server to a client: a text, and with some
// the tools that it is about.
type InstructionProfile struct {
	Name   string `json:"name"`
	About  string `json:"description"`
	Preset string `json:"preset,omitempty"` // "": profiles decide nothing about the tools
	Body   string `json:"body"`             // for the initialize result
}

// InstructionProfiles are the profiles that a user can switch between. The
// first is active until one does.
func InstructionProfiles() []InstructionProfile {
	return []InstructionProfile{
		{"core", "The public tools for clients that give their name; decides nothing about the tools.", "", PublicInstructions},
		{"localization", "Where is the code that does X: a few tools that search, trace and read.", "localization", localizationInstructions()},
		{"full", "Every flat tool.", "full", flatInstructions(func(string) bool { return true }, true)},
	}
}

// Instructions introduce the server to a client that sees this surface. They
// name no tool of another kind than those it sees.
func (s *Surface) Instructions() string {
	switch {
	case s.public:
		return PublicInstructions
	case s.Preset == localization:
		return localizationInstructions()
	}
	return flatInstructions(func(word string) bool { return s.catalog.byName[word] == nil || s.Check(word) == nil }, s.Changes())
}

const localization = "localization"

// localizationInstructions list the tools of the preset, so that the text and
// the tools are of one mind.
func localizationInstructions() string {
	return "Gortex finds where the code is that does something: symbols, their callers and usages, their source. " +
		"Its answers are exact and small; prefer them to reading files and to grep.\n\nThe tools: " +
		strings.Join(strings.Fields(PresetNamed(localization).Tools), ", ") +
		". Begin with explore, given the task in plain words. A symbol is an id (path::Type.Method) or a name that is unique; otherwise the error lists candidates.\n\n" +
		"These tools change nothing. Others are found with tools_search {\"query\":\"words\"}.\n\n" + listsAndErrors
}

const listsAndErrors = `Lists end in next_cursor when there is more: repeat the call with cursor. An error has error_code, message and data, which says what would have been right. index_warming means the first indexing is under way: try again shortly.`

// PublicInstructions introduce the public tools. They say what the schemas cannot: what to call first and how a
// target is written.
const PublicInstructions = `Gortex knows the code of this repository: definitions, references, calls, types. Its answers are exact and small; prefer them to reading files and to grep.

Where to begin:
- search {"query":"..."} finds symbols by name or words; {"operation":"text"} finds lines, {"operation":"files"} files.
- read {"target":{"symbol":"Server.Start"}} gives one symbol's source; {"target":{"file":"a/b.go"}} a file or a part of it.
- relations {"operation":"callers","target":{"symbol":"..."}} (usages, dependencies, implementations, hierarchy, ...) answers who uses what.
- explore {"operation":"task", ...} gathers what a task needs in one call.

A target has exactly one selector: file, symbol, symbols, query, artifact or repo. A symbol is an id (path::Type.Method) or a name that is unique; otherwise the error lists candidates. Where operation is left out, the target chooses it.

capabilities {} lists the tools; {"domain":"read"} its operations; {"domain":"read","operation":"file","detail":"schema"} the exact fields with a request to copy.

Lists end in next_cursor when there is more: repeat the call with output.cursor. output also takes limit, fields, max_tokens. An error has error_code, message and data, which says what would have been right. index_warming means the first indexing is under way: data says how far; try again shortly.`

// flatHints say what to call first, a line for each of a few flat tools.
const flatHints = `search_symbols finds symbols by name or words.
get_symbol_source gives the source of one symbol.
read_file reads a file or a part of it.
find_usages and get_callers answer who uses what.
explore gathers what a task needs in one call.`

// flatInstructions introduce flat tools; a hint is left out where callable says
// no of a tool that it names.
func flatInstructions(callable func(word string) bool, deferred bool) string {
	text := "Gortex knows the code of this repository: definitions, references, calls, types. " +
		"Its answers are exact and small; prefer them to reading files and to grep.\n\n"
	for hint := range strings.Lines(flatHints) {
		if !slices.ContainsFunc(strings.Fields(hint), func(word string) bool { return !callable(word) }) {
			text += "- " + strings.TrimSuffix(hint, "\n") + "\n"
		}
	}
	text = strings.TrimSuffix(text, "\n") + "\n\nA symbol is an id (path::Type.Method) or a name that is unique; otherwise the error lists candidates.\n\n"
	if deferred {
		text += "There may be more tools than tools/list shows: tools_search {\"query\":\"words\"} finds them with their schemas, tool_profile says what this connection sees.\n\n"
	}
	return text + listsAndErrors
}

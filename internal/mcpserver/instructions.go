package mcpserver

// Instructions are sent once, when a client connects and sees the public
// tools. They say what the schemas cannot: what to call first and how a target
// is written.
const Instructions = `Gortex knows the code of this repository: definitions, references, calls, types. Its answers are exact and small; prefer them to reading files and to grep.

Where to begin:
- search {"query":"..."} finds symbols by name or words; {"operation":"text"} finds lines, {"operation":"files"} files.
- read {"target":{"symbol":"Server.Start"}} gives one symbol's source; {"target":{"file":"a/b.go"}} a file or a part of it.
- relations {"operation":"callers","target":{"symbol":"..."}} (usages, dependencies, implementations, hierarchy, ...) answers who uses what.
- explore {"operation":"task", ...} gathers what a task needs in one call.

A target has exactly one selector: file, symbol, symbols, query, artifact or repo. A symbol is an id (path::Type.Method) or a name that is unique; otherwise the error lists candidates. Where operation is left out, the target chooses it.

capabilities {} lists the tools; {"domain":"read"} its operations; {"domain":"read","operation":"file","detail":"schema"} the exact fields with a request to copy.

Lists end in next_cursor when there is more: repeat the call with output.cursor. output also takes limit, fields, max_tokens. An error has error_code, message and data, which says what would have been right. index_warming means the first indexing is under way: data says how far; try again shortly.`

// FlatInstructions are sent to a client that sees the flat tools.
const FlatInstructions = `Gortex knows the code of this repository: definitions, references, calls, types. Its answers are exact and small; prefer them to reading files and to grep.

search_symbols finds symbols, get_symbol_source and read_file read, find_usages and get_callers answer who uses what, explore gathers what a task needs. A symbol is an id (path::Type.Method) or a name that is unique; otherwise the error lists candidates.

There may be more tools than tools/list shows: tools_search {"query":"words"} finds them with their schemas, tool_profile says what this connection sees.

Lists end in next_cursor when there is more: repeat the call with cursor. An error has error_code, message and data, which says what would have been right. index_warming means the first indexing is under way: try again shortly.`

package op

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"syscall"

	"github.com/gortexhq/gortex/internal/engine"
)

// Code is the stable, machine-readable name of a failure.
type Code string

// The codes. [Codes] says what each means and which status a process exits
// with.
const (
	CodeInvalid              Code = "invalid_argument"
	CodeCursorExpired        Code = "cursor_expired"
	CodePathOutsideRoot      Code = "path_outside_root"
	CodeSymbolNotFound       Code = "symbol_not_found"
	CodeAmbiguousSymbol      Code = "ambiguous_symbol"
	CodeFileNotFound         Code = "file_not_found"
	CodeFileNotIndexed       Code = "file_not_indexed"
	CodeRepoNotTracked       Code = "repo_not_tracked"
	CodeProjectUnknown       Code = "project_unknown"
	CodeWorkspaceUnknown     Code = "workspace_unknown"
	CodeScopeUnknown         Code = "scope_unknown"
	CodeNotARepository       Code = "not_a_repository"
	CodeRefused              Code = "refused"
	CodeToolBlockedByMode    Code = "tool_blocked_by_mode"
	CodeToolOutOfPhase       Code = "tool_out_of_phase"
	CodeStaleWrite           Code = "stale_write"
	CodeOperationUnavailable Code = "operation_unavailable"
	CodeUnavailable          Code = "unavailable"
	CodeIndexWarming         Code = "index_warming"
	CodeIndexCorrupt         Code = "index_corrupt"
	CodeIndexNewer           Code = "index_newer"
	CodeTimeout              Code = "timeout"
	CodeDiskFull             Code = "disk_full"
	CodeInternal             Code = "internal"
	CodeCancelled            Code = "cancelled"
)

// Exit statuses of a process that made one call.
const (
	ExitDone        = 0
	ExitFailed      = 1
	ExitUsage       = 2
	ExitNotFound    = 3
	ExitRefused     = 4
	ExitUnavailable = 5
	ExitInterrupted = 130
)

// CodeDoc is one row of the list of codes.
type CodeDoc struct {
	Code Code
	Exit int
	Doc  string
}

// Codes is the closed list of failures, in order of exit status.
// docs/exit-codes.md and the command line are made of it.
func Codes() []CodeDoc {
	return []CodeDoc{
		{CodeInternal, ExitFailed, "Something went wrong inside gortex; please report it."},
		{CodeDiskFull, ExitFailed, "There was no room to write; nothing was changed."},
		{CodeInvalid, ExitUsage, "The request is wrong: a flag, the JSON, a name, a field or its type; `data` says what would have been right."},
		{CodeCursorExpired, ExitUsage, "The cursor belongs to another operation or to an index that has since changed; ask again without it."},
		{CodePathOutsideRoot, ExitUsage, "The path leads out of the repository."},
		{CodeSymbolNotFound, ExitNotFound, "No symbol has this name; `data.candidates` holds similar ones."},
		{CodeAmbiguousSymbol, ExitNotFound, "Several symbols have this name; `data.candidates` lists them."},
		{CodeFileNotFound, ExitNotFound, "There is no such file or directory."},
		{CodeFileNotIndexed, ExitNotFound, "The file exists but is not indexed; `data.reason` says why."},
		{CodeRepoNotTracked, ExitNotFound, "No tracked repository has this name or path; `data` lists those that are."},
		{CodeProjectUnknown, ExitNotFound, "No project has this name; `data.known` lists those there are."},
		{CodeWorkspaceUnknown, ExitNotFound, "No workspace has this name; `data.known` lists those there are."},
		{CodeScopeUnknown, ExitNotFound, "No saved scope has this name; `data.known` lists those there are."},
		{CodeNotARepository, ExitNotFound, "The directory belongs to no repository that can be indexed."},
		{CodeRefused, ExitRefused, "What is asked for is not allowed to the caller."},
		{CodeToolBlockedByMode, ExitRefused, "The tool is not allowed to do this, as in planning mode; where another one is, `data.domain` and `data.operation` say which."},
		{CodeToolOutOfPhase, ExitRefused, "The workflow of the session does not write files in its present phase; `data.allowed_phases` says when it does."},
		{CodeStaleWrite, ExitRefused, "The file changed since the caller read it; nothing was written."},
		{CodeOperationUnavailable, ExitUnavailable, "This version of gortex knows the operation but does not have it; `data.instead` names what comes nearest, `data.available_operations` what the tool has."},
		{CodeUnavailable, ExitUnavailable, "Something the operation needs is not there: a language server, a forge, the daemon."},
		{CodeIndexWarming, ExitUnavailable, "The repository is being indexed for the first time; `data` says how far it is."},
		{CodeIndexCorrupt, ExitUnavailable, "The index is damaged and could not be made anew."},
		{CodeIndexNewer, ExitUnavailable, "The index was written by a newer version of gortex."},
		{CodeTimeout, ExitUnavailable, "The operation did not finish in time; its effects, if any, are unknown."},
		{CodeCancelled, ExitInterrupted, "The caller went away or pressed Ctrl-C."},
	}
}

// Exit is the status a process exits with when a call failed with c.
func (c Code) Exit() int {
	for _, d := range Codes() {
		if d.Code == c {
			return d.Exit
		}
	}
	return ExitFailed
}

// Error is the one error every transport prints. Its JSON is the payload of a
// failed call; its Code chooses the exit status.
type Error struct {
	Code    Code           `json:"error_code"`
	Message string         `json:"message"`
	Data    map[string]any `json:"data,omitempty"`
}

func (e *Error) Error() string { return fmt.Sprintf("%s: %s", e.Code, e.Message) }

// With adds a fact a caller can act on.
func (e *Error) With(key string, value any) *Error {
	if e.Data == nil {
		e.Data = map[string]any{}
	}
	e.Data[key] = value
	return e
}

// Errorf makes an error of the given code.
func Errorf(c Code, format string, a ...any) *Error {
	return &Error{Code: c, Message: fmt.Sprintf(format, a...)}
}

// Invalid says the request itself is wrong.
func Invalid(format string, a ...any) *Error { return Errorf(CodeInvalid, format, a...) }

// UnknownTool says that no tool has this name. valid are the tools to name; the
// one that was probably meant may also be one of near.
func UnknownTool(name string, valid, near []string) *Error {
	shown := name
	if len(shown) > 80 {
		shown = strings.ToValidUTF8(shown[:80], "") + "…"
	}
	e := Invalid("there is no tool %q", shown).With("tool", shown).With("valid_tools", valid)
	plain := Normalise(name)
	meant := Nearest(plain, valid)
	if meant == "" {
		meant = Nearest(plain, near)
	}
	if meant != "" {
		e.With("did_you_mean", meant)
	}
	return e
}

// AsError turns any error into the one that is printed.
func AsError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	var f *engine.Failure
	switch {
	case errors.As(err, &f):
		return &Error{Code: Code(f.Code), Message: f.Message, Data: f.Data}
	case errors.Is(err, context.DeadlineExceeded):
		return Errorf(CodeTimeout, "the operation did not finish in time")
	case errors.Is(err, context.Canceled):
		return Errorf(CodeCancelled, "the call was cancelled")
	case errors.Is(err, syscall.ENOSPC):
		return Errorf(CodeDiskFull, "%v", err)
	}
	return Errorf(CodeInternal, "%v", err)
}

// longestEcho is how many bytes of a caller's own text an error gives back.
const longestEcho = 1000

// Bounded is the same error with long texts cut: what a caller sent it knows.
func (e *Error) Bounded() *Error {
	cut := func(text string) string {
		if len(text) <= longestEcho {
			return text
		}
		return strings.ToValidUTF8(text[:longestEcho], "") + "…"
	}
	long := len(e.Message) > longestEcho
	for _, v := range e.Data {
		text, ok := v.(string)
		long = long || ok && len(text) > longestEcho
	}
	if !long {
		return e
	}
	b := &Error{Code: e.Code, Message: cut(e.Message)}
	for k, v := range e.Data {
		if text, ok := v.(string); ok {
			v = cut(text)
		}
		b.With(k, v)
	}
	return b
}

// copied is the same error in memory of its own. Lists of objects stay as they
// were encoded, so that their members keep the order of their declaration.
func (e *Error) copied() *Error {
	b, err := json.Marshal(e)
	if err != nil {
		return Errorf(e.Code, "%s", e.Message)
	}
	c := &Error{}
	if json.Unmarshal(b, c) != nil {
		return Errorf(e.Code, "%s", e.Message)
	}
	var raw struct {
		Data map[string]json.RawMessage `json:"data"`
	}
	if json.Unmarshal(b, &raw) != nil {
		return c
	}
	for name, v := range raw.Data {
		if bytes.HasPrefix(v, []byte("[{")) {
			c.Data[name] = v
		}
	}
	return c
}

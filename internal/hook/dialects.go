package hook

const claudeCode = "claude-code"

// A hook answers in milliseconds; the time-out is for a machine that swaps.
const (
	fewSeconds = 5
	fewMillis  = 5000
)

// dialects holds one row a host. Where a host says nothing of a hook's answer
// to the model at an event, the event is understood and not registered:
//
//   - Copilot CLI's preToolUse takes decisions alone, and refuses the tool when
//     the hook's process fails.
//   - Gemini CLI's BeforeTool takes decisions and arguments alone.
//   - Kimi runs SessionStart and PostToolUse without looking at what they print.
//   - Hermes takes context at pre_llm_call alone.
var dialects = []Dialect{
	{
		Agent: claudeCode, Unit: Seconds, looks: PreToolUse, shape: shapeSpecific, prefix: "mcp__gortex__",
		Events: []Event{
			{"SessionStart", SessionStart, "", fewSeconds},
			{"UserPromptSubmit", UserPromptSubmit, "", fewSeconds},
			{"PreToolUse", PreToolUse, "Read|Grep|Glob|Bash", fewSeconds},
			{"PostToolUse", PostToolUse, "Edit|MultiEdit|Write", fewSeconds},
		},
		names: claudeNames, tools: claudeTools,
	},
	{
		Agent: "codex", Unit: Seconds, looks: PreToolUse, shape: shapeSpecific, prefix: "mcp__gortex__",
		Events: []Event{
			{"SessionStart", SessionStart, "", fewSeconds},
			{"UserPromptSubmit", UserPromptSubmit, "", fewSeconds},
			{"PreToolUse", PreToolUse, "Bash", fewSeconds},
			{"PostToolUse", PostToolUse, "apply_patch", fewSeconds},
		},
		names: claudeNames,
		tools: map[string]toolKind{
			"Bash": toolShell, "shell": toolShell, "exec_command": toolShell, "local_shell": toolShell,
			"apply_patch": toolPatch, "Edit": toolPatch, "Write": toolPatch,
		},
	},
	{
		Agent: "copilot-cli", Unit: Seconds, looks: PostToolUse, shape: shapeFlat, prefix: "gortex-",
		Events: []Event{
			{"sessionStart", SessionStart, "", fewSeconds},
			{"userPromptSubmitted", UserPromptSubmit, "", fewSeconds},
			{"postToolUse", PostToolUse, "^(?:bash|create|edit|glob|grep|powershell|rg|view|apply_patch)$", fewSeconds},
		},
		names: map[string]Kind{
			"sessionStart": SessionStart, "userPromptSubmitted": UserPromptSubmit, "preToolUse": PreToolUse, "postToolUse": PostToolUse,
			// The names of the payloads that it shares with VS Code.
			"SessionStart": SessionStart, "UserPromptSubmit": UserPromptSubmit, "PreToolUse": PreToolUse, "PostToolUse": PostToolUse,
		},
		tools: map[string]toolKind{
			"view": toolRead, "grep": toolGrep, "rg": toolGrep, "glob": toolGlob, "bash": toolShell, "powershell": toolShell,
			"edit": toolEdit, "str_replace_editor": toolEdit, "create": toolWrite, "apply_patch": toolPatch,
			"Read": toolRead, "Grep": toolGrep, "Glob": toolGlob, "Bash": toolShell, "Edit": toolEdit, "Write": toolWrite,
		},
	},
	{
		Agent: "gemini", Unit: Milliseconds, looks: PostToolUse, shape: shapeSpecific, silence: "{}\n", prefix: "mcp_gortex_",
		Events: []Event{
			{"SessionStart", SessionStart, "", fewMillis},
			{"BeforeAgent", UserPromptSubmit, "", fewMillis},
			{"AfterTool", PostToolUse, "^(?:read_file|search_file_content|grep_search|glob|run_shell_command|replace|write_file)$", fewMillis},
		},
		names: map[string]Kind{"SessionStart": SessionStart, "BeforeAgent": UserPromptSubmit, "BeforeTool": PreToolUse, "AfterTool": PostToolUse},
		tools: map[string]toolKind{
			"read_file": toolRead, "search_file_content": toolGrep, "grep_search": toolGrep, "glob": toolGlob,
			"run_shell_command": toolShell, "replace": toolEdit, "write_file": toolWrite,
		},
	},
	{
		Agent: "hermes", Unit: Seconds, shape: shapeContext, prefix: "mcp__gortex__",
		Events: []Event{{"pre_llm_call", UserPromptSubmit, "", fewSeconds}},
		names: map[string]Kind{
			"on_session_start": SessionStart, "pre_llm_call": UserPromptSubmit, "pre_tool_call": PreToolUse, "post_tool_call": PostToolUse,
		},
		tools: map[string]toolKind{
			"read_file": toolRead, "search_files": toolGrep, "terminal": toolShell, "patch": toolEdit, "write_file": toolWrite,
		},
	},
	{
		Agent: "kimi", Unit: Seconds, looks: PreToolUse, shape: shapePlain, prefix: "mcp__gortex__",
		Events: []Event{
			{"UserPromptSubmit", UserPromptSubmit, "", fewSeconds},
			{"PreToolUse", PreToolUse, "^(?:Read|ReadFile|Grep|Glob|Bash|Shell)$", fewSeconds},
		},
		names: claudeNames,
		tools: map[string]toolKind{
			"Read": toolRead, "ReadFile": toolRead, "Grep": toolGrep, "Glob": toolGlob, "Bash": toolShell, "Shell": toolShell,
			"Edit": toolEdit, "StrReplaceFile": toolEdit, "Write": toolWrite, "WriteFile": toolWrite,
		},
	},
	{
		// The plugin that asks is gortex's own; the names are the host's.
		Agent: "opencode", Unit: Milliseconds, looks: PostToolUse, shape: shapeFlat, prefix: "gortex_",
		Events: []Event{
			{"session.created", SessionStart, "", fewMillis},
			{"chat.message", UserPromptSubmit, "", fewMillis},
			{"tool.execute.after", PostToolUse, "", fewMillis},
		},
		names: map[string]Kind{
			"session.created": SessionStart, "chat.message": UserPromptSubmit, "tool.execute.before": PreToolUse, "tool.execute.after": PostToolUse,
		},
		tools: map[string]toolKind{
			"read": toolRead, "grep": toolGrep, "glob": toolGlob, "bash": toolShell,
			"edit": toolEdit, "write": toolWrite, "patch": toolPatch, "apply_patch": toolPatch,
		},
	},
}

var claudeNames = map[string]Kind{
	"SessionStart": SessionStart, "UserPromptSubmit": UserPromptSubmit, "PreToolUse": PreToolUse, "PostToolUse": PostToolUse,
}

var claudeTools = map[string]toolKind{
	"Read": toolRead, "Grep": toolGrep, "Glob": toolGlob, "Bash": toolShell,
	"Edit": toolEdit, "MultiEdit": toolEdit, "Write": toolWrite,
}

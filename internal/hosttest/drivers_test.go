package hosttest

import (
	"encoding/json"
	"strings"
)

// driver is how a host is asked without a person, and without an account, to
// start a conversation with our model.
type driver struct {
	// prefix is what the host puts before the names of gortex's tools in its
	// requests.
	prefix string
	// requests are what install is asked to write besides: without it this host
	// shows the tools of no MCP server in the first turn.
	requests string
	// env is the environment of every command, in which %URL% is our model's.
	env []string
	// files are for the first turn, by path below the home, with %URL%: in front
	// of what is there if they begin with ^, after it if with +, and in its
	// object if they are the beginning of one.
	files map[string]string
	// setup are arguments of a command before the first turn.
	setup []string
	// turn are the arguments of a first turn, with %URL%, and with %MODEL% for
	// each of models.
	turn   []string
	models []string
	// inRepo are further arguments of a first turn in a repository that alone
	// names gortex, for a host that can be told that it is trusted.
	inRepo []string
	// trust are files like files, by which a person trusts the repository %REPO%.
	trust map[string]string
	// approve are the arguments of a command that lets the repository's server
	// be used.
	approve []string
	// noTurn says why there is no first turn.
	noTurn string
	// probe asks more of the host than its row does.
	probe func(*machine) ([]string, error)
}

const fakeModel = `{"model":"fake/fake-model","provider":{"fake":{"npm":"@ai-sdk/openai-compatible","name":"fake","options":{"baseURL":"%URL%/v1","apiKey":"x"},"models":{"fake-model":{"name":"fake","tool_call":true}}}}}`

var drivers = map[string]driver{
	"codex": {
		prefix: "mcp__gortex::",
		turn: []string{
			"exec", "--skip-git-repo-check", "-c", `model_providers.fake={name="fake",base_url="%URL%/v1",wire_api="responses"}`,
			"-c", "model_provider=fake", "-c", "model=%MODEL%", "hello",
		},
		// One that shows tools as such, and one that wraps them into code.
		models: []string{"gpt-5.5", "gpt-5.6-sol"},
		probe:  codexServers,
		trust:  map[string]string{".codex/config.toml": "+\n[projects.\"%REPO%\"]\ntrust_level = \"trusted\"\n"},
	},
	"claude-code": {
		prefix: "mcp__gortex__",
		env:    []string{"ANTHROPIC_BASE_URL=%URL%", "ANTHROPIC_API_KEY=fake", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1"},
		turn:   []string{"-p", "hello"},
		inRepo: []string{},
	},
	"gemini": {
		prefix: "mcp_gortex_",
		// A folder that is not trusted has no servers, which is for the user
		// to decide; and -p lists only tools that run without a question.
		env:    []string{"GEMINI_CLI_TRUST_WORKSPACE=true", "GOOGLE_GEMINI_BASE_URL=%URL%", "GEMINI_API_KEY=fake"},
		files:  map[string]string{".gemini/settings.json": `{"security":{"auth":{"selectedType":"gemini-api-key"}},`},
		turn:   []string{"-m", "gemini-2.5-pro", "--approval-mode", "yolo", "-p", "hello"},
		inRepo: []string{},
	},
	"qwen-code": {
		prefix:  "mcp__gortex__",
		env:     []string{"OPENAI_BASE_URL=%URL%/v1", "OPENAI_API_KEY=fake", "OPENAI_MODEL=fake-model"},
		turn:    []string{"--auth-type", "openai", "-p", "hello"},
		inRepo:  []string{},
		approve: []string{"mcp", "approve", "gortex"},
	},
	"opencode": {
		prefix: "gortex_",
		env:    []string{"OPENCODE_CONFIG_CONTENT=" + fakeModel, "OPENCODE_DISABLE_AUTOUPDATE=1"},
		turn:   []string{"run", "hello"},
		inRepo: []string{},
	},
	"kilo-code": {
		prefix: "gortex_",
		env:    []string{"KILO_CONFIG_CONTENT=" + fakeModel},
		turn:   []string{"run", "hello"},
		inRepo: []string{},
	},
	"copilot-cli": {
		prefix: "gortex-",
		env: []string{
			"COPILOT_OFFLINE=true", "COPILOT_PROVIDER_BASE_URL=%URL%/v1", "COPILOT_PROVIDER_API_KEY=x", "COPILOT_MODEL=fake-model", "COPILOT_AUTO_UPDATE=false",
		},
		turn:   []string{"-p", "hello"},
		inRepo: []string{"--trust-folder"},
	},
	"cline": {
		prefix: "gortex__",
		setup:  []string{"auth", "-p", "openai-compatible", "-k", "fake", "-m", "fake-model", "-b", "%URL%/v1"},
		turn:   []string{"say hello", "-P", "openai-compatible", "-m", "fake-model"},
	},
	"continue": {
		prefix: "", // none
		files: map[string]string{".continue/config.yaml": "+\nmodels:\n  - name: fake\n    provider: openai\n    model: fake-model\n    apiKey: x\n" +
			"    apiBase: %URL%/v1\n    roles: [chat]\n    capabilities: [tool_use]\n"},
		turn: []string{"-p", "say hello"},
	},
	"kimi": {
		prefix: "mcp__gortex__",
		files: map[string]string{".kimi-code/config.toml": "^default_model = \"fake\"\ntelemetry = false\n[providers.fake]\ntype = \"openai\"\nbase_url = \"%URL%/v1\"\n" +
			"api_key = \"x\"\n[models.fake]\nprovider = \"fake\"\nmodel = \"fake-model\"\nmax_context_size = 100000\ncapabilities = [\"tool_use\"]\n"},
		turn: []string{"-p", "hello"},
	},
	"pi": {
		prefix: "mcp__gortex__",
		env:    []string{"PI_OFFLINE=1"},
		files: map[string]string{".pi/agent/models.json": `{"providers":{"fake":{"baseUrl":"%URL%/v1","api":"openai-completions","apiKey":"x","models":[{"id":"fake-model","name":"fake",` +
			`"reasoning":false,"input":["text"],"contextWindow":100000,"maxTokens":4000,"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0}}]}}}`},
		turn:   []string{"-p", "--provider", "fake", "--model", "fake-model", "hello"},
		inRepo: []string{"--approve"},
	},
	"oh-my-pi": {
		prefix:   "mcp__gortex_",
		requests: "all-direct",
		files: map[string]string{".omp/agent/models.yml": "providers:\n  fake:\n    baseUrl: %URL%/v1\n    api: openai-completions\n    apiKey: x\n    models:\n" +
			"      - {id: fake-model, name: fake, reasoning: false, input: [text], contextWindow: 100000, maxTokens: 4000, cost: {input: 0, output: 0, cacheRead: 0, cacheWrite: 0}}\n"},
		turn: []string{"-p", "--model", "fake/fake-model", "hello"},
	},
	"amp":           {noTurn: "it wants a login"},
	"factory-droid": {noTurn: "it wants a login"},
	"openclaw": {
		prefix:   "gortex__",
		requests: "all-direct",
		files: map[string]string{".openclaw/openclaw.json": `{"models":{"providers":{"fake":{"baseUrl":"%URL%/v1","api":"openai-completions","apiKey":"x","models":[{"id":"fake-model","name":"fake",` +
			`"reasoning":false,"input":["text"],"contextWindow":100000,"maxTokens":4000,"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0}}]}}},`},
		turn:  []string{"agent", "--local", "--agent", "main", "--model", "fake/fake-model", "--message", "hello"},
		probe: openclawTools,
	},
}

// openclawTools asks OpenClaw for the tools by name.
func openclawTools(m *machine) ([]string, error) {
	out, err := m.host("mcp", "probe", "gortex", "--json")
	if err != nil {
		return nil, err
	}
	var answer struct{ Tools []string }
	if err := json.Unmarshal(out, &answer); err != nil {
		return nil, err
	}
	for i, name := range answer.Tools {
		answer.Tools[i] = strings.TrimPrefix(name, "gortex__")
	}
	return answer.Tools, nil
}

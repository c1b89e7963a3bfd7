package hostadapters_test

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/hostadapters"
	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/rules"
)

var systems = []string{"linux", "darwin", "windows"}

// eachPlan writes every host on every system, on a machine of its own, with
// all that can be asked for and with nothing asked for.
func eachPlan(t *testing.T, visit func(h host.Host, m *machine, scope host.Scope)) {
	t.Helper()
	for _, h := range hostadapters.All() {
		for _, system := range systems {
			for _, scope := range []host.Scope{host.User, host.Project} {
				for _, given := range [][]string{nil, host.Requests()} {
					m := newMachine(system)
					for _, name := range given {
						m.Given[name] = true
					}
					if err := m.write(h, scope); err != nil {
						t.Fatalf("%s on %s: %v", h.Name, system, err)
					}
					visit(h, m, scope)
				}
			}
		}
	}
}

// A host that finds no way to start gortex must still start, and to trust a
// folder, a hook or a server is for the user to decide.
func TestNothingIsDecidedForTheUser(t *testing.T) {
	never := regexp.MustCompile(`\brequired\b|trusted_hash|trustedFolders|trust_level|hasTrustDialog|enabledMcpjsonServers|enableAllProjectMcp|alwaysAllow": true|bypass|default_tools_approval_mode`)
	onRequest := regexp.MustCompile(`"trust"|\btrust:|autoApprove|alwaysAllow|"permissions"|\bxdev\b`)
	eachPlan(t, func(h host.Host, m *machine, scope host.Scope) {
		for path, text := range m.files {
			if strings.HasSuffix(path, ".md") || strings.HasSuffix(path, ".mdc") {
				continue
			}
			if found := never.FindString(text); found != "" {
				t.Errorf("%s: %s has %q", h.Name, path, found)
			}
			if found := onRequest.FindString(text); found != "" && len(m.Given) == 0 {
				t.Errorf("%s: %s has %q, which nobody asked for", h.Name, path, found)
			}
		}
	})
}

func TestInitWritesInTheRepositoryAlone(t *testing.T) {
	eachPlan(t, func(h host.Host, m *machine, scope host.Scope) {
		if scope == host.Project && len(m.files) == 0 && h.Name != "openclaw" && h.Name != "windsurf" {
			t.Errorf("%s: nothing is written for a repository", h.Name)
		}
		for path := range m.files {
			inside := strings.HasPrefix(path, m.Repo+"/") || strings.HasPrefix(path, m.Repo+`\`)
			if inside != (scope == host.Project) {
				t.Errorf("%s: %s is written for the %s", h.Name, path, scope)
			}
			if m.OS == "windows" && strings.Contains(path, "/") {
				t.Errorf("%s: %s is no path of Windows", h.Name, path)
			}
		}
	})
}

func TestTwiceIsOnce(t *testing.T) {
	eachPlan(t, func(h host.Host, m *machine, scope host.Scope) {
		first := map[string]string{}
		for path, text := range m.files {
			first[path] = text
		}
		if err := m.write(h, scope); err != nil {
			t.Fatal(h.Name, err)
		}
		for path, text := range m.files {
			if first[path] != text {
				t.Errorf("%s: the second time %s is another:\n%s", h.Name, path, text)
			}
		}
	})
}

// All hosts, one after the other, agree on what stands in the files that
// several of them read.
func TestSharedFilesAgree(t *testing.T) {
	for _, scope := range []host.Scope{host.User, host.Project} {
		m := newMachine("linux")
		for range 2 {
			for _, h := range hostadapters.All() {
				before := map[string]string{}
				for path, text := range m.files {
					before[path] = text
				}
				if err := m.write(h, scope); err != nil {
					t.Fatal(h.Name, err)
				}
				for path, was := range before {
					if got := m.files[path]; !strings.HasPrefix(got, was) {
						t.Errorf("%s writes %s anew:\n%s\nwas\n%s", h.Name, path, got, was)
					}
				}
			}
		}
	}
}

func TestRows(t *testing.T) {
	taken := map[string]string{}
	var names []string
	for _, h := range hostadapters.All() {
		names = append(names, h.Name)
		for _, name := range append([]string{h.Name}, h.Aliases...) {
			if taken[name] != "" {
				t.Errorf("%s and %s are both called %s", h.Name, taken[name], name)
			}
			taken[name] = h.Name
		}
		if u, err := url.Parse(h.Docs); err != nil || u.Scheme != "https" || h.Title == "" {
			t.Errorf("%s has no documentation or no title", h.Name)
		}
		if !slices.Contains([]host.Checked{host.Ran, host.Source, host.Docs}, h.Checked) {
			t.Errorf("%s is checked %q", h.Name, h.Checked)
		}
		if len(h.Ask.Args) > 0 && (len(h.Signs) == 0 || h.Signs[0].Program == "" || h.Ask.Sees == "") {
			t.Errorf("%s is asked, but with what program, for what", h.Name)
		}
		for _, re := range []string{h.Ask.Sees, h.Ask.Works} {
			if _, err := regexp.Compile(re); err != nil {
				t.Errorf("%s: %v", h.Name, err)
			}
		}
		for _, n := range h.Notes {
			if n.Part == "" || strings.HasSuffix(n.Text, ".") {
				t.Errorf("%s: note %q", h.Name, n.Text)
			}
		}
		for _, f := range h.Files {
			settings := len(f.Entries) > 0 || f.Hooks != nil
			kinds := 0
			for _, is := range []bool{settings, f.Block != nil, f.Owned != nil} {
				if is {
					kinds++
				}
			}
			if kinds != 1 || settings == (f.Format == 0) || settings == (f.Part != "") || (f.Block == nil) != (f.BlockName == "") {
				t.Errorf("%s: %s is no one kind of file", h.Name, f.Place(newMachine("linux").Env))
			}
			for _, request := range requestsOf(f) {
				if request != "" && !slices.Contains(host.Requests(), request) {
					t.Errorf("%s: %q cannot be asked for", h.Name, request)
				}
			}
		}
	}
	if !slices.IsSorted(names) {
		t.Errorf("the hosts are not in order: %v", names)
	}
}

func requestsOf(f host.File) []string {
	requests := []string{f.OnRequest}
	for _, e := range f.Entries {
		requests = append(requests, e.OnRequest)
	}
	return requests
}

// A row can be looked at when nothing is known of the machine.
func TestRowsTakeTheZeroEnvironment(t *testing.T) {
	var e host.Env
	for _, h := range hostadapters.All() {
		for _, s := range h.Signs {
			if s.Path != nil {
				s.Path(e)
			}
		}
		for _, f := range h.Files {
			if path := f.Place(e); path != "" {
				t.Errorf("%s: %s is a path of no machine", h.Name, path)
			}
			if f.When != nil {
				f.When(e)
			}
			if f.Block != nil {
				f.Block(e)
			}
			if f.Owned != nil {
				f.Owned(e)
			}
			for _, entry := range f.Entries {
				entry.Value(e)
			}
		}
	}
}

// What is told to models is short, says the vital part first, and speaks of
// what they have.
func TestRuleTexts(t *testing.T) {
	for name, text := range map[string]string{"MCP": rules.MCP, "CLI": rules.CLI} {
		if len(text) >= 2000 {
			t.Errorf("%s has %d bytes", name, len(text))
		}
	}
	if begin := rules.MCP[:240]; !strings.Contains(begin, "gortex") || !strings.Contains(begin, "grep") {
		t.Errorf("the vital part is not in the beginning: %s", begin)
	}
	for _, word := range []string{"daemon", "gortex call", "bash", "shell"} {
		if strings.Contains(strings.ToLower(rules.MCP), word) {
			t.Errorf("a host with MCP is told of %q", word)
		}
	}
	if !strings.Contains(rules.CLI, "gortex call") {
		t.Error("a host with a shell alone is not told of gortex call")
	}
}

// Every entry can be brought into a document that has a neighbour, comments and
// an order of its own, and leaves them as they are.
func TestEntriesLeaveNeighboursAlone(t *testing.T) {
	for _, h := range hostadapters.All() {
		m := newMachine("linux")
		for _, f := range h.Files {
			entries := f.Entries
			if f.Hooks != nil {
				entries = append(slices.Clone(entries), f.Hooks(m.Env)...)
			}
			for _, entry := range entries {
				doc := neighbours(f.Format, entry)
				got, err := put(f.Format, []byte(doc), entry, entry.Value(m.Env))
				if err != nil {
					t.Errorf("%s: %s in\n%s: %v", h.Name, entry.At, doc, err)
					continue
				}
				if !inserted(doc, string(got)) {
					t.Errorf("%s: %s is not one insertion into\n%s\nbut\n%s", h.Name, entry.At, doc, got)
				}
			}
		}
	}
}

// inserted reports whether a text came about by putting one piece into doc.
func inserted(doc, text string) bool {
	before, after := 0, 0
	for before < len(doc) && before < len(text) && doc[before] == text[before] {
		before++
	}
	for after < len(doc)-before && after < len(text)-before && doc[len(doc)-1-after] == text[len(text)-1-after] {
		after++
	}
	return before+after == len(doc) && len(text) > len(doc)
}

// neighbours is a document with the first step of the path in it.
func neighbours(f edit.Format, entry host.Entry) string {
	key := entry.At[0].(string)
	inner := `{ "other": { "a": [1] } }`
	list := entry.Element && len(entry.At) == 1
	if len(entry.At) == 2 {
		_, list = entry.At[1].(edit.Where)
	}
	if list {
		inner = `[{ "name": "other" }]`
	}
	if key == "tools" || key == "permissions" {
		inner = `{ "other": true }`
	}
	switch f {
	case edit.TOML:
		if list {
			return "# mine\nmodel = \"x\" # why\n\n[[" + key + "]]\nname = \"other\"\n"
		}
		return "# mine\nmodel = \"x\" # why\n\n[" + key + ".other]\na = [1] # one\n"
	case edit.YAML:
		if list {
			return "# mine\nmodel: x # why\n" + key + ":\n  - name: other # one\n"
		}
		return "# mine\nmodel: x # why\n" + key + ":\n  other: # one\n    a: [1]\n"
	case edit.JSON:
		return "{\n  \"model\": \"x\",\n  \"" + key + "\": " + inner + "\n}\n"
	}
	return "{\n  // mine\n  \"model\": \"x\", // why\n  \"" + key + "\": " + inner + ", /* one */\n}\n"
}

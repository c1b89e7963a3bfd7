package bench

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// fakeMain behaves like gortex as far as this package looks: it keeps an index
// where it is told to, and knows the functions that are in the files now.
func fakeMain(args []string) int {
	if len(args) == 1 && args[0] == "version" {
		fmt.Println("gortex fake")
		return 0
	}
	index := filepath.Join(os.Getenv("XDG_CACHE_HOME"), "index")
	if !strings.Contains(index, "gortex-bench-") {
		return fail("the index would be the user's: " + index)
	}
	dir, rest := args[1], args[2:]
	if rest[0] == "index" {
		if _, err := os.Stat(index); err == nil {
			return fail("not cold")
		}
		if err := os.WriteFile(index, make([]byte, 1000), 0o600); err != nil {
			return fail(err.Error())
		}
		for range 1 << 24 { // some CPU
			index += ""
		}
		return 0
	}
	if _, err := os.Stat(index); err != nil {
		return fail("no index")
	}
	if rest[0] == "mcp" {
		return fakeServer(dir)
	}
	text, err := fakeCall(dir, rest[1], rest[2])
	if err != nil {
		return fail(err.Error())
	}
	fmt.Println(text)
	return 0
}

func fail(why string) int {
	fmt.Fprintln(os.Stderr, why)
	return 3
}

func fakeCall(dir, tool, arguments string) (string, error) {
	var a struct {
		Operation, Query string
		Target           struct{ Symbol string }
	}
	if err := json.Unmarshal([]byte(arguments), &a); err != nil {
		return "", err
	}
	switch tool + "." + a.Operation {
	case "explore.outline":
		return `{"name":"x","most_used":[{"id":"a/large.go::Large","kind":"function","uses":1},` +
			`{"id":"a/middle.go::Middle","kind":"function","uses":1},{"id":"a.go::T","kind":"type","uses":1}]}`, nil
	case "search.text":
		return "{}", nil
	case "search.symbols":
		return fmt.Sprintf(`{"query":%q,"results":[{"id":%q}]}`, a.Query, find(dir, a.Query)), nil
	case "read.source", "relations.callers":
		if id := find(dir, nameOf(a.Target.Symbol)); id != "" {
			return fmt.Sprintf(`{%q:%q}`, a.Operation, id), nil
		}
	}
	return "", fmt.Errorf("no symbol %s", a.Target.Symbol)
}

func find(dir, name string) string {
	files, _ := filepath.Glob(filepath.Join(dir, "a", "*.go"))
	for _, f := range files {
		if text, _ := os.ReadFile(f); bytes.Contains(text, []byte("func "+name+"(")) {
			return "a/" + filepath.Base(f) + "::" + name
		}
	}
	return ""
}

// fakeServer warms for two calls, and asks its client for something between.
func fakeServer(dir string) int {
	in := bufio.NewScanner(os.Stdin)
	for calls := 0; in.Scan(); {
		var m struct {
			ID     json.RawMessage
			Method string
			Params struct {
				Name      string
				Arguments json.RawMessage
			}
		}
		if err := json.Unmarshal(in.Bytes(), &m); err != nil {
			return fail(err.Error())
		}
		result := "{}"
		switch m.Method {
		case "", "notifications/initialized":
			continue
		case "tools/list":
			fmt.Println(`{"jsonrpc":"2.0","id":"s1","method":"roots/list"}`)
			fmt.Println(`{"jsonrpc":"2.0","method":"notifications/message","params":{}}`)
			result = `{"tools":[]}`
		case "tools/call":
			calls++
			text, err := fakeCall(dir, m.Params.Name, string(m.Params.Arguments))
			if calls <= 2 {
				err = fmt.Errorf("warming")
			}
			if err != nil {
				text = err.Error()
			}
			quoted, _ := json.Marshal(text)
			result = fmt.Sprintf(`{"content":[{"type":"text","text":%s}],"isError":%t}`, quoted, err != nil)
		}
		fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", m.ID, result)
	}
	return 0
}

// rivalMain is another indexer, a large one, that refuses a tree it has seen.
func rivalMain(dir string) int {
	left := filepath.Join(dir, "left")
	if err := os.Mkdir(left, 0o755); err != nil {
		return fail(err.Error())
	}
	ballast := make([]byte, 64<<20)
	for i := 0; i < len(ballast); i += 4096 {
		ballast[i] = 1
	}
	if err := os.WriteFile(filepath.Join(left, "index"), ballast[:4000], 0o600); err != nil {
		return fail(err.Error())
	}
	return 0
}

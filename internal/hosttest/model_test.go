package hosttest

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
)

// model is a server that speaks as the makers of models do, OpenAI's Responses
// and Chat Completions, Anthropic's Messages and Gemini's generateContent. It
// says "done" to everything and keeps what it was asked.
type model struct {
	URL string

	mu   sync.Mutex
	seen []request
}

// request is what a host asked of its model.
type request struct {
	Path  string
	Tools []string // that it may call at once; of a namespace "namespace::tool"
	Other string   // why the tools could not be read
}

func startModel() (*model, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	m := &model{URL: "http://" + l.Addr().String()}
	go http.Serve(l, m) // for as long as the process lives
	return m, nil
}

// forget begins anew.
func (m *model) forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seen = nil
}

// first is the first request with tools: hosts also ask for titles and the like
// without any. Where there is none, it is the last word on why.
func (m *model) first() (request, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range m.seen {
		if len(r.Tools) > 0 {
			return r, nil
		}
	}
	if len(m.seen) == 0 {
		return request{}, fmt.Errorf("it asked its model nothing")
	}
	last := m.seen[len(m.seen)-1]
	return request{}, fmt.Errorf("none of its %d requests has tools, the last to %s %s", len(m.seen), last.Path, last.Other)
}

// ServeHTTP implements http.Handler.
func (m *model) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	path := q.URL.Path
	if q.Method != http.MethodPost {
		if strings.HasSuffix(path, "/models") {
			reply(w, `{"object":"list","data":[{"id":"fake-model","object":"model","owned_by":"test"}]}`)
			return
		}
		http.NotFound(w, q)
		return
	}
	body, err := read(q)
	r := request{Path: path}
	if err != nil {
		r.Other = err.Error()
	}
	r.Tools = body.names()
	m.mu.Lock()
	if !strings.Contains(strings.ToLower(path), "count") {
		m.seen = append(m.seen, r)
	}
	m.mu.Unlock()
	switch {
	case strings.HasSuffix(path, "/responses"):
		events(w, responses...)
	case strings.HasSuffix(path, "/chat/completions") && body.Stream:
		events(w, chat...)
	case strings.HasSuffix(path, "/chat/completions"):
		reply(w, `{"id":"c1","object":"chat.completion","created":1,"model":"fake-model","choices":[{"index":0,"message":{"role":"assistant","content":"done"},"finish_reason":"stop"}],"usage":`+chatUsage+`}`)
	case strings.HasSuffix(path, "/messages/count_tokens"):
		reply(w, `{"input_tokens":10}`)
	case strings.HasSuffix(path, "/messages") && body.Stream:
		events(w, messages...)
	case strings.HasSuffix(path, "/messages"):
		reply(w, `{"id":"msg_1","type":"message","role":"assistant","model":"fake-model","content":[{"type":"text","text":"done"}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}`)
	case strings.HasSuffix(path, ":streamGenerateContent"):
		events(w, gemini)
	case strings.HasSuffix(path, ":generateContent"):
		reply(w, gemini)
	case strings.HasSuffix(path, ":countTokens"):
		reply(w, `{"totalTokens":10}`)
	default:
		http.NotFound(w, q)
	}
}

func reply(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "application/json")
	io.WriteString(w, text)
}

// events answers as a stream. Events with a type have it as their name too.
func events(w http.ResponseWriter, data ...string) {
	w.Header().Set("Content-Type", "text/event-stream")
	for _, d := range data {
		var e struct{ Type string }
		if json.Unmarshal([]byte(d), &e) == nil && e.Type != "" {
			fmt.Fprintf(w, "event: %s\n", e.Type)
		}
		fmt.Fprintf(w, "data: %s\n\n", d)
	}
}

const (
	message   = `{"type":"message","id":"msg_1","role":"assistant","status":"completed","content":[{"type":"output_text","text":"done","annotations":[]}]}`
	chatUsage = `{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}`
	chunk     = `{"id":"c1","object":"chat.completion.chunk","created":1,"model":"fake-model","choices":`
	gemini    = `{"candidates":[{"content":{"role":"model","parts":[{"text":"done"}]},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":1,"totalTokenCount":2}}`
)

var (
	responses = []string{
		`{"type":"response.created","response":{"id":"resp_1","object":"response","status":"in_progress","output":[]}}`,
		`{"type":"response.output_item.added","output_index":0,"item":` + message + `}`,
		`{"type":"response.output_item.done","output_index":0,"item":` + message + `}`,
		`{"type":"response.completed","response":{"id":"resp_1","object":"response","status":"completed","output":[` + message + `],"usage":{"input_tokens":1,"input_tokens_details":{"cached_tokens":0},"output_tokens":1,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":2}}}`,
	}
	chat = []string{
		chunk + `[{"index":0,"delta":{"role":"assistant","content":"done"},"finish_reason":null}]}`,
		chunk + `[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":` + chatUsage + `}`,
		`[DONE]`,
	}
	messages = []string{
		`{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"fake-model","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}`,
		`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`,
		`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"done"}}`,
		`{"type":"content_block_stop","index":0}`,
		`{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":1}}`,
		`{"type":"message_stop"}`,
	}
)

// prompt is as much as we read of a request, in any of the languages.
type prompt struct {
	Stream bool
	Tools  []toolOf
	Input  json.RawMessage // OpenAI: a text, or items, of which some bring tools
}

type toolOf struct {
	Type     string
	Name     string
	Function struct{ Name string }
	Tools    []toolOf                // of a namespace
	Declared []struct{ Name string } `json:"functionDeclarations"`
	Deferred bool                    `json:"defer_loading"` // there only once it was searched for
}

func read(q *http.Request) (p prompt, err error) {
	text, err := io.ReadAll(q.Body)
	if err != nil {
		return p, err
	}
	switch encoding := q.Header.Get("Content-Encoding"); encoding {
	case "", "identity":
	case "gzip":
		z, err := gzip.NewReader(bytes.NewReader(text))
		if err != nil {
			return p, err
		}
		if text, err = io.ReadAll(z); err != nil {
			return p, err
		}
	default:
		return p, fmt.Errorf("compressed as %s, which is not read", encoding)
	}
	return p, json.Unmarshal(text, &p)
}

// names lists the tools that can be called at once.
func (p prompt) names() (names []string) {
	all := p.Tools
	var items []struct {
		Type  string
		Tools []toolOf
	}
	if json.Unmarshal(p.Input, &items) == nil {
		for _, i := range items {
			if i.Type == "additional_tools" {
				all = append(all, i.Tools...)
			}
		}
	}
	for _, t := range all {
		for _, d := range t.Declared {
			names = append(names, d.Name)
		}
		switch {
		case t.Deferred || t.Declared != nil:
		case t.Type == "namespace":
			for _, inner := range t.Tools {
				if !inner.Deferred {
					names = append(names, t.Name+"::"+inner.Name)
				}
			}
		case t.Name != "":
			names = append(names, t.Name)
		case t.Function.Name != "":
			names = append(names, t.Function.Name)
		default:
			names = append(names, t.Type)
		}
	}
	return names
}

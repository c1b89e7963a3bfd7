package hook

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func onlyLine(t *testing.T, path string) observation {
	t.Helper()
	list := observations(t, path)
	if len(list) != 1 {
		t.Fatalf("%d lines", len(list))
	}
	return list[0]
}

// observations reads a log strictly: no other field, no other word.
func observations(t interface {
	Helper()
	Fatalf(string, ...any)
}, path string) (list []observation) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v", err)
	}
	for line := range strings.Lines(string(raw)) {
		d := json.NewDecoder(strings.NewReader(line))
		d.DisallowUnknownFields()
		var o observation
		if err := d.Decode(&o); err != nil {
			t.Fatalf("line %q: %v", line, err)
		}
		_, timeErr := time.Parse(time.RFC3339, o.At)
		if timeErr != nil || !slices.Contains(Agents(), o.Agent) ||
			!slices.Contains([]Kind{SessionStart, UserPromptSubmit, PreToolUse, PostToolUse, other}, o.Event) ||
			!slices.Contains([]index{indexUnasked, indexReady, indexWarming, indexNone, indexFailed, indexLate}, o.Index) ||
			o.Segments < 0 || o.Segments > mostSegments {
			t.Fatalf("line %q says what it may not", line)
		}
		list = append(list, o)
	}
	return list
}

// Nothing that a host says is in the log, wherever it says it.
//
//spec:13-hooks-local 15.6-hook-log
func TestLogKeepsNoText(t *testing.T) {
	dir := t.TempDir()
	log := filepath.Join(dir, LogName)
	rapid.Check(t, func(t *rapid.T) {
		secret := rapid.StringMatching(`sEcReT[a-z]{6}`).Draw(t, "secret")
		agent := rapid.SampledFrom(Agents()).Draw(t, "agent")
		d := dialect(agent)
		event := secret
		if rapid.Bool().Draw(t, "known") {
			names := []string{}
			for name := range d.names {
				names = append(names, name)
			}
			slices.Sort(names)
			event = rapid.SampledFrom(names).Draw(t, "event")
		}
		tools := []string{secret}
		for name := range d.tools {
			tools = append(tools, name)
		}
		slices.Sort(tools)
		tool := rapid.SampledFrom(tools).Draw(t, "tool")
		arguments := object{
			"file_path": "/" + secret + "/pkg/server.go", "filePath": "/" + secret + "/pkg/server.go", "path": secret,
			"pattern": "Start|" + secret + "|" + secret + "2", "command": "grep -rn 'Start|" + secret + "' " + secret + " && cat " + secret,
			"old_string": secret, "new_string": secret, "content": secret, "patch": "*** Begin Patch\n*** Update File: " + secret + "\n@@\n+" + secret,
		}
		payload := encoded(object{
			"hook_event_name": event, "session_id": secret, "cwd": "/" + secret, "prompt": "fix " + secret + " and retryBackoff in Server.Start",
			"tool_name": tool, "tool_input": arguments, "tool_response": secret, "transcript_path": secret, "source": secret,
			"toolName": secret, "toolArgs": secret, "extra": object{"user_message": secret, "is_first_turn": true}, secret: secret,
		})
		var out bytes.Buffer
		Run(context.Background(), Options{Agent: agent, In: strings.NewReader(payload), Out: &out, Dir: "/" + secret, Open: (&fakeIndex{}).open, Log: log, Limit: patient})
		list := observations(t, log)
		if raw, _ := os.ReadFile(log); bytes.Contains(bytes.ToLower(raw), []byte(strings.ToLower(secret))) || bytes.Contains(raw, []byte("server.go")) {
			t.Fatalf("the log tells: %s", raw)
		}
		if emitted := list[len(list)-1].Emitted; emitted != (out.Len() > 0 && out.String() != d.silence) {
			t.Fatalf("emitted %v, printed %q", emitted, out.String())
		}
	})
	info, err := os.Stat(log)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

// Many who write at once, each with a file of its own opening, lose no line
// and mix none, also while the file is put aside.
func TestLogOfMany(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "er", LogName)
	(observation{Agent: claudeCode, Event: other, Index: indexUnasked}).append(path, time.Now())
	line := onlyLine(t, path)
	text, _ := json.Marshal(line)
	// Nearly as long as it may be, so that it is put aside meanwhile.
	filler := bytes.Repeat(append(text, '\n'), mostLog/(len(text)+1)-20)
	if err := os.WriteFile(path, filler, 0o600); err != nil {
		t.Fatal(err)
	}
	const writers, each = 16, 20
	var group sync.WaitGroup
	for i := range writers {
		group.Go(func() {
			for range each {
				(observation{Agent: claudeCode, Event: PreToolUse, Index: indexReady, Millis: int64(i)}).append(path, time.Now())
			}
		})
	}
	group.Wait()
	count := map[int64]int{}
	for _, o := range append(observations(t, path+".1"), observations(t, path)...) {
		if o.Event == PreToolUse {
			count[o.Millis]++
		}
	}
	for i := range writers {
		if count[int64(i)] != each {
			t.Errorf("of writer %d there are %d lines", i, count[int64(i)])
		}
	}
	if info, err := os.Stat(path); err != nil || info.Size() > mostLog/2 {
		t.Errorf("the file was not put aside: %v", err)
	}
}

// Where nothing can be written nothing is, and nobody is told.
func TestLogUnwritable(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	write(t, file, "")
	for _, path := range []string{"", filepath.Join(file, LogName), dir} {
		(observation{Agent: claudeCode}).append(path, time.Now())
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("left %v, %v", entries, err)
	}
	if info, err := os.Stat(file); err != nil || info.Size() != 0 {
		t.Errorf("%v, %v", info, err)
	}
}

func Example_observation() {
	text, _ := json.Marshal(observation{"2026-01-02T03:04:05Z", "codex", PreToolUse, true, indexReady, 2, 7})
	fmt.Println(string(text))
	// Output: {"at":"2026-01-02T03:04:05Z","agent":"codex","event":"PreToolUse","emitted":true,"index":"ready","segments":2,"ms":7}
}

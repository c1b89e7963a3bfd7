package cli

import (
	"strings"
	"testing"
)

// An answer that is not JSON is printed as it is, on a terminal as well, where
// JSON would be indented and coloured.
func TestOtherFormatsAreVerbatim(t *testing.T) {
	const payload = "GCX1 tool=read fields=a\n{\"b\":1}\t"
	for _, with := range []func(*App){nil, terminal} {
		f := answer(payload)
		f.reply.Format = "gcx"
		if got := run(t, f, "", with, "call", "read", "--format", "gcx"); got.out != payload+"\n" || got.status != 0 {
			t.Errorf("got %+v", got)
		}
	}
}

// The format is put where the tool reads it, with the rest of the object as it
// was.
func TestFormatInTheRequest(t *testing.T) {
	for _, tt := range []struct{ tool, given, want string }{
		{"read", ``, `{"output":{"format":"toon"}}`},
		{"read", `{"b":1.50,"a":{"z":1,"y":2}}`, `{"b":1.50,"a":{"z":1,"y":2},"output":{"format":"toon"}}`},
		{"read", `{"output":{"format":"gcx","limit":3},"a":1}`, `{"a":1,"output":{"limit":3,"format":"toon"}}`},
		{"read", `{"output":null}`, `{"output":{"format":"toon"}}`},
		{"get_callers", `{"id":"a","format":"json"}`, `{"id":"a","format":"toon"}`},
		{"read", `[1]`, `[1]`},
	} {
		args := []string{"call", tt.tool, "--format", "toon"}
		if tt.given != "" {
			args = append(args, tt.given)
		}
		f := answer(`{}`)
		if got := run(t, f, "", nil, args...); got.status != 0 || len(f.asked) != 1 || string(f.asked[0].Arguments) != tt.want {
			t.Errorf("%s %s: asked %v, %+v", tt.tool, tt.given, f.asked, got)
		}
	}
}

// A filter is not run on what is not JSON, and nothing is called for it.
func TestFilterNeedsJSON(t *testing.T) {
	for _, args := range [][]string{
		{"call", "read", "--format", "gcx", "--jq", "."},
		{"call", "read", `{"output":{"format":"text"}}`, "--jq", "."},
	} {
		f := answer(`{}`)
		got := run(t, f, "", nil, args...)
		if got.status != 2 || len(f.asked) > 0 || !strings.HasPrefix(got.out, `{"error_code":"invalid_argument","message":"--jq reads json and `) {
			t.Errorf("%q: asked %v, %+v", args, f.asked, got)
		}
	}
	f := answer("a: 1") // understood by nobody before the call
	f.reply.Format = "toon"
	if got := run(t, f, "", nil, "call", "read", "--jq", "."); got.status != 2 || strings.Contains(got.out, "a: 1") {
		t.Errorf("%+v", got)
	}
}

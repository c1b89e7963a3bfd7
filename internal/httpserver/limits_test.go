package httpserver_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/httpserver"
)

// A socket without a path would be one of a random name, open to every user.
func TestUnixSocketHasAPath(t *testing.T) {
	l, err := httpserver.Listen(t.Context(), "unix:", "")
	if err == nil {
		_ = l.Close()
	}
	if e := op.AsError(err); err == nil || e.Code != op.CodeInvalid || e.Data["field"] != "listen" {
		t.Errorf("got %v", err)
	}
}

// A body that does not arrive ends its request; an answer may take longer than
// a body.
func TestSlowBodiesEnd(t *testing.T) {
	address := serve(t, "127.0.0.1:0", httpserver.Config{BodyWait: 100 * time.Millisecond}).String()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(10 * time.Second))
	fmt.Fprintf(c, "POST /v1/tools/read HTTP/1.1\r\nHost: %s\r\nContent-Length: 100\r\n\r\n{", address)
	if line, err := bufio.NewReader(c).ReadString('\n'); err != nil || !strings.Contains(line, "408") {
		t.Errorf("a body that stops: %q, %v", line, err)
	}
	res, text := ask(t, http.DefaultClient, "POST", "http://"+address+"/v1/tools/sleep", `{}`)
	if res.StatusCode != http.StatusOK {
		t.Errorf("a slow answer: %s %s", res.Status, text)
	}
}

// What a header says of ignored fields is short and ASCII, whatever they are.
func TestMetaHeaderIsShort(t *testing.T) {
	base := "http://" + serve(t, "127.0.0.1:0", httpserver.Config{}).String()
	res, _ := ask(t, http.DefaultClient, "POST", base+"/v1/tools/ignoring", `{}`)
	text := res.Header.Get("Gortex-Meta")
	var meta op.Meta
	if err := json.Unmarshal([]byte(text), &meta); err != nil {
		t.Fatal(err)
	}
	if len(text) > 12_000 || len(meta.Ignored) == 0 || meta.Ignored[0] != "é😀" || len(meta.Warnings) != 1 {
		t.Errorf("%d bytes: %.200s", len(text), text)
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r > 0x7e }) {
		t.Errorf("not ASCII: %.200s", text)
	}
}

package hosttest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// otherServer is an MCP server of somebody else with one tool, for homes that
// have servers already.
func otherServer(in io.Reader, out io.Writer) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var q struct {
			ID     json.RawMessage
			Method string
			Params struct{ ProtocolVersion string }
		}
		if json.Unmarshal(lines.Bytes(), &q) != nil || q.ID == nil {
			continue
		}
		answer := `"result":{}`
		switch q.Method {
		case "initialize":
			version, _ := json.Marshal(q.Params.ProtocolVersion)
			answer = `"result":{"protocolVersion":` + string(version) + `,"capabilities":{"tools":{}},"serverInfo":{"name":"weather","version":"1.0.0"}}`
		case "tools/list":
			answer = `"result":{"tools":[{"name":"forecast","description":"Tells the weather.","inputSchema":{"type":"object","properties":{}},"annotations":{"readOnlyHint":true}}]}`
		case "ping":
		default:
			answer = `"error":{"code":-32601,"message":"method not found"}`
		}
		fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,%s}`+"\n", q.ID, answer)
	}
}

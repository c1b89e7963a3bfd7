package hosttest

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"testing"
)

var (
	wanted = flag.String("hosts", "", "run these assistants end to end: `NAMES` of hosts.json, as codex or codex@0.171.0, or all")
	open   = flag.Bool("open", false, "where namespaces cannot be had, run them all the same, with proxies that lead nowhere")
	logs   = flag.Bool("logs", false, "print what was run also where all is well")
	update = flag.Bool("update", false, "write the results to testdata/results.json")
)

// The words by which this binary starts itself again.
const (
	asHost  = "hosttest-run-host" // and the file of a job
	asOther = "hosttest-be-an-mcp-server"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case asOther:
			otherServer(os.Stdin, os.Stdout)
			os.Exit(0)
		case asHost:
			os.Exit(runJob(os.Args[2]))
		}
	}
	os.Exit(m.Run())
}

// runJob is the process of one host, in its namespaces.
func runJob(path string) int {
	var j job
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &j)
	}
	if err == nil && j.Isolated {
		err = settleIn(&j)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if j.Pkg.Host == "" {
		return 0 // a trial of the namespaces
	}
	out, err := json.Marshal(j.run())
	if err == nil {
		err = os.WriteFile(path+".out", out, 0o600)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

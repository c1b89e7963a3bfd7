package read_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/facade/facadetest"
)

// The flat tool says what a symbol is, and counts its edges or lists them.
func TestSymbolMetadata(t *testing.T) {
	e := facadetest.Open(t, "repo.txtar")
	for _, tt := range []struct{ name, args, want string }{
		{"briefly", `{"id":"Server.Start"}`,
			`{"node":{"id":"a/server.go::Server.Start","kind":"method","name":"Start","qualified_name":"Server.Start","file":"a/server.go","language":"go","line":13,"start_line":13,"end_line":18,"signature":"func (s *Server) Start(n int) error","visibility":"exported","owner":"a/server.go::Server"},"out_edges_total":3,"out_edges":[
  {"kind":"calls","count":2},
  {"kind":"member_of","count":1}],
 "in_edges_total":1,"in_edges":[
  {"kind":"calls","count":1}]}`},
		{"with every edge and the doc comment", `{"id":"Server.Start","detail":"full"}`,
			`{"node":{"id":"a/server.go::Server.Start","kind":"method","name":"Start","qualified_name":"Server.Start","file":"a/server.go","language":"go","line":13,"start_line":13,"end_line":18,"signature":"func (s *Server) Start(n int) error","visibility":"exported","owner":"a/server.go::Server","doc":"Start begins. It never returns."},"out_edges_total":3,"out_edges":[
  {"kind":"member_of","id":"a/server.go::Server","tier":"compiler_resolved"},
  {"kind":"calls","id":"external::fmt.Println","file":"a/server.go","line":15,"tier":"compiler_resolved"},
  {"kind":"calls","id":"a/server.go::helper","file":"a/server.go","line":17,"tier":"compiler_resolved"}],
 "in_edges_total":1,"in_edges":[
  {"kind":"calls","id":"a/use.go::use","file":"a/use.go","line":3,"tier":"compiler_resolved"}]}`},
		{"a name outside the index has uses and no place", `{"id":"fmt.Println","detail":"full"}`,
			`{"node":{"id":"external::fmt.Println","kind":"external","name":"fmt.Println"},"out_edges_total":0,"out_edges":[],"in_edges_total":1,"in_edges":[
  {"kind":"calls","id":"a/server.go::Server.Start","file":"a/server.go","line":15,"tier":"compiler_resolved"}]}`},
		{"a file", `{"id":"README.md"}`,
			`{"node":{"id":"README.md","kind":"file","name":"README.md","file":"README.md","language":"markdown","start_line":1,"end_line":3},"out_edges_total":0,"out_edges":[],"in_edges_total":0,"in_edges":[]}`},
		{"no room for every edge", `{"id":"Server.Start","detail":"full","max_bytes":800}`,
			`{"node":{"id":"a/server.go::Server.Start","kind":"method","name":"Start","qualified_name":"Server.Start","file":"a/server.go","language":"go","line":13,"start_line":13,"end_line":18,"signature":"func (s *Server) Start(n int) error","visibility":"exported","owner":"a/server.go::Server","doc":"Start begins. It never returns."},"out_edges_total":3,"out_edges":[
  {"kind":"member_of","id":"a/server.go::Server","tier":"compiler_resolved"}],
 "in_edges_total":1,"in_edges":[
  {"kind":"calls","id":"a/use.go::use","file":"a/use.go","line":3,"tier":"compiler_resolved"}],
 "truncated":true}`},
		{"a name that nothing has", `{"id":"Strat"}`,
			`{"error_code":"symbol_not_found","message":"no symbol is called \"Strat\"","data":{"candidates":[
  {"id":"a/server.go::Server.Start","kind":"method","file":"a/server.go","line":13,"signature":"func (s *Server) Start(n int) error"}],
 "symbol":"Strat"}}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := facadetest.Rows(facadetest.Call(t, e, "get_symbol", tt.args))
			if d := cmp.Diff(strings.Split(tt.want, "\n"), strings.Split(got, "\n")); d != "" {
				t.Errorf("%s (-want +got):\n%s", tt.args, d)
			}
		})
	}
}

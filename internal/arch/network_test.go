package arch

import (
	"go/ast"
	"strconv"
	"strings"
	"testing"
)

// dials are the calls by which a program reaches another machine, by package
// and name. Listening is something else.
var dials = map[string][]string{
	"net": {"Dial", "DialTimeout", "Dialer", "DialTCP", "DialUDP", "DialIP", "DialUnix", "LookupHost", "LookupAddr", "Resolver", "DefaultResolver"},
	"net/http": {
		"Get", "Post", "PostForm", "Head", "Client", "DefaultClient", "Transport", "DefaultTransport", "NewRequest", "NewRequestWithContext", "RoundTripper",
	},
	"net/smtp": {"Dial", "SendMail"},
	"net/rpc":  {"Dial", "DialHTTP"},
}

// What happens on this machine stays there: no code of ours can send anything
// anywhere. There is no telemetry, no update check and no remote graph; a
// feature that needs one of these calls belongs into a package that is named
// here with its reason.
//
//spec:13-off-by-default 13-nothing-identifying 13-allow-list 15.6-off 15.5-federation
func TestNothingDialsOut(t *testing.T) {
	eachFile(t, func(s source) {
		names := map[string]string{} // local name of an import -> its path
		for _, spec := range s.file.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			if dials[path] == nil {
				continue
			}
			name := path[strings.LastIndexByte(path, '/')+1:]
			if spec.Name != nil {
				name = spec.Name.Name
			}
			names[name] = path
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			of, ok := sel.X.(*ast.Ident)
			if !ok {
				return true
			}
			for _, name := range dials[names[of.Name]] {
				if sel.Sel.Name == name {
					t.Errorf("%s:%d: %s.%s can reach other machines", s.path, s.fset.Position(n.Pos()).Line, of.Name, name)
				}
			}
			return true
		})
	})
}

package response

import "github.com/gortexhq/gortex/facade/op"

var grepCompat = op.Remembered(op.Spec{
	Name: "grep_compat", Summary: "Lines of an earlier answer that match a pattern.",
	Hidden: true,
	Legacy: []op.Legacy{{Name: "grep_results"}},
	Examples: []op.Example{
		{Text: "In the latest answer", Request: `{"arguments":{"pattern":"TODO"}}`},
	},
}, runGrep)

package analyze

import "github.com/gortexhq/gortex/facade/op"

// of is a request that has nothing but options; needs is one that is not
// complete without them.
type (
	of[Options any] struct {
		Options Options `json:"options,omitzero"`
	}
	needs[Options any] struct {
		Options Options `json:"options"`
	}
)

// in is a request about a file, about a symbol, or about either.
type (
	inFile[Options any] struct {
		Target  op.Target `json:"target" selectors:"file"`
		Options Options   `json:"options,omitzero"`
	}
	inSymbol[Options any] struct {
		Target  op.Target `json:"target" selectors:"symbol"`
		Options Options   `json:"options,omitzero"`
	}
	inEither[Options any] struct {
		Target  op.Target `json:"target" selectors:"symbol,file"`
		Options Options   `json:"options,omitzero"`
	}
)

// What many analyses take.
type (
	most struct {
		Limit int `json:"limit,omitempty" default:"50" min:"1" max:"100000" doc:"most rows"`
	}
	under struct {
		PathPrefix string `json:"path_prefix,omitempty" doc:"only what lies under this path"`
	}
	window struct {
		under
		most
	}
	kinds struct {
		Kinds []string `json:"kinds,omitempty" doc:"only symbols of these kinds, as function, method, type"`
	}
	scores struct {
		MinScore float64 `json:"min_score,omitempty" min:"0" max:"100" doc:"least score"`
		MaxScore float64 `json:"max_score,omitempty" min:"0" max:"100" doc:"greatest score"`
	}
	// common is taken by every native kind.
	common struct {
		Compact bool `json:"compact,omitempty" doc:"only what identifies each row"`
		op.Scope
	}
)

// Options that are made of nothing else.
type (
	anywhere struct{ common }
	limited  struct {
		most
		common
	}
	prefixed struct {
		under
		common
	}
	windowed struct {
		window
		common
	}
	named struct {
		Name string `json:"name,omitempty" doc:"only what has this name"`
		common
	}
	namedRows struct {
		Name string `json:"name,omitempty" doc:"only what has this name"`
		limited
	}
)

// kind declares one of the analyses that share a flat tool, which tells them
// apart by its argument kind. The example is the request with these options.
func kind[Options any](name, summary, text, options string) op.Spec {
	request := `{"kind":"` + name + `"}`
	if options != "" {
		request = `{"kind":"` + name + `","options":` + options + `}`
	}
	return native[of[Options]](name, summary, example(text, request))
}

// native is kind for requests that are more than options.
func native[Req any](name, summary string, examples ...op.Example) op.Spec {
	return op.Takes[Req](op.Spec{
		Name: name, Summary: summary,
		Fixed:  op.Args{"kind": name},
		Legacy: []op.Legacy{{Name: "analyze", When: op.Args{"kind": name}}},
	}, examples...)
}

func example(text, request string) op.Example { return op.Example{Text: text, Request: request} }

// fixed adds what the server decides because it would be more than a read.
func fixed(s op.Spec, path string, v any) op.Spec {
	if s.Fixed == nil {
		s.Fixed = op.Args{}
	}
	s.Fixed[path] = v
	return s
}

// renamed says what the flat tool calls fields that have another name here.
func renamed(s op.Spec, names op.Renames) op.Spec {
	s.Legacy[0].Args = names
	return s
}

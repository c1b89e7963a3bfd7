package op

import (
	"context"
	"encoding/json"
)

// Request is one call of a tool, as any transport receives it.
type Request struct {
	Tool      string          `json:"tool"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
	Session   string          `json:"session,omitempty"`
	Surface   Surface         `json:"surface,omitempty"`
	Format    string          `json:"format,omitempty"` // of the answer, where the arguments do not say
	Gate      Gate            `json:"-"`                // nil: the sender may call every tool
}

// Gate says what the sender of a request may call.
type Gate interface {
	// Check refuses a tool by its name. The error says what is there.
	Check(tool string) error
	// Permit refuses an operation by its effect, whatever tool it is reached by.
	Permit(o *Op) error
}

// Surface says which names a request may use.
type Surface string

// The surfaces. The zero value is for people and scripts: every name, and the
// public tool where an old one shares its name.
const (
	SurfaceBoth   Surface = ""
	SurfacePublic Surface = "public" // the public tools alone, as MCP clients see them
	SurfaceLegacy Surface = "legacy" // as SurfaceBoth, but the old tool where names are shared
)

// Reply is the answer to a Request. Payload is what a caller sees, success or
// failure; the transports add nothing to it and take nothing away.
type Reply struct {
	Payload json.RawMessage `json:"payload"`
	Err     *Error          `json:"-"`
	Meta    Meta            `json:"meta"`
	// Format is what Payload is written in where that is not JSON: see [Output].
	Format string `json:"format,omitempty"`
	// Security is what a transport tells beside the payload, as
	// _meta.gortex_security, of text that addresses the reader; nil: nothing.
	Security *Advisory `json:"security,omitempty"`
}

// Advisory says that a request or its answer holds text that gives orders to
// the model that reads it. Nothing was changed for it.
type Advisory struct {
	Note     string    `json:"note"`
	Findings []Suspect `json:"findings"`
}

// Suspect is one kind of such text, in one place.
type Suspect struct {
	Where   string `json:"where"`   // arguments or result
	Pattern string `json:"pattern"` // the name of the rule
	Count   int    `json:"count"`
	Offset  int    `json:"offset"` // of the first, in bytes of the text
}

// Failed is the reply to a request that met its end before the dispatcher.
func Failed(err error) Reply {
	e := AsError(err)
	return Reply{Payload: encode(e), Err: e, Meta: Meta{SurfaceVersion: SurfaceVersion}}
}

// Meta says which operation answered.
type Meta struct {
	SurfaceVersion string   `json:"surface_version"`
	Facade         string   `json:"facade,omitempty"`
	Operation      string   `json:"operation,omitempty"`
	CanonicalTool  string   `json:"canonical_tool,omitempty"`
	Ignored        []string `json:"ignored_fields,omitempty"` // paths that the operation does not read
	// DidYouMean holds, for those of them that look misspelled, the path of the
	// field that was probably meant.
	DidYouMean map[string]string `json:"did_you_mean,omitempty"`
	// ResponseID is the handle by which the response tool finds the answer again.
	ResponseID string `json:"response_id,omitempty"`
	// Warnings are sentences about the session of the call: that it began anew,
	// or that a write came too early in a workflow.
	Warnings []string `json:"warnings,omitempty"`
}

// Caller answers requests. The dispatcher is one; so is a client of the
// daemon. Every front door is written against it.
type Caller interface {
	Call(context.Context, Request) Reply
}

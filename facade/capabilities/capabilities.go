// Package capabilities describes the other tools: the one place where a caller
// learns what an operation takes.
package capabilities

import (
	"sync"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/facade/surface"
)

// New is the capabilities tool over a set of facades, of which it is one.
func New(all func() []*op.Facade) *op.Facade {
	catalog := sync.OnceValue(func() *surface.Catalog { return surface.NewCatalog(all()) })
	return op.ReadFacade(
		op.Tool{
			Name:     "capabilities",
			Summary:  "List the operations of a tool, or give the exact schema of one.",
			By:       op.NoDiscriminator, // its operation is a thing to describe, not a thing to do
			Envelope: envelope{},
		},
		describe(all), legacyProfile(catalog), legacySearch(catalog),
	)
}

// envelope is what tools/list shows of a request.
type envelope struct {
	Domain    string  `json:"domain,omitempty"`
	Operation string  `json:"operation,omitempty"`
	Detail    string  `json:"detail,omitempty" enum:"summary,schema"`
	Output    op.Open `json:"output,omitempty"`
}

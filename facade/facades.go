// Package facade is the operation registry and the one dispatch every front
// door of gortex goes through.
package facade

import (
	"github.com/gortexhq/gortex/facade/analyze"
	"github.com/gortexhq/gortex/facade/ask"
	"github.com/gortexhq/gortex/facade/capabilities"
	"github.com/gortexhq/gortex/facade/change"
	"github.com/gortexhq/gortex/facade/edit"
	"github.com/gortexhq/gortex/facade/explore"
	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/facade/overlay"
	"github.com/gortexhq/gortex/facade/pr"
	"github.com/gortexhq/gortex/facade/publish_review"
	"github.com/gortexhq/gortex/facade/read"
	"github.com/gortexhq/gortex/facade/recall"
	"github.com/gortexhq/gortex/facade/refactor"
	"github.com/gortexhq/gortex/facade/relations"
	"github.com/gortexhq/gortex/facade/remember"
	"github.com/gortexhq/gortex/facade/response"
	"github.com/gortexhq/gortex/facade/review"
	"github.com/gortexhq/gortex/facade/search"
	"github.com/gortexhq/gortex/facade/session"
	"github.com/gortexhq/gortex/facade/trace"
	"github.com/gortexhq/gortex/facade/workspace"
	"github.com/gortexhq/gortex/facade/workspace_admin"
)

// All lists the public tools in the order in which they are advertised.
func All() []*op.Facade {
	return []*op.Facade{
		explore.Facade,
		search.Facade,
		read.Facade,
		relations.Facade,
		trace.Facade,
		analyze.Facade,
		ask.Facade,
		change.Facade,
		edit.Facade,
		refactor.Facade,
		review.Facade,
		publish_review.Facade,
		pr.Facade,
		recall.Facade,
		remember.Facade,
		workspace.Facade,
		workspace_admin.Facade,
		overlay.Facade,
		session.Facade,
		response.Facade,
		capabilities.New(All),
	}
}

package op

import "context"

type (
	planningKey struct{}
	toolsKey    struct{}
)

// WithTools says which tools there are.
func WithTools(ctx context.Context, all []*Facade) context.Context {
	return context.WithValue(ctx, toolsKey{}, all)
}

// Tools are the tools there are, for an operation that is about them; a read is
// not told.
func Tools(ctx context.Context) []*Facade {
	all, _ := ctx.Value(toolsKey{}).([]*Facade)
	return all
}

// WithPlanning says that the operator allows nothing but reads.
func WithPlanning(ctx context.Context) context.Context {
	return context.WithValue(ctx, planningKey{}, true)
}

// OperatorPlans reports whether the operator allows nothing but reads, which no
// session can change.
func OperatorPlans(ctx context.Context) bool { return ctx.Value(planningKey{}) != nil }

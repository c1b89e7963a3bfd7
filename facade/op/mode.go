package op

import "context"

type planningKey struct{}

// WithPlanning says that the operator allows nothing but reads.
func WithPlanning(ctx context.Context) context.Context {
	return context.WithValue(ctx, planningKey{}, true)
}

// OperatorPlans reports whether the operator allows nothing but reads, which no
// session can change.
func OperatorPlans(ctx context.Context) bool { return ctx.Value(planningKey{}) != nil }

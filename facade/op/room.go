package op

import "context"

type roomKey struct{}

func withRoom(ctx context.Context, bytes int) context.Context {
	if bytes == 0 {
		return ctx
	}
	return context.WithValue(ctx, roomKey{}, bytes)
}

// Room is how many bytes the answer may have, 0 when there is no limit. A
// handler that can choose how much of a text to give asks it; lists are cut
// without the handler's help.
func Room(ctx context.Context) int {
	n, _ := ctx.Value(roomKey{}).(int)
	return n
}

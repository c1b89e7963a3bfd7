package op_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gortexhq/gortex/facade"
	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
)

func failing(h func(context.Context) error) *op.Facade {
	return op.ReadFacade(op.Tool{Name: "failing"},
		op.Read(op.Spec{Name: "fail", Summary: "Fails.", Default: true}, func(ctx context.Context, _ engine.View, _ struct{}) (struct{}, error) {
			return struct{}{}, h(ctx)
		}))
}

// Whatever goes wrong below, the caller gets an error of the closed list.
func TestFailuresHaveCodes(t *testing.T) {
	for _, tt := range []struct {
		want op.Code
		fail func(context.Context) error
	}{
		{op.CodeInternal, func(context.Context) error { panic("no") }},
		{op.CodeInternal, func(context.Context) error { return errors.New("no") }},
		{op.CodeCancelled, func(context.Context) error { return fmt.Errorf("read: %w", context.Canceled) }},
		{op.CodeDiskFull, func(context.Context) error { return fmt.Errorf("write: %w", syscall.ENOSPC) }},
		{op.CodeIndexNewer, func(context.Context) error {
			return fmt.Errorf("open: %w", &engine.Failure{Code: "index_newer", Message: "newer"})
		}},
		{op.CodeSymbolNotFound, func(context.Context) error { return op.Errorf(op.CodeSymbolNotFound, "no symbol") }},
	} {
		e := &fake{}
		reply := call(t, caller(t, e, failing(tt.fail)), "failing", `{}`)
		if reply.Err == nil || reply.Err.Code != tt.want || e.open != 0 {
			t.Errorf("got %v, want %s; %d views open", reply.Err, tt.want, e.open)
		}
	}
}

// A handler that does not come back does not keep its caller; what it held is
// given back when it ends.
//
//spec:surface-abandoned
func TestDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &fake{}
		f := failing(func(context.Context) error { time.Sleep(5 * time.Minute); return nil })
		r, err := facade.NewRegistry([]*op.Facade{f})
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		reply := facade.New(r, e, facade.Policy{}).Call(t.Context(), op.Request{Tool: "failing", Arguments: json.RawMessage(`{}`)})
		if reply.Err == nil || reply.Err.Code != op.CodeTimeout || time.Since(start) != facade.Deadline || e.open != 1 {
			t.Errorf("got %v after %v, %d views open", reply.Err, time.Since(start), e.open)
		}
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		if e.open != 0 {
			t.Errorf("%d views open", e.open)
		}
		if reply := facade.New(r, e, facade.Policy{Deadline: -1}).Call(t.Context(), op.Request{Tool: "failing"}); reply.Err != nil {
			t.Errorf("without a deadline: %v", reply.Err)
		}
	})
}

// Every code has a sentence and an exit status that is documented.
func TestCodes(t *testing.T) {
	seen := map[op.Code]bool{}
	last := op.ExitFailed
	for _, d := range op.Codes() {
		if seen[d.Code] || d.Doc == "" || d.Exit < last || d.Code.Exit() != d.Exit {
			t.Errorf("%+v", d)
		}
		seen[d.Code], last = true, d.Exit
	}
	if got := op.Code("unheard_of").Exit(); got != op.ExitFailed {
		t.Errorf("got %d", got)
	}
}

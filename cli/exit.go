package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/gortexhq/gortex/facade/op"
)

// exit prints an error for programs and for people, and returns the status.
func (a *App) exit(ctx context.Context, err error) int {
	if err == nil {
		return op.ExitDone
	}
	var stream *streamError
	var told *toldError
	e := op.AsError(err)
	switch {
	case errors.As(err, &told): // Out has the document already
	case ctx.Err() != nil && e.Code == op.CodeInternal:
		e = op.AsError(ctx.Err())
		fallthrough
	case a.documents && (!a.OutTTY || a.asJSON) && !errors.As(err, &stream):
		if text, err := encode(e); err == nil {
			_ = a.print(text) // nothing is left to say if this fails
		}
	}
	a.note("%s", e.Message)
	if a.OutTTY && !a.asJSON && !errors.As(err, &told) {
		fmt.Fprint(a.Err, details(e))
	}
	return e.Code.Exit()
}

// toldError is a failure whose document was printed as the tool gave it.
type toldError struct{ cause *op.Error }

func (e *toldError) Error() string { return e.cause.Error() }
func (e *toldError) Unwrap() error { return e.cause }

// note writes one line for people.
func (a *App) note(format string, args ...any) {
	line := strings.ReplaceAll(strings.TrimSpace(fmt.Sprintf(format, args...)), "\n", " ")
	name := "gortex:"
	if a.color(a.ErrTTY) {
		name = styleError + name + styleReset
	}
	fmt.Fprintln(a.Err, name, line)
}

// exitCodesTopic is `gortex help exit-codes`.
func exitCodesTopic() *cobra.Command {
	return &cobra.Command{
		Use:   "exit-codes",
		Short: "What the exit status and the error codes mean",
		Long:  ExitCodes(),
	}
}

// ExitCodes is the table of exit statuses and error codes as text.
func ExitCodes() string {
	var b strings.Builder
	b.WriteString("A failed command prints a JSON document {error_code, message, data} on standard\n" +
		"output, or on a terminal what it says in a few lines, and one line on standard\n" +
		"error, and exits with a status:\n\n")
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "  %d\tdone\n  %d\tfailed\n  %d\tthe request was wrong\n  %d\tnot found\n  %d\trefused\n  %d\tunavailable\n  %d\tinterrupted\n",
		op.ExitDone, op.ExitFailed, op.ExitUsage, op.ExitNotFound, op.ExitRefused, op.ExitUnavailable, op.ExitInterrupted)
	w.Flush()
	b.WriteString("\nWhen a reader such as head closes the pipe early, gortex is ended by SIGPIPE, which\n" +
		"shells show as 141. The error codes:\n\n")
	w = tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, d := range op.Codes() {
		fmt.Fprintf(w, "  %s\t%d\t%s\n", d.Code, d.Exit, d.Doc)
	}
	w.Flush()
	return strings.TrimRight(b.String(), "\n")
}

// Package progress tells people how far a long piece of work has come.
package progress

// Func is told about progress: what is being done, and how much of how much.
// A total of 0 means that it is not known. It is called from several
// goroutines and often; it must be quick. A nil Func must not be called: see
// [Func.Report].
type Func func(phase string, done, total int)

// Report calls f, if there is one.
func (f Func) Report(phase string, done, total int) {
	if f != nil {
		f(phase, done, total)
	}
}

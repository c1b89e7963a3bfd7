package op_test

import (
	"fmt"
	"testing"

	"github.com/gortexhq/gortex/facade/op"
)

// What a format costs: a list of a thousand rows, whole and cut to a budget.
func BenchmarkFormats(b *testing.B) {
	d := placesOf(b, &fake{generation: "g"})
	for _, format := range op.Formats() {
		for _, budget := range []int{1 << 20, 10_000} {
			b.Run(fmt.Sprintf("%s/%d", format, budget), func(b *testing.B) {
				for b.Loop() {
					if reply := ask(d, "places", format, `{"n":1000,"size":4,"output":{"max_bytes":%d}}`, budget); reply.Err != nil {
						b.Fatal(reply.Err)
					}
				}
			})
		}
	}
}

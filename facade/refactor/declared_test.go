package refactor_test

import (
	"testing"

	"github.com/gortexhq/gortex/facade/facadetest"
	"github.com/gortexhq/gortex/facade/refactor"
)

func TestDeclared(t *testing.T) { facadetest.Declared(t, refactor.Facade) }

// The fields of an ordinary refactoring stand at the top level.
//
//spec:8.3-refactor-direct
func TestAdvertised(t *testing.T) {
	s := refactor.Facade.Advertised()
	for _, name := range []string{"target", "new_name", "destination", "dry_run"} {
		if s.Property(name) == nil {
			t.Errorf("refactor does not advertise %s", name)
		}
	}
}

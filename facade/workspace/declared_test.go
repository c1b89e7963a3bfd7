package workspace_test

import (
	"testing"

	"github.com/gortexhq/gortex/facade/facadetest"
	"github.com/gortexhq/gortex/facade/workspace"
)

func TestDeclared(t *testing.T) { facadetest.Declared(t, workspace.Facade) }

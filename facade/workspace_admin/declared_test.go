package workspace_admin_test

import (
	"testing"

	"github.com/gortexhq/gortex/facade/facadetest"
	"github.com/gortexhq/gortex/facade/workspace_admin"
)

func TestDeclared(t *testing.T) { facadetest.Declared(t, workspace_admin.Facade) }

package session_test

import (
	"testing"

	"github.com/gortexhq/gortex/facade/facadetest"
	"github.com/gortexhq/gortex/facade/session"
)

func TestDeclared(t *testing.T) { facadetest.Declared(t, session.Facade) }

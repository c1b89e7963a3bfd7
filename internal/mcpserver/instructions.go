package mcpserver

import "github.com/gortexhq/gortex/facade/surface"

// Instructions are what a client is told that sees the public tools; one with
// another surface is told of that.
const Instructions = surface.PublicInstructions

// Package wiretest holds the tests of the MCP server as other people's clients
// see it: mcp-go's, the official Go SDK's and the official TypeScript SDK's, each
// against a real process. docs/mcp.md says what is shown that way.
package wiretest

// Package hosttest holds the end-to-end tests of gortex install with real
// coding assistants: pinned versions from npm are run on what was written, each
// in namespaces of its own that nothing leaves, and say themselves whether they
// see gortex; a model server of our own records which tools their first request
// carries. docs/hosts.md has the last results.
package hosttest

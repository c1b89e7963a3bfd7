// Package bind resolves the languages gortex knows by their syntax: it parses
// the files of a family of languages, keeps a lang.Unit of each, and binds the
// units' expressions to declarations through imports, re-exports, classes and
// types. It knows no language; what differs is in Language.
//
// Resolution is a pure function of the units and the module names, evaluated
// on demand with a bound on the hops through variables and results ("fuel"), so
// that an answer never depends on the order of questions and cycles end.
package bind

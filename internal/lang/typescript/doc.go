// Package typescript knows TypeScript, TSX, JavaScript and JSX: it makes a
// lang.Unit of a parsed file, and it finds the file a module specifier means
// as tsc and Node do.
//
// The extractor is a single walk over the flat records of the parse. A scope's
// names are declared when it is entered, each in the spaces TypeScript gives it
// (values, types, namespaces), so that every identifier is bound where it is met.
package typescript

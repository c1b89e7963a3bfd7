// Package source is about the bytes of a source file and the path that names it: decoding
// without changing them, lines and columns, content hashes, what kind of bytes they are, and
// which user paths lie inside a repository.
//
// Every offset in gortex is a byte offset into the raw file as it lies on disk.
package source

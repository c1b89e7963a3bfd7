// Package store keeps the index of one tree on disk, in a format of its own.
//
// A directory holds one current generation:
//
//	MANIFEST        which generation is current; replaced by rename
//	VERIFIED        which base has been summed, and what it looked like
//	gen-000007.idx  the base: immutable, memory-mapped columns
//	gen-000007.log  segments appended since: changed files, in the same columns
//	LOCK            held by the one writer; its pid is inside
//
// Base and segments are the same thing, a part: an image of sections (see
// section.go) whose columns describe some files, their nodes, the edges out of
// them and an index of the edges into any node. A Reader lays the segments over
// the base: a file belongs to the newest part that has it, and what older parts
// say about it is void. Node and file numbers never change within a generation.
//
// All of it is derived data. What is damaged or of another version is reported
// and made anew by the caller, never repaired.
package store

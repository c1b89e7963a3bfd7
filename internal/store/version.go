package store

// FormatVersion is the version this package writes and reads. An index of any
// other version is rebuilt (older) or refused (newer), never converted: it is
// derived data. Raise it with every change of what bytes mean, and leave an
// index of the version left behind in testdata/backcompat.
//
//	1: files, nodes, edges both ways, names, words, derived edges, blobs, text
const FormatVersion = 1

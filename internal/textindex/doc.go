// Package textindex finds lines in files. A trigram index says which files can
// match a pattern (the method is Russ Cox's, "Regular Expression Matching with
// a Trigram Index", 2012); those are read and searched.
//
// A document matches when one of its lines does. So trigrams never contain a
// line feed, and patterns are rewritten never to match one.
package textindex

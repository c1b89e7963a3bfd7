// Package walk takes the census of a working tree: every file that git would consider, with the
// stamps that tell cheaply, on the next call, what may have changed.
//
// Ignore rules are git's own (nested .gitignore files, info/exclude, the user's global file;
// tracked files stay in whatever the rules say), and then those of .gortexignore, which has the
// same syntax and wins over git's in both directions. As in git, nothing below an ignored
// directory can be taken in again: re-include the directory.
package walk

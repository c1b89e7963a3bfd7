// Package arch holds the laws of the source tree, as tests: which package may
// import which, how large a file may be, where a thing is to be found. A law
// that no test checks is a wish.
package arch

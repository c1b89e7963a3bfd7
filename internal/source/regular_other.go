//go:build !unix

package source

const nonblocking = 0

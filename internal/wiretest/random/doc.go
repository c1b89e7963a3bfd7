// Package random holds the tests that ask a server what it takes and then ask it
// for that: requests made at random from the published schemas, through every
// door of a real process.
package random

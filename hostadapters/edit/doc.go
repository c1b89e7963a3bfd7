// Package edit changes one entry of a configuration file and leaves every
// other byte of it as its user wrote it.
//
// A document is parsed for the places of its parts only; a change is a splice
// of the original text, so what is not touched cannot change. What comes out
// is parsed again and compared with what went in before it is handed out: an
// edit that would alter anything but its own entry is an error, not a file.
//
// [Set], [Merge], [Append], [Remove] and [RemoveElements] edit JSON, JSON with
// comments, JSON5, TOML and YAML; [SetBlock] and [RemoveBlock] edit marker
// blocks of Markdown. Each returns a [Change], whose [Undo] brings the original
// bytes back, containers that were created included.
//
// Nothing here reads or writes a file.
package edit

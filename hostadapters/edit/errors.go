package edit

import "fmt"

// Position is a place in a document: both count from 1, Col in bytes.
type Position struct {
	Line int `json:"line"`
	Col  int `json:"col"`
}

func (p Position) String() string { return fmt.Sprintf("line %d, column %d", p.Line, p.Col) }

// SyntaxError says that a document is not of its format. It is left alone.
type SyntaxError struct {
	Format Format
	Position
	Msg string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("not valid %s: %s: %s", e.Format, e.Position, e.Msg)
}

// DuplicateError says that a key of the path stands twice in one mapping, so
// that it is unknown which of the two the program reads.
type DuplicateError struct {
	Path          Path
	First, Second Position
}

func (e *DuplicateError) Error() string {
	return fmt.Sprintf("%s is there twice: at %s and at %s", e.Path, e.First, e.Second)
}

// ShapeError says that the value at Path is not what the edit needs there, as
// a list where a mapping was expected. It is not overwritten.
type ShapeError struct {
	Path Path
	Position
	Want, Got string
}

func (e *ShapeError) Error() string {
	return fmt.Sprintf("%s at %s is %s, not %s", e.Path, e.Position, e.Got, e.Want)
}

// UnsupportedError says that the document is valid, and that the edit cannot be
// made in it without touching something else: a YAML alias, two documents in
// one stream, an edit whose result failed its check.
type UnsupportedError struct {
	Path Path
	Position
	Msg string
}

func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("%s at %s cannot be edited: %s", e.Path, e.Position, e.Msg)
}

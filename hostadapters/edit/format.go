package edit

import "fmt"

// Format is the language of a document.
type Format uint8

const (
	// Markdown is the format of the [Undo] of a marker block.
	Markdown Format = iota
	// JSON is RFC 8259 and nothing more; a byte order mark is passed over.
	JSON
	// JSONC is JSON with comments and with commas before closing brackets.
	JSONC
	// JSON5 is the language of https://spec.json5.org.
	JSON5
	// TOML is TOML 1.0; multi-line inline tables of 1.1 are read, never written.
	TOML
	// YAML is one document of YAML.
	YAML
)

var formatNames = [...]string{"markdown", "json", "jsonc", "json5", "toml", "yaml"}

// String is the name of the format as a sentence has it.
func (f Format) String() string {
	if int(f) >= len(formatNames) {
		return fmt.Sprintf("Format(%d)", uint8(f))
	}
	return [...]string{"Markdown", "JSON", "JSON with comments", "JSON5", "TOML", "YAML"}[f]
}

// MarshalText is the name of the format as a record has it.
func (f Format) MarshalText() ([]byte, error) {
	if int(f) >= len(formatNames) {
		return nil, fmt.Errorf("unknown format %d", uint8(f))
	}
	return []byte(formatNames[f]), nil
}

// UnmarshalText reads what MarshalText writes.
func (f *Format) UnmarshalText(text []byte) error {
	for i, name := range formatNames {
		if name == string(text) {
			*f = Format(i)
			return nil
		}
	}
	return fmt.Errorf("unknown format %q", text)
}

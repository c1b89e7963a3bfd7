package surface

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"

	"github.com/gortexhq/gortex/facade/op"
)

// Preset is a surface that has a name. presets.toml holds them.
type Preset struct {
	Name    string   `toml:"name"`
	Aliases []string `toml:"aliases"`
	Mode    Mode     `toml:"mode"`
	About   string   `toml:"about"`
	Tools   string   `toml:"tools"` // flat names, between spaces
	Closed  bool     `toml:"closed"`
	All     bool     `toml:"all"`
	Reads   bool     `toml:"reads"`
	Brief   bool     `toml:"brief"`
}

//go:embed presets.toml
var presetsText string

// Presets are the surfaces that have a name.
var Presets = sync.OnceValue(func() []Preset {
	var file struct {
		Preset []Preset `toml:"preset"`
	}
	if _, err := toml.Decode(presetsText, &file); err != nil {
		panic("presets.toml: " + err.Error()) // a test reads it
	}
	return file.Preset
})

// Names of presets that the code speaks of.
const (
	compact       = op.SurfaceVersion
	serverDefault = "core"
	custom        = "custom" // a list of names
)

// PresetNamed finds a preset by its name or an alias, in any case; nil if there
// is none.
func PresetNamed(name string) *Preset {
	name = strings.ToLower(strings.TrimSpace(name))
	for _, p := range Presets() {
		if p.Name == name || slices.Contains(p.Aliases, name) {
			return &p
		}
	}
	return nil
}

// presetNames are the names, aliases left out.
func presetNames() (names []string) {
	for _, p := range Presets() {
		names = append(names, p.Name)
	}
	return names
}

// show lists what the preset shows, in the catalog's order.
func (p *Preset) show(c *Catalog) (names []string) {
	if p.Closed {
		return slices.Clone(c.public)
	}
	listed := strings.Fields(p.Tools)
	for _, e := range c.flat {
		if p.All || e.kept() || slices.Contains(listed, e.name) || p.Reads && e.mayOnlyRead() {
			names = append(names, e.name)
		}
	}
	return names
}

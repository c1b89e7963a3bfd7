package explore

import (
	"context"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/briefing"
	"github.com/gortexhq/gortex/internal/engine"
)

var wakeup = op.Read(op.Spec{
	Name: "wakeup", Summary: "A short digest of the repository for the start of a session.",
	Legacy: []op.Legacy{{Name: "gortex_wakeup"}},
	Examples: []op.Example{
		{Text: "The digest", Request: `{"operation":"wakeup"}`},
		{Text: "In few words", Request: `{"operation":"wakeup","output":{"max_tokens":200}}`},
	},
}, runWakeup, demoted, demoted, demoted, demoted, demoted, demoted, demoted)

// WakeupRequest asks for a digest.
type WakeupRequest struct {
	Options WakeupOptions `json:"options,omitzero"`
}

// WakeupOptions bound the sections of the digest.
type WakeupOptions struct {
	TopHotspots    int `json:"top_hotspots,omitempty" default:"8" min:"1" max:"100" doc:"most symbols that much depends on"`
	TopEntryPoints int `json:"top_entry_points,omitempty" default:"8" min:"1" max:"100" doc:"most entry points"`
	op.Scope
}

// WakeupResult is the digest as a page of Markdown, made of whole lines however
// little room there is.
type WakeupResult struct {
	Markdown  string   `json:"markdown"`
	Tokens    int      `json:"tokens_est"`          // of the page, 4 bytes each
	Shortened bool     `json:"shortened,omitempty"` // to fit the budget
	Omitted   []string `json:"omitted,omitempty"`   // sections there was no room for
	digest    digest
	level     int
}

// digest is what a page is written from.
type digest struct {
	name                             string
	purpose, readme                  string
	languages                        []briefing.Share
	files, lines, symbols, testFiles int
	layout                           []briefing.Directory
	directories                      int
	entries, hotspots                []known
	entryTotal                       int
	testDirs                         []briefing.Count
	runs                             []briefing.Run
	state, branch                    string
	skipped                          int
	caveats                          []string
}

// known is a symbol with what it says of itself.
type known struct {
	briefing.Symbol
	about string
}

// mostDirectories is how many parts of the tree a page describes.
const mostDirectories = 14

func runWakeup(ctx context.Context, v engine.View, req WakeupRequest) (WakeupResult, error) {
	s := briefing.Look(v)
	repo := v.Repository()
	d := digest{
		name: repo.Name, languages: s.Languages, files: s.Files, lines: s.Lines, symbols: s.Symbols, testFiles: s.TestFiles,
		entryTotal: len(s.Entries), testDirs: s.TestDirectories(3), runs: s.Runs(ctx),
		state: repo.State, branch: repo.Branch, skipped: len(v.Skipped()), caveats: v.Status().Caveats,
	}
	d.purpose, d.readme = s.Purpose(ctx)
	d.layout, d.directories = s.Layout(ctx, mostDirectories)
	for _, e := range s.Entries[:min(len(s.Entries), req.Options.TopEntryPoints)] {
		d.entries = append(d.entries, known{e, s.About(ctx, e)})
	}
	for _, h := range s.Hotspots[:min(len(s.Hotspots), req.Options.TopHotspots)] {
		d.hotspots = append(d.hotspots, known{h, s.Doc(ctx, h)})
	}
	if err := ctx.Err(); err != nil {
		return WakeupResult{}, err
	}
	return written(d, 0), nil
}

// demoted is a shorter form: the same page one level down.
func demoted(res WakeupResult) WakeupResult { return written(res.digest, res.level+1) }

func written(d digest, level int) WakeupResult {
	p := page{digest: d, level: level}
	text := p.write()
	return WakeupResult{
		Markdown: text, Tokens: (len(text) + tokenBytes - 1) / tokenBytes, Shortened: level > 0, Omitted: p.omitted,
		digest: d, level: level,
	}
}

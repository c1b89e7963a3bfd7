// Package hostadapters lists the coding assistants that gortex is made known
// to.
package hostadapters

import (
	"github.com/gortexhq/gortex/hostadapters/agentsmd"
	"github.com/gortexhq/gortex/hostadapters/aider"
	"github.com/gortexhq/gortex/hostadapters/amp"
	"github.com/gortexhq/gortex/hostadapters/antigravity"
	"github.com/gortexhq/gortex/hostadapters/claudecode"
	"github.com/gortexhq/gortex/hostadapters/cline"
	"github.com/gortexhq/gortex/hostadapters/codex"
	"github.com/gortexhq/gortex/hostadapters/continuedev"
	"github.com/gortexhq/gortex/hostadapters/copilotcli"
	"github.com/gortexhq/gortex/hostadapters/crush"
	"github.com/gortexhq/gortex/hostadapters/cursor"
	"github.com/gortexhq/gortex/hostadapters/factorydroid"
	"github.com/gortexhq/gortex/hostadapters/gemini"
	"github.com/gortexhq/gortex/hostadapters/goose"
	"github.com/gortexhq/gortex/hostadapters/hermes"
	"github.com/gortexhq/gortex/hostadapters/host"
	"github.com/gortexhq/gortex/hostadapters/junie"
	"github.com/gortexhq/gortex/hostadapters/kilocode"
	"github.com/gortexhq/gortex/hostadapters/kimi"
	"github.com/gortexhq/gortex/hostadapters/kiro"
	"github.com/gortexhq/gortex/hostadapters/ohmypi"
	"github.com/gortexhq/gortex/hostadapters/openclaw"
	"github.com/gortexhq/gortex/hostadapters/opencode"
	"github.com/gortexhq/gortex/hostadapters/pi"
	"github.com/gortexhq/gortex/hostadapters/qwencode"
	"github.com/gortexhq/gortex/hostadapters/roo"
	"github.com/gortexhq/gortex/hostadapters/vscode"
	"github.com/gortexhq/gortex/hostadapters/windsurf"
	"github.com/gortexhq/gortex/hostadapters/zed"
)

// All lists the hosts in the order of their names.
func All() []host.Host {
	return []host.Host{
		agentsmd.Host, aider.Host, amp.Host, antigravity.Host, claudecode.Host, cline.Host, codex.Host, continuedev.Host,
		copilotcli.Host, crush.Host, cursor.Host, factorydroid.Host, gemini.Host, goose.Host, hermes.Host, junie.Host,
		kilocode.Host, kimi.Host, kiro.Host, ohmypi.Host, openclaw.Host, opencode.Host, pi.Host, qwencode.Host, roo.Host,
		vscode.Host, windsurf.Host, zed.Host,
	}
}

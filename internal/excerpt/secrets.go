package excerpt

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// secret matches values that look like credentials by the shape their issuers
// gave them. A name such as "password" alone is not enough: most of those hold
// no secret.
var secret = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(secretShapes) })

const secretShapes = `-----BEGIN [A-Z ]*PRIVATE KEY-----(?s:.*?)(?:-----END [A-Z ]*PRIVATE KEY-----|\z)` +
	`|\b(?:AKIA|ASIA)[0-9A-Z]{16}\b` + // AWS access key id
	`|\bgh[pousr]_[0-9A-Za-z]{36,255}\b` + // GitHub token
	`|\bgithub_pat_[0-9A-Za-z_]{60,255}\b` +
	`|\bglpat-[0-9A-Za-z_-]{20,}` + // GitLab personal access token
	`|\bxox[abeoprs]-[0-9A-Za-z-]{10,}` + // Slack token
	`|\bAIza[0-9A-Za-z_-]{35}` + // Google API key
	`|\b[rs]k_live_[0-9A-Za-z]{20,}\b` + // Stripe key
	`|\bsk-(?:[a-z]+-)*[0-9A-Za-z_-]{32,}` +
	`|\bnpm_[0-9A-Za-z]{36}\b` +
	`|\beyJ[0-9A-Za-z_-]{16,}\.eyJ[0-9A-Za-z_-]{16,}\.[0-9A-Za-z_-]{16,}` // JSON web token

// marks are what each of the shapes begins with. Looking for them is much
// quicker than the expression, and nearly all texts have none.
var marks = []string{
	"-----BEGIN ", "AKIA", "ASIA", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-",
	"xox", "AIza", "k_live_", "sk-", "npm_", "eyJ",
}

// Redact replaces what looks like a secret and says how often it did.
func Redact(text string) (string, int) {
	if !slices.ContainsFunc(marks, func(mark string) bool { return strings.Contains(text, mark) }) {
		return text, 0
	}
	n := 0
	out := secret().ReplaceAllStringFunc(text, func(found string) string {
		n++
		lines := ""
		for _, c := range found {
			if c == '\n' {
				lines += "\n" // what follows keeps its line number
			}
		}
		return "[redacted]" + lines
	})
	return out, n
}

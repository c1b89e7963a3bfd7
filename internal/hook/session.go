package hook

import "fmt"

// mostReadiness is the room of the text at the start of a session, in bytes.
const mostReadiness = 600

// readiness says whether there is an index, and what to ask it.
func readiness(a *asking) string {
	var repo struct {
		Name           string
		Files, Symbols int
	}
	ok := a.ask("workspace", object{"operation": "info"}, &repo)
	l := lines{room: mostReadiness}
	switch {
	case ok:
		l.add(fmt.Sprintf("gortex has an index of %s: %d files, %d symbols.", brief(repo.Name), repo.Files, repo.Symbols))
	case a.index == indexWarming:
		l.add("gortex is indexing this repository; its tools answer as soon as that is done.")
	case a.index == indexNone && a.repository:
		l.add("gortex has no index here yet; the first call of one of its tools makes it.")
	default:
		return ""
	}
	l.add(fmt.Sprintf("Ask it before reading whole files: %s (code of a task), %s (names, words, text), %s (one symbol or file), %s (callers, usages, implementations).",
		a.tool("explore"), a.tool("search"), a.tool("read"), a.tool("relations")))
	return l.String()
}

// brief keeps a name from filling the room.
func brief(name string) string {
	const most = 60
	if runes := []rune(name); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return name
}

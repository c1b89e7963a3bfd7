package bench

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/lipgloss/table"
)

// Table is the report for people: a table a tree, and the command lines to
// rerun each row. It is width columns wide where it can be.
func (r *Report) Table(width int) string {
	var b strings.Builder
	m := r.Machine
	fmt.Fprintf(&b, "%s on %s/%s, %d CPUs%s\n", m.Version, m.OS, m.Arch, m.CPUs, comma(m.Processor))
	fmt.Fprintf(&b, "load average %s before, %s after%s\n", loads(m.LoadBefore), loads(m.LoadAfter), comma(m.Ripgrep))
	if len(m.Settings) > 0 {
		fmt.Fprintf(&b, "set: %s\n", strings.Join(m.Settings, " "))
	}
	for _, t := range r.Trees {
		t.write(&b, width)
	}
	b.WriteString("\n")
	for _, line := range r.Method {
		b.WriteString(wrap(line, width))
	}
	return b.String()
}

func (t *Result) write(b *strings.Builder, width int) {
	fmt.Fprintf(b, "\n%s (%d files of %s)\n", t.Tree, t.Files, t.Language)
	if t.Symbol != "" {
		fmt.Fprintf(b, "asked for %s, %s\n", t.Symbol, t.PickedBy)
	}
	if rows := t.rows(); len(rows) > 0 {
		fmt.Fprintf(b, "\n%s\n", grid(rows))
	}
	for _, line := range t.remarks() {
		fmt.Fprintln(b, line)
	}
	for _, f := range t.Failures {
		fmt.Fprintf(b, "not measured: %s\n", f)
	}
	if commands := t.commands(); len(commands) > 0 {
		fmt.Fprintf(b, "\nrun as\n")
		for _, c := range commands {
			fmt.Fprintf(b, "  %s\n", c)
		}
	}
}

// rows of the table: what, n, p50, p90, min, max, cpu, rss, bytes.
func (t *Result) rows() (rows [][]string) {
	times := func(what string, s Series, rest ...string) {
		row := []string{what, fmt.Sprint(s.N), ms(s.P50), ms(s.P90), ms(s.Min), ms(s.Max)}
		rows = append(rows, append(row, rest...))
	}
	if c := t.Cold; c != nil {
		times("cold index", c.Wall, ms(c.CPU.P50), size10(c.RSS), size10(c.Index))
		if o := c.Against; o != nil {
			times("  the other", o.Wall, ms(o.CPU.P50), size10(o.RSS), size10(o.Index))
		}
	}
	for _, group := range []struct {
		prefix string
		calls  []Timed
	}{{"call: ", t.Call}, {"", t.Text}, {"one file changed: ", t.Edit.calls()}} {
		for _, c := range group.calls {
			name := c.Name
			if !strings.HasPrefix(name, " ") {
				name = group.prefix + name
			}
			times(name, c.Wall, ms(c.CPU.P50), size10(c.RSS), fmt.Sprint(c.Answer))
		}
	}
	if m := t.MCP; m != nil {
		times("MCP: start to initialize", m.Initialize, "", "", "")
		times("MCP: start to tools/list", m.ToolsList, "", "", fmt.Sprint(m.ListBytes))
		times("MCP: start to the first read", m.FirstRead, "", "", "")
		for _, w := range m.Warm {
			times("MCP warm: "+w.Name, w.Wall, "", "", fmt.Sprint(w.Answer))
		}
		rows = append(rows, []string{"MCP: server", "", "", "", "", "", "", size10(m.PeakRSS), ""})
	}
	return rows
}

func (t *Result) remarks() (lines []string) {
	if t.Cold != nil && t.Cold.Against != nil {
		o := t.Cold.Against
		for _, r := range []struct {
			name  string
			ratio *Ratio
		}{{"wall", o.WallRatio}, {"CPU", o.CPURatio}, {"peak RSS", o.RSSRatio}, {"index bytes", o.IndexRatio}} {
			if r.ratio != nil {
				lines = append(lines, fmt.Sprintf("%s, gortex / the other: median %.3f, min %.3f, max %.3f of %d pairs",
					r.name, r.ratio.Median, r.ratio.Min, r.ratio.Max, len(r.ratio.Pairs)))
			}
		}
	}
	if e := t.Edit; e != nil {
		lines = append(lines, fmt.Sprintf("changed: %s (%d lines); new function found after %d of %d changes", e.File, e.Lines, e.Found, e.Of))
	}
	if m := t.MCP; m != nil && m.RSS > 0 {
		lines = append(lines, fmt.Sprintf("MCP: resident size of the server after its warm calls %s", size10(m.RSS)))
	}
	return lines
}

func (t *Result) commands() (lines []string) {
	if c := t.Cold; c != nil {
		lines = append(lines, c.Command)
		if c.Against != nil {
			lines = append(lines, c.Against.Command)
		}
	}
	for _, calls := range [][]Timed{t.Call, t.Text, t.Edit.calls()} {
		for _, c := range calls {
			lines = append(lines, c.Command)
		}
	}
	if t.MCP != nil {
		lines = append(lines, t.MCP.Command)
	}
	return lines
}

func (e *Edits) calls() []Timed {
	if e == nil {
		return nil
	}
	return e.Calls
}

func grid(rows [][]string) string {
	cell := lipgloss.NewStyle().PaddingRight(2)
	number := cell.Align(lipgloss.Right)
	t := table.New().Headers("", "n", "p50 ms", "p90", "min", "max", "CPU ms", "peak RSS", "bytes").
		Border(lipgloss.HiddenBorder()).
		BorderTop(false).BorderBottom(false).BorderLeft(false).BorderRight(false).BorderColumn(false).BorderHeader(false).
		StyleFunc(func(_, column int) lipgloss.Style {
			if column == 0 {
				return cell
			}
			return number
		}).Rows(rows...)
	lines := strings.Split(t.Render(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

func ms(f float64) string {
	switch {
	case f >= 100:
		return fmt.Sprintf("%.0f", f)
	case f >= 10:
		return fmt.Sprintf("%.1f", f)
	}
	return fmt.Sprintf("%.2f", f)
}

// size10 is a number of bytes in units of a thousand, "" for an unknown one.
func size10(n int64) string {
	switch {
	case n == 0:
		return ""
	case n < 1e6:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

func loads(l []float64) string {
	if l == nil {
		return "unknown"
	}
	return fmt.Sprintf("%.2f %.2f %.2f", l[0], l[1], l[2])
}

func comma(s string) string {
	if s == "" {
		return ""
	}
	return ", " + s
}

// wrap is a paragraph with a newline at its end.
func wrap(text string, width int) string {
	var lines []string
	for line := range strings.Lines(lipgloss.NewStyle().Width(max(width, 20)).Render(text)) {
		lines = append(lines, strings.TrimRight(line, " \n"))
	}
	return strings.Join(lines, "\n") + "\n"
}

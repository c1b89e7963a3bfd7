package response

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/internal/engine"
)

// Which chooses an answer.
type Which struct {
	ResponseID string `json:"response_id,omitempty" doc:"handle of an earlier answer of this session, from _meta.gortex_facade.response_id or stats; the latest when left out"`
}

// kept is an answer in lines.
type kept struct {
	engine.ReplyInfo
	lines []string
}

// open finds an answer and cuts it into lines.
func (w Which) open(s engine.SessionReader) (kept, error) {
	handle := w.ResponseID
	if handle == "" {
		all := s.Replies()
		if len(all) == 0 {
			return kept{}, op.Errorf(op.CodeUnavailable, "session %s has no earlier answer", engine.SessionName(s.ID())).With("reason", "nothing_kept")
		}
		handle = all[len(all)-1].Handle
	}
	info, payload, err := s.Reply(handle)
	if err != nil {
		return kept{}, err
	}
	return kept{info, linesOf(info, payload)}, nil
}

// linesOf are the lines of an answer. One in JSON is a single line, so it is
// laid out: a member a line, indented, and a string of several lines on as many.
// Other formats are taken as they are.
func linesOf(info engine.ReplyInfo, payload []byte) []string {
	text := string(payload)
	if info.Format == "" {
		text = laidOut(payload)
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

func laidOut(payload []byte) string {
	var b bytes.Buffer
	if json.Indent(&b, payload, "", "  ") != nil {
		return string(payload)
	}
	text := b.Bytes()
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			out = append(out, text[i])
			continue
		}
		i++ // a backslash stands in strings alone
		switch text[i] {
		case 'n':
			out = append(out, '\n')
		case 't':
			out = append(out, '\t')
		default:
			out = append(out, '\\', text[i])
		}
	}
	return string(out)
}

// widest is how many bytes of one line a match shows.
const widest = 400

// clipped is the part of a line around a match.
func clipped(line string, at int) string {
	if len(line) <= widest {
		return line
	}
	from := min(max(0, at-widest/4), len(line)-widest)
	text := strings.ToValidUTF8(line[from:from+widest], "")
	if from > 0 {
		text = "…" + text
	}
	if from+widest < len(line) {
		text += "…"
	}
	return text
}

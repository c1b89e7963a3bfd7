package mcpserver

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/gortexhq/gortex/facade/op"
	"github.com/gortexhq/gortex/facade/prompt"
)

// addReading makes resources and prompts known to mcp-go, which lists them. It
// also serves clients of the protocol without a handshake; for the others
// [Server.read] does, because mcp-go would drop what an error says.
func (s *Server) addReading() {
	for _, r := range s.resources.All() {
		if r.Template() {
			s.mcp.AddResourceTemplate(mcp.NewResourceTemplate(r.URI, r.Name,
				mcp.WithTemplateDescription(s.resources.Describe(&r)), mcp.WithTemplateMIMEType(r.MIME)), s.readTemplate)
			continue
		}
		s.mcp.AddResource(mcp.NewResource(r.URI, r.Name,
			mcp.WithResourceDescription(s.resources.Describe(&r)), mcp.WithMIMEType(r.MIME)), s.readResource)
	}
	for _, p := range prompt.All() {
		options := []mcp.PromptOption{mcp.WithPromptDescription(p.Description)}
		for _, a := range p.Arguments {
			about := []mcp.ArgumentOption{mcp.ArgumentDescription(a.Description)}
			if a.Required {
				about = append(about, mcp.RequiredArgument())
			}
			options = append(options, mcp.WithArgument(a.Name, about...))
		}
		s.mcp.AddPrompt(mcp.NewPrompt(p.Name, options...), s.getPrompt)
	}
}

func (s *Server) readTemplate(ctx context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	return s.readResource(ctx, req)
}

func (s *Server) readResource(ctx context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	return s.contents(ctx, s.sessionOf(ctx), req.Params.URI)
}

func (s *Server) contents(ctx context.Context, session, uri string) ([]mcp.ResourceContents, error) {
	ctx, cancel := s.bounded(ctx)
	defer cancel()
	r, text, err := s.resources.Read(ctx, s.inside(session), uri)
	if err != nil {
		return nil, err
	}
	return []mcp.ResourceContents{mcp.TextResourceContents{URI: uri, MIMEType: r.MIME, Text: text}}, nil
}

func (s *Server) getPrompt(ctx context.Context, req mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	return s.prompt(ctx, s.sessionOf(ctx), req.Params.Name, req.Params.Arguments)
}

func (s *Server) prompt(ctx context.Context, session, name string, values map[string]string) (*mcp.GetPromptResult, error) {
	p, err := prompt.Find(name)
	if err != nil {
		return nil, err
	}
	ctx, cancel := s.bounded(ctx)
	defer cancel()
	text, err := p.Text(ctx, s.inside(session), values)
	if err != nil {
		return nil, err
	}
	return mcp.NewGetPromptResult(p.Description, []mcp.PromptMessage{mcp.NewPromptMessage(mcp.RoleUser, mcp.NewTextContent(text))}), nil
}

// inside makes the calls that a resource or a prompt is made of. They are the
// server's own, so they may use every public tool whatever the client sees.
func (s *Server) inside(session string) func(context.Context, op.Request) op.Reply {
	return func(ctx context.Context, r op.Request) op.Reply {
		r.Session, r.Surface = session, op.SurfacePublic
		return s.config.Caller.Call(ctx, r)
	}
}

func (s *Server) sessionOf(ctx context.Context) string {
	if session := server.ClientSessionFromContext(ctx); session != nil {
		return session.SessionID()
	}
	return ""
}

// bounded is a context for all the calls of one reading together.
func (s *Server) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.config.Deadline <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, s.config.Deadline)
}

// reads reports whether a message asks for a resource or a prompt.
func (m *message) reads() bool {
	return asks(m.ID) && m.meta() == nil && (m.Method == "resources/read" || m.Method == "prompts/get")
}

// read answers such a message. It takes as long as the calls it is made of.
func (s *Server) read(ctx context.Context, session string, m *message) reply {
	if err := s.slot(ctx); err != nil {
		return failed(err)
	}
	defer func() { <-s.slots }()
	var p struct {
		URI       string            `json:"uri"`
		Name      string            `json:"name"`
		Arguments map[string]string `json:"arguments"`
	}
	if len(m.raw) == 0 {
		m.raw = json.RawMessage("{}")
	}
	if err := json.Unmarshal(m.raw, &p); err != nil {
		return failed(unread(err))
	}
	var result any
	var err error
	if m.Method == "resources/read" {
		var contents []mcp.ResourceContents
		contents, err = s.contents(ctx, session, p.URI)
		result = map[string]any{"contents": contents}
	} else {
		result, err = s.prompt(ctx, session, p.Name, p.Arguments)
	}
	if err != nil {
		return failed(err)
	}
	return reply{result: marshal(result)}
}

// unread says which of the params has the wrong type.
func unread(err error) error {
	wrong := new(json.UnmarshalTypeError)
	if !errors.As(err, &wrong) {
		return op.Invalid("params: %v", err)
	}
	want := "a string"
	switch wrong.Field {
	case "":
		return op.Invalid("params: want an object, got %s", wrong.Value).With("field", "params")
	case "arguments":
		want = "an object of strings"
	}
	return op.Invalid("params.%s: want %s, got %s", wrong.Field, want, wrong.Value).With("field", "params."+wrong.Field)
}

// failed says why something was not read, in the words and with the data that a
// tool would use.
func failed(err error) reply {
	var e *op.Error
	if !errors.As(err, &e) {
		e = op.AsError(err)
	}
	r := reply{code: mcp.INTERNAL_ERROR, text: e.Message, data: marshal(e)}
	switch e.Code {
	case op.CodeInvalid:
		r.code = mcp.INVALID_PARAMS
	case op.CodeFileNotFound, op.CodeSymbolNotFound:
		r.code = mcp.RESOURCE_NOT_FOUND
	}
	return r
}

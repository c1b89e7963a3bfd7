package cli

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/gortexhq/gortex/facade/op"
)

func (a *App) trackCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "track [PATH]",
		Short: "Know a repository by name, from everywhere",
		Long: "Track the repository that holds PATH, or the current directory: its symbols can then\n" +
			"be asked for from everywhere by its name.",
		Args: upTo(1),
	}
	name := cmd.Flags().String("name", "", "call it `NAME`; otherwise it is called as its directory")
	worktree := cmd.Flags().Bool("as-worktree", false, "track a git worktree as a repository of its own")
	return a.toolCommand(cmd, func(args []string) ([]question, error) {
		given := object{"path": a.path(args)}
		if *name != "" {
			given["name"] = *name
		}
		if *worktree {
			given["as_worktree"] = true
		}
		return []question{{tool: "workspace_admin", args: object{"operation": "track", "arguments": given}}}, nil
	})
}

func (a *App) untrackCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "untrack [PATH | NAME]",
		Short: "Forget a tracked repository and delete its index",
		Args:  upTo(1),
	}
	return a.toolCommand(cmd, func(args []string) ([]question, error) {
		which := a.path(args)
		if _, err := os.Stat(which); err != nil && len(args) > 0 {
			which = args[0] // a name, or a path that is gone: the tool knows both
		}
		return []question{{tool: "workspace_admin", args: object{
			"operation": "untrack", "arguments": object{"path": which},
		}}}, nil
	})
}

func (a *App) reposCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "repos", Short: "List the tracked repositories", Args: none}
	return a.toolCommand(cmd, func([]string) ([]question, error) {
		return []question{{tool: "workspace", args: object{"operation": "repos"}}}, nil
	}, repoTable)
}

// repoTable is the list of repositories for people: what tells them apart, and
// which one the caller stands in.
func repoTable(payload json.RawMessage) json.RawMessage {
	var answer struct {
		Repos []struct {
			Name, Root, State string
			Tracked, Current  bool
			Files             int
			Bytes             int64 `json:"index_bytes"`
		}
	}
	if json.Unmarshal(payload, &answer) != nil || len(answer.Repos) == 0 {
		return json.RawMessage(`{"tracked_repositories":0}`)
	}
	type row struct {
		Name  string `json:"name"`
		Note  string `json:"note"`
		Index string `json:"index"`
		Root  string `json:"root"`
	}
	var rows []row
	for _, r := range answer.Repos {
		note := "tracked"
		switch {
		case r.Current && r.Tracked:
			note = "current, tracked"
		case r.Current:
			note = "current, not tracked"
		}
		index := words(r.State)
		if r.Files > 0 {
			index = fmt.Sprintf("%d files, %s", r.Files, size(r.Bytes))
		}
		rows = append(rows, row{r.Name, note, index, r.Root})
	}
	text, err := encode(rows)
	if err != nil {
		return payload
	}
	return text
}

// upTo refuses more than n positional arguments.
func upTo(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > n {
			return op.Invalid("%s takes at most %d argument, got %q", cmd.Name(), n, args)
		}
		return nil
	}
}

package cli

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/gortexhq/gortex/facade/op"
)

// versionInfo is what gortex version --json prints.
type versionInfo struct {
	Version string `json:"version"`
	Surface string `json:"surface_version"`
	Go      string `json:"go"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
}

func (a *App) versionCommand() *cobra.Command {
	var asJSON, short bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  none,
		RunE: func(*cobra.Command, []string) error {
			v := versionInfo{a.Version, op.SurfaceVersion, runtime.Version(), runtime.GOOS, runtime.GOARCH}
			switch {
			case asJSON:
				text, err := encode(v)
				if err != nil {
					return err
				}
				return a.print(text)
			case short:
				_, err := fmt.Fprintln(a.Out, v.Version)
				return err
			}
			_, err := fmt.Fprint(a.Out, a.versionLine())
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().BoolVar(&short, "short", false, "print the version alone")
	return cmd
}

// versionLine is the version for people.
func (a *App) versionLine() string {
	return fmt.Sprintf("gortex %s (%s, %s/%s)\n", a.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

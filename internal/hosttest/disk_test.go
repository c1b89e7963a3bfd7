package hosttest

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// own are the directories of gortex itself below a home, in which it keeps
// receipts and indexes.
var own = []string{".local/state/gortex", ".local/share/gortex", ".cache/gortex"}

// disk is every file and directory below a directory with its mode and bytes,
// but for gortex's own.
type disk map[string]string

func (m *machine) disk() (disk, error) { return diskOf(m.home) }

func diskOf(root string) (disk, error) {
	all := disk{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if slices.Contains(own, rel) {
			return fs.SkipDir
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		text := info.Mode().String()
		switch {
		case d.IsDir() && slices.ContainsFunc(own, func(o string) bool { return rel == "." || strings.HasPrefix(o, rel+"/") }):
			return nil // on the way to gortex's own
		case info.Mode().IsRegular():
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			text += "\n" + string(content)
		}
		all[rel] = text
		return nil
	})
	return all, err
}

// differences names what is not the same on two disks.
func (d disk) differences(to disk) error {
	var names []string
	for name := range maps.Keys(d) {
		if to[name] != d[name] {
			names = append(names, name)
		}
	}
	for name := range maps.Keys(to) {
		if _, there := d[name]; !there {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	slices.Sort(names)
	return fmt.Errorf("not the same: %s", strings.Join(names, ", "))
}

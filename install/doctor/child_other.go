//go:build !(linux || darwin || freebsd)

package doctor

import "os"

// free is not known here.
func free(string) (int64, bool) { return 0, false }

func writable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().Perm()&0o200 != 0
}

func owner(os.FileInfo) (int, bool) { return 0, false }

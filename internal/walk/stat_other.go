//go:build !unix

package walk

import (
	"io/fs"
	"os"
)

// lstat is the stamp of a path; a symbolic link is not followed.
func lstat(path string) (Stamp, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return Stamp{}, err
	}
	return stampOf(info), nil
}

// stampFollow is the stamp of what a path leads to; zero when it leads nowhere.
func stampFollow(path string) Stamp {
	info, err := os.Stat(path)
	if err != nil {
		return Stamp{}
	}
	return stampOf(info)
}

func stampOf(info fs.FileInfo) Stamp {
	s := Stamp{Size: info.Size(), Mtime: info.ModTime().UnixNano(), Mode: uint32(info.Mode().Perm())}
	switch mode := info.Mode(); {
	case mode.IsRegular():
		s.Mode |= modeRegular
	case mode.IsDir():
		s.Mode |= modeDir
	case mode&fs.ModeSymlink != 0:
		s.Mode |= modeSymlink
	}
	return s
}

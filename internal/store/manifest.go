package store

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

const (
	manifestName = "MANIFEST"
	lockName     = "LOCK"
	tempSuffix   = ".tmp"
)

func baseName(seq uint64) string { return fmt.Sprintf("gen-%06d.idx", seq) }
func logName(seq uint64) string  { return fmt.Sprintf("gen-%06d.log", seq) }

// The manifest is one line: "gortex-index", the format version, the sequence
// number of the current generation and a checksum of what stands before it.
// Later formats keep the first two words.
const manifestWord = "gortex-index"

func encodeManifest(seq uint64) []byte {
	line := fmt.Sprintf("%s %d %d", manifestWord, FormatVersion, seq)
	return fmt.Appendf(nil, "%s %08x\n", line, crc32.Checksum([]byte(line), castagnoli))
}

func decodeManifest(b []byte) (seq uint64, err error) {
	words := strings.Fields(string(b[:min(len(b), 200)]))
	if len(words) < 2 || words[0] != manifestWord {
		return 0, &CorruptError{manifestName, "not a manifest"}
	}
	version, err := strconv.ParseUint(words[1], 10, 32)
	if err != nil {
		return 0, &CorruptError{manifestName, "no version"}
	}
	if version != FormatVersion {
		return 0, &VersionError{Found: uint32(version), Want: FormatVersion}
	}
	if len(words) == 4 {
		seq, err = strconv.ParseUint(words[2], 10, 64)
	}
	if len(words) != 4 || err != nil || string(encodeManifest(seq)) != string(b) {
		return 0, &CorruptError{manifestName, "checksum differs"}
	}
	return seq, nil
}

func readManifest(dir string) (seq uint64, err error) {
	b, err := readRegular(filepath.Join(dir, manifestName), 4<<10)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, ErrNoIndex
	}
	if err != nil {
		return 0, err
	}
	return decodeManifest(b)
}

// writeFile makes a file appear whole or not at all: a temporary one is filled
// by write, synced and renamed, and the directory is synced.
func writeFile(dir, name string, write func(*os.File) error) (err error) {
	temp := filepath.Join(dir, name+tempSuffix)
	f, err := os.OpenFile(temp, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(temp)
		}
	}()
	if err := write(f); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Rename(temp, filepath.Join(dir, name)); err != nil {
		return err
	}
	return syncDir(dir)
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// sequences lists the generations of which files exist.
func sequences(dir string) ([]uint64, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var seqs []uint64
	for _, e := range entries {
		name, ok := strings.CutPrefix(e.Name(), "gen-")
		if !ok {
			continue
		}
		digits, _, _ := strings.Cut(name, ".")
		if seq, err := strconv.ParseUint(digits, 10, 64); err == nil {
			seqs = append(seqs, seq)
		}
	}
	return seqs, nil
}

// sweep removes what is neither current nor being read by name: files of other
// generations and temporary ones. Readers that mapped them keep them.
func sweep(dir string, current uint64) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		name := e.Name()
		old := strings.HasPrefix(name, "gen-") && name != baseName(current) && name != logName(current)
		if old || strings.HasSuffix(name, tempSuffix) {
			os.Remove(filepath.Join(dir, name))
		}
	}
}

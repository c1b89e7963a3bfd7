package bench

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// treeOf is the root of the git working tree that holds dir, or dir itself.
func treeOf(dir string) (string, error) {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", err
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return "", fmt.Errorf("not a directory")
	}
	for at := dir; ; at = filepath.Dir(at) {
		if exists(filepath.Join(at, ".git")) {
			return at, nil
		}
		if at == filepath.Dir(at) {
			return dir, nil
		}
	}
}

// dialect is how to add a function to a file of a language.
type dialect struct {
	language string
	name     string // of the function, with %d for a number
	function string // text to append, with %[1]s for the name and %[2]d for a number
}

var dialects = map[string]dialect{
	".go":  {"go", "gortexBench%d", "\nfunc %[1]s() int { return %[2]d }\n"},
	".py":  {"python", "gortex_bench_%d", "\n\ndef %[1]s():\n    return %[2]d\n"},
	".ts":  {"typescript", "gortexBench%d", "\nexport function %[1]s(): number { return %[2]d }\n"},
	".tsx": {"typescript", "gortexBench%d", "\nexport function %[1]s(): number { return %[2]d }\n"},
	".js":  {"javascript", "gortexBench%d", "\nfunction %[1]s() { return %[2]d }\n"},
	".jsx": {"javascript", "gortexBench%d", "\nfunction %[1]s() { return %[2]d }\n"},
	".mjs": {"javascript", "gortexBench%d", "\nexport function %[1]s() { return %[2]d }\n"},
}

// survey is what a look at a tree finds.
type survey struct {
	language string   // the one with most files
	files    []string // its files, by size and then by path; relative
}

// look walks a tree, without its hidden and its dependency directories.
func look(root string) (survey, error) {
	type file struct {
		path string
		size int64
	}
	found := map[string][]file{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); path != root && (name[0] == '.' || name == "node_modules" || name == "vendor") {
				return fs.SkipDir
			}
			return nil
		}
		language := dialects[filepath.Ext(path)].language
		if language == "" || !d.Type().IsRegular() {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		found[language] = append(found[language], file{rel, info.Size()})
		return err
	})
	if err != nil {
		return survey{}, err
	}
	var s survey
	for _, language := range slices.Sorted(maps.Keys(found)) {
		if len(found[language]) > len(found[s.language]) {
			s.language = language
		}
	}
	files := found[s.language]
	slices.SortFunc(files, func(a, b file) int { return cmp.Or(cmp.Compare(a.size, b.size), strings.Compare(a.path, b.path)) })
	for _, f := range files {
		s.files = append(s.files, f.path)
	}
	return s, nil
}

// middle is the file of median size among those that are neither tests nor
// their data, "" if there is none.
func (s survey) middle() string {
	var files []string
	for _, f := range s.files {
		if p := strings.ToLower(filepath.ToSlash(f)); !strings.Contains(p, "test") {
			files = append(files, f)
		}
	}
	if len(files) == 0 {
		files = s.files
	}
	if len(files) == 0 {
		return ""
	}
	return files[len(files)/2]
}

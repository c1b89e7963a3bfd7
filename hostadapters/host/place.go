package host

import "strings"

// Place is a path that depends on the machine; "" where there is none.
type Place func(Env) string

// Home is a path under the home directory.
func Home(path string) Place {
	return func(e Env) string { return e.join(e.Home, path) }
}

// Under is a path under the directory that a variable names, or else under a
// directory of the home directory: Under("CODEX_HOME", ".codex", "config.toml").
// A variable that is not an absolute path does not count.
func Under(variable, fallback, path string) Place {
	return func(e Env) string {
		if dir := e.variable(variable); e.abs(dir) {
			return e.join(dir, path)
		}
		return e.join(e.join(e.Home, fallback), path)
	}
}

// Named is the path that a variable holds, "" where it holds none.
func Named(variable string) Place {
	return func(e Env) string {
		if path := e.variable(variable); e.abs(path) {
			return path
		}
		return ""
	}
}

// Config is a path under the directory of settings by the XDG rules, which
// some hosts follow on every system.
func Config(path string) Place { return Under("XDG_CONFIG_HOME", ".config", path) }

// App is a path under the directory in which desktop applications keep their
// settings: ~/.config, ~/Library/Application Support or %APPDATA%.
func App(path string) Place {
	return On(Config(path), Home("Library/Application Support/"+path), Roaming(path))
}

// Roaming is a path under %APPDATA%.
func Roaming(path string) Place { return Under("APPDATA", "AppData/Roaming", path) }

// On is the place for Linux and other systems of its kind, for macOS, or for
// Windows.
func On(linux, darwin, windows Place) Place {
	return func(e Env) string {
		switch e.OS {
		case "darwin":
			return darwin(e)
		case "windows":
			return windows(e)
		}
		return linux(e)
	}
}

// Repo is a path under the root of the repository.
func Repo(path string) Place {
	return func(e Env) string { return e.join(e.Repo, path) }
}

// Either is the first of the places that there is on this machine at all.
func Either(places ...Place) Place {
	return func(e Env) string {
		for _, p := range places {
			if path := p(e); path != "" {
				return path
			}
		}
		return ""
	}
}

// FirstOf is the first of the places at which there is a file, or else
// otherwise.
func FirstOf(otherwise Place, places ...Place) Place {
	return func(e Env) string {
		for _, p := range places {
			if path := p(e); e.Text(path) != nil {
				return path
			}
		}
		return otherwise(e)
	}
}

// JSONC is FirstOf for a file name.json that may be called name.jsonc instead.
func JSONC(place Place) Place {
	return FirstOf(place, func(e Env) string {
		if path := place(e); strings.HasSuffix(path, ".json") {
			return path + "c"
		}
		return ""
	})
}

// Editors are a path under the user directories of Visual Studio Code and of
// editors made of it, one place for each.
func Editors(path string) []Place {
	var places []Place
	for _, editor := range []string{"Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf"} {
		places = append(places, App(editor+"/User/"+path))
	}
	return places
}

package install

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/hostadapters/edit"
	"github.com/gortexhq/gortex/hostadapters/host"
)

// A home that is a symbolic link, as on systems where /home is one: a directory
// that the first file makes is the same directory for the second.
func TestLinkedHome(t *testing.T) {
	p := newPlace(t)
	real, before := p.home, p.tree(t)
	p.home += " link"
	p.Env.Home = p.home
	symlink(t, real, p.home)
	s := p.user()
	well(t, p.install(t, s))
	p.settled(t, s)
	p.home, p.Env.Home = real, real
	p.settled(t, p.user())
	p.uninstall(t, p.user())
	remove(t, real+" link")
	sameTree(t, "taken out by the other name", before, p.tree(t))
}

// The receipt could not bring back a file whose name is not UTF-8.
func TestPathNotUTF8(t *testing.T) {
	p := newPlace(t, toy(edit.JSON))
	p.home += "\xff"
	p.Env.Home = p.home
	if err := os.Mkdir(p.home, 0o755); err != nil {
		t.Skip(err) // not all file systems take such a name
	}
	change := only(t, p.install(t, p.user()), p.path(toyFile))
	if change.Problem == nil || change.Problem.Code != Unreadable || !strings.Contains(change.Problem.Message, "not UTF-8") {
		t.Errorf("%+v", change.Problem)
	}
	if left, err := os.ReadDir(p.home); err != nil || len(left) != 0 {
		t.Errorf("written: %v %v", left, err)
	}
}

// What is no receipt is named, with what to do, and nothing is written.
func TestOddReceipts(t *testing.T) {
	for name, put := range map[string]func(path string) error{
		"null record": func(path string) error { return os.WriteFile(path, []byte(`{"version":1,"files":[null]}`), 0o600) },
		"directory":   func(path string) error { return os.Mkdir(path, 0o700) },
		"device":      func(path string) error { return os.Symlink(os.DevNull, path) },
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlace(t, toy(edit.JSON))
			mkdir(t, p.Dirs.State)
			if err := put(p.receiptPath()); err != nil {
				t.Fatal(err)
			}
			_, err := p.Plan(p.user())
			if err == nil || !strings.Contains(err.Error(), "move it away") {
				t.Fatalf("error %v", err)
			}
			if err := os.Remove(p.receiptPath()); err != nil {
				t.Fatal(err)
			}
			well(t, p.install(t, p.user()))
		})
	}
}

// A lock that cannot be had is not told of as another installation.
func TestNoLock(t *testing.T) {
	p := newPlace(t, toy(edit.JSON))
	mkdir(t, filepath.Join(p.Dirs.State, "installed.lock"))
	plan, err := p.Plan(p.user())
	if err != nil {
		t.Fatal(err)
	}
	err = p.Apply(context.Background(), plan)
	if err == nil || strings.Contains(err.Error(), "another") || !strings.Contains(err.Error(), "nothing was changed") {
		t.Errorf("error %v", err)
	}
}

// The bits of the mode beside the permissions stay too.
func TestSpecialModes(t *testing.T) {
	p := newPlace(t, toy(edit.JSON))
	p.write(t, toyFile, "{}")
	want := 0o660 | fs.ModeSetgid | fs.ModeSticky
	chmod(t, p.path(toyFile), want)
	if info, err := os.Stat(p.path(toyFile)); err != nil || info.Mode() != want {
		t.Skipf("the system does not keep %v: %v %v", want, info.Mode(), err)
	}
	well(t, p.install(t, p.user()))
	if info, err := os.Stat(p.path(toyFile)); err != nil || info.Mode() != want {
		t.Errorf("mode %v, want %v (%v)", info.Mode(), want, err)
	}
}

func TestReady(t *testing.T) {
	p := newPlace(t, toy(edit.JSON))
	p.write(t, "file", "")
	for _, tt := range []struct {
		home, program string
		scope         host.Scope
		removal       bool
		says          string // "" for ready
	}{
		{p.home, "/opt/gortex", host.User, false, ""},
		{p.home, `C:\gortex\Gortex.exe`, host.User, false, ""},
		{"", "/opt/gortex", host.Project, false, ""},
		{"", "/opt/gortex", host.User, false, "HOME is not set"},
		{"", "/opt/gortex", host.User, true, "HOME is not set"},
		{p.path("nowhere"), "/opt/gortex", host.User, false, "set HOME"},
		{p.path("file"), "/opt/gortex", host.User, false, "is not a directory"},
		{p.home, "/opt/gortex-dev", host.User, false, "rename it to gortex"},
		{p.home, "/opt/gortex-dev", host.Project, false, "rename it to gortex"},
		{p.home, "/opt/gortex-dev", host.User, true, ""},
	} {
		p.Env.Home, p.Env.Command = tt.home, tt.program
		err := p.Ready(tt.scope, tt.removal)
		var problem *Problem
		switch {
		case tt.says == "" && err != nil:
			t.Errorf("%+v: %v", tt, err)
		case tt.says != "" && (!errors.As(err, &problem) || !strings.Contains(err.Error(), tt.says)):
			t.Errorf("%+v: %v", tt, err)
		}
	}
}

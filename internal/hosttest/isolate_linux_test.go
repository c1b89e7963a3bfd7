package hosttest

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// namespaces gives a command a network, mounts and processes of its own. What
// it starts dies with it. Whoever is not root becomes root in a user namespace.
func namespaces(cmd *exec.Cmd) {
	attr := &syscall.SysProcAttr{
		Cloneflags: unix.CLONE_NEWNS | unix.CLONE_NEWNET | unix.CLONE_NEWPID | unix.CLONE_NEWIPC,
		Pdeathsig:  syscall.SIGKILL,
	}
	if os.Geteuid() != 0 {
		attr.Cloneflags |= unix.CLONE_NEWUSER
		attr.UidMappings = []syscall.SysProcIDMap{{HostID: os.Geteuid(), Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{HostID: os.Getegid(), Size: 1}}
	}
	cmd.SysProcAttr = attr
}

// settleIn makes the namespaces fit to live in: only a loopback, the installed
// hosts read-only, and an empty directory in place of the home of whoever runs
// the tests.
func settleIn(j *job) error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("own mounts: %w", err)
	}
	if err := unix.Mount("proc", "/proc", "proc", 0, ""); err != nil {
		return fmt.Errorf("own /proc: %w", err)
	}
	if err := loopback(); err != nil {
		return fmt.Errorf("loopback: %w", err)
	}
	if all, err := net.Interfaces(); err != nil || len(all) != 1 {
		return fmt.Errorf("the network is not cut off: %v, %v", all, err)
	}
	hosts := filepath.Join(j.Scratch, "hosts")
	if err := os.MkdirAll(hosts, 0o755); err != nil {
		return err
	}
	if err := unix.Mount(j.Hosts, hosts, "", unix.MS_BIND, ""); err != nil {
		return fmt.Errorf("installed hosts: %w", err)
	}
	// A user namespace may not lift what the mount was made with, so a refusal
	// is no failure there.
	err := unix.Mount("", hosts, "", unix.MS_REMOUNT|unix.MS_BIND|unix.MS_RDONLY, "")
	if err != nil && !j.UserNamespace {
		return fmt.Errorf("installed hosts, read-only: %w", err)
	}
	j.Hosts = hosts
	if j.Hide != "" && !strings.HasPrefix(j.Scratch+"/", j.Hide+"/") {
		if err := unix.Mount("tmpfs", j.Hide, "tmpfs", 0, ""); err != nil {
			return fmt.Errorf("hiding %s: %w", j.Hide, err)
		}
	}
	return nil
}

// loopback brings the interface lo up.
func loopback() error {
	s, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(s)
	request, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	request.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	return unix.IoctlIfreq(s, unix.SIOCSIFFLAGS, request)
}

// ownGroup puts a command into a process group that ends with it.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

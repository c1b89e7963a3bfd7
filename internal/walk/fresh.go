package walk

import "path/filepath"

// Fresh reports whether a file of the census is beyond doubt what it was then:
// its stamp is the same, and was old enough at the time that no change can hide
// behind it. Bytes that were read just before have then the content that was
// hashed for the census.
func (c *Census) Fresh(path string) bool {
	f, ok := c.File(path)
	if !ok || f.Stamp.racy(c.Time) {
		return false
	}
	now, err := lstat(filepath.Join(c.Root, filepath.FromSlash(path)))
	return err == nil && now == f.Stamp
}

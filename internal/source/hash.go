package source

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
)

// Hash identifies the content of a file: the first 16 bytes of its SHA-256. With the SHA
// instructions of current processors that is no slower than the standard library's
// non-cryptographic sums that are stable between processes, and no two contents collide by
// accident or intent.
type Hash [16]byte

// Sum is the hash of raw.
func Sum(raw []byte) Hash {
	full := sha256.Sum256(raw)
	return Hash(full[:16])
}

// IsZero tells a hash that was never computed.
func (h Hash) IsZero() bool { return h == Hash{} }

// String is the hash as 32 lower-case hexadecimal digits.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// ParseHash reads what String writes.
func ParseHash(s string) (Hash, error) {
	var h Hash
	if len(s) != 2*len(h) {
		return h, fmt.Errorf("content hash %q: want %d hexadecimal digits, got %d bytes", s, 2*len(h), len(s))
	}
	if _, err := hex.Decode(h[:], []byte(s)); err != nil {
		return Hash{}, fmt.Errorf("content hash %q: %w", s, err)
	}
	return h, nil
}

// BlobSHA1 is the object name that git gives raw as a blob: 40 lower-case hexadecimal digits.
func BlobSHA1(raw []byte) string {
	h := sha1.New()
	h.Write([]byte("blob " + strconv.Itoa(len(raw)) + "\x00"))
	h.Write(raw)
	return hex.EncodeToString(h.Sum(nil))
}

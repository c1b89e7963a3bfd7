package store

import (
	"encoding/binary"
	"hash/crc32"
	"unsafe"
)

// sectionID numbers the columns of a part. The numbers are on disk: append,
// never reorder.
type sectionID uint32

const (
	secCounts sectionID = iota // see counts

	secStrOff // u32[S+1] into secStrBytes; the strings are sorted
	secStrBytes

	secFileID     // u32[F]; files are sorted by path
	secFilePath   // u32[F] string
	secFileLang   // u32[F] string
	secFileHash   // 16 bytes[F]
	secFileDigest // 16 bytes[F]: what the facts said, see digest
	secFileSize   // u32[F]
	secFileLines  // u32[F]
	secFileErr    // u32[F]
	secFileFlags  // u8[F]
	secFileLo     // u32[F+1]: first node; the file's own node, then its symbols
	secRemoved    // u32: numbers of files a segment takes away

	secNodeGID   // u32[N]: number in the generation; absent in a base, where it is the index
	secNodeKind  // u8[N]
	secNodeFlags // u16[N]
	secNodeDup   // u16[N]
	secNodeLen   // u8[N]: length in weighted words, 0 if not searched
	secNodeName  // u32[N] string
	secNodeQual  // u32[N] string
	secNodeFile  // u32[N] index of the file in this part, none for outsiders
	secNodeOwner // u32[N] index of the node in this part
	secNodeSpan  // 8 u32[N]
	secGIDKey    // u32[N]: secNodeGID sorted; absent in a base
	secGIDNode   // u32[N]: the node with secGIDKey

	secOutOff  // u32[N+1]
	secOutDst  // u32[E] number in the generation
	secOutAttr // u16[E], see attr
	secOutLine // u32[E]
	secOutCol  // u32[E]
	secInKey   // u32[K]: destinations, sorted; absent in a base, where all have a place
	secInOff   // u32[K+1]
	secInEdge  // u32[E] index of the out edge
	secInSrc   // u32[E] node in this part

	secDangEdge // u32[D]: out edges whose target was not there, sorted
	secDangFile // u32[D] string: the path the target names
	secDangName // u32[D] string: its qualified name, "" for the file
	secDangDup  // u16[D]

	secNameStr  // u32[K] string: names of symbols, sorted
	secNameOff  // u32[K+1]
	secNameNode // u32: nodes of this part

	secTermOff     // u32[T+1] into secTermBytes; the words are sorted
	secTermBytes   //
	secTermPostOff // u32[T+1] into secTermPost
	secTermPost    // per word: varints of (node step << 3 | weight)

	secDerName   // u32[A] string: analyzers
	secDerDigest // 16 bytes[A]
	secDerOff    // u32[A+1]
	secDerSrc    // u32: numbers in the generation, sorted per analyzer
	secDerDst    // u32
	secDerAttr   // u16
	secDerIn     // u32: edges of the analyzer by destination

	secBlobKey   // u32[B] string, sorted
	secBlobOff   // u32[B+1], in units of 8 bytes
	secBlobLen   // u32[B], gone if all ones
	secBlobCRC   // u32[B]
	secBlobBytes //

	secCensus
	secNotes   // JSON
	secSkipped // JSON

	secText        // trigram index, see package textindex
	secTextDocs    // u32: file of each document
	secTextPending // u32: files that are in no document

	numSections
)

const (
	imageMagic  = 0x3158444958545247 // "GRTXIDX1"
	imageHeader = 24                 // magic, version, number of sections, size
	sectionSize = 24                 // crc, pad, offset, length
	none        = ^uint32(0)
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// columns are the bodies of an image's sections.
type columns [numSections][]byte

// encodeHeader lays out the image of cols: the header, and where each body
// goes. Bodies are 8-aligned.
func (cols *columns) encodeHeader() (header []byte, size uint64) {
	n := imageHeader + sectionSize*int(numSections) + 8
	h := make([]byte, n)
	at := uint64(n)
	for i, body := range cols {
		e := h[imageHeader+sectionSize*i:]
		binary.LittleEndian.PutUint32(e, crc32.Checksum(body, castagnoli))
		binary.LittleEndian.PutUint64(e[8:], at)
		binary.LittleEndian.PutUint64(e[16:], uint64(len(body)))
		at = align8(at + uint64(len(body)))
	}
	binary.LittleEndian.PutUint64(h, imageMagic)
	binary.LittleEndian.PutUint32(h[8:], FormatVersion)
	binary.LittleEndian.PutUint32(h[12:], uint32(numSections))
	binary.LittleEndian.PutUint64(h[16:], at)
	binary.LittleEndian.PutUint32(h[n-8:], crc32.Checksum(h[:n-8], castagnoli))
	return h, at
}

// appendImage appends the whole image to b, whose length is a multiple of 8.
func (cols *columns) appendImage(b []byte) []byte {
	h, _ := cols.encodeHeader()
	b = append(b, h...)
	for _, body := range cols {
		b = append(b, body...)
		for len(b)%8 != 0 {
			b = append(b, 0)
		}
	}
	return b
}

// decodeImage finds the sections in an image. Every offset is checked; the
// bodies are not read.
func decodeImage(b []byte) (*columns, error) {
	if len(b) < imageHeader {
		return nil, corrupt("too short for a header")
	}
	if binary.LittleEndian.Uint64(b) != imageMagic {
		return nil, corrupt("not an index file")
	}
	if v := binary.LittleEndian.Uint32(b[8:]); v != FormatVersion {
		return nil, &VersionError{Found: v, Want: FormatVersion}
	}
	n := uint64(binary.LittleEndian.Uint32(b[12:]))
	end := imageHeader + sectionSize*n + 8
	if n != uint64(numSections) || end > uint64(len(b)) {
		return nil, corrupt("wrong number of sections")
	}
	if crc32.Checksum(b[:end-8], castagnoli) != binary.LittleEndian.Uint32(b[end-8:]) {
		return nil, corrupt("header checksum differs")
	}
	if size := binary.LittleEndian.Uint64(b[16:]); size != uint64(len(b)) {
		return nil, corrupt("file size differs from the header's")
	}
	var cols columns
	for i := range cols {
		e := b[imageHeader+sectionSize*i:]
		off, size := binary.LittleEndian.Uint64(e[8:]), binary.LittleEndian.Uint64(e[16:])
		if off < end || off%8 != 0 || off > uint64(len(b)) || size > uint64(len(b))-off {
			return nil, corrupt("section outside the file")
		}
		cols[i] = b[off : off+size : off+size]
	}
	return &cols, nil
}

// verifyImage compares the checksum of every body of a decoded image.
func verifyImage(b []byte, cols *columns) error {
	for i, body := range cols {
		if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(b[imageHeader+sectionSize*i:]) {
			return corrupt("section checksum differs")
		}
	}
	return nil
}

func align8(n uint64) uint64 { return (n + 7) &^ 7 }

// number is what columns are made of. They are in the byte order of the
// machine; on a big-endian one the magic of a foreign file does not match.
type number interface{ ~uint16 | ~uint32 | ~uint64 }

// view reads a body as numbers without copying it.
func view[T number](b []byte) []T {
	size := int(unsafe.Sizeof(T(0)))
	if len(b) < size {
		return nil
	}
	p := unsafe.Pointer(unsafe.SliceData(b))
	if uintptr(p)%uintptr(size) != 0 {
		b = append(make([]byte, 0, len(b)+8), b...)
		p = unsafe.Pointer(unsafe.SliceData(b))
	}
	return unsafe.Slice((*T)(p), len(b)/size)
}

// raw is the inverse of view.
func raw[T number](v []T) []byte {
	if len(v) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(v))), len(v)*int(unsafe.Sizeof(v[0])))
}

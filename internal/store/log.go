package store

import (
	"encoding/binary"
	"hash/crc32"
	"os"
)

// The log is a header that names its base, then records: magic, checksum,
// length, ordinal, and the image of a segment. A record that is not whole ends
// the log; the next one is written over it. The file is never truncated,
// because readers may have it mapped.
const (
	logMagic     = 0x31474f4c58545247 // "GRTXLOG1"
	recordMagic  = 0x47455347         // "GSEG"
	logHeader    = 24                 // magic, version, base's checksum, checksum
	recordHeader = 24
)

// logState is how far a log was found to be good.
type logState struct {
	size    int64 // bytes of the good part; 0 without a header
	records uint64
	base    uint32 // checksum of the base's header
}

func encodeLogHeader(base uint32) []byte {
	b := make([]byte, logHeader)
	binary.LittleEndian.PutUint64(b, logMagic)
	binary.LittleEndian.PutUint32(b[8:], FormatVersion)
	binary.LittleEndian.PutUint32(b[12:], base)
	binary.LittleEndian.PutUint32(b[16:], crc32.Checksum(b[:16], castagnoli))
	return b
}

func validLogHeader(b []byte, base uint32) bool {
	return len(b) >= logHeader && string(b[:logHeader]) == string(encodeLogHeader(base))
}

// encodeRecord makes the ordinal-th record of a log.
func encodeRecord(cols *columns, ordinal uint64) []byte {
	b := cols.appendImage(make([]byte, recordHeader, 64<<10))
	binary.LittleEndian.PutUint32(b, recordMagic)
	binary.LittleEndian.PutUint64(b[8:], uint64(len(b)-recordHeader))
	binary.LittleEndian.PutUint64(b[16:], ordinal)
	binary.LittleEndian.PutUint32(b[4:], crc32.Checksum(b[8:], castagnoli))
	return b
}

// decodeRecord returns the image of the ordinal-th record at the start of b, or
// nil if no whole record is there.
func decodeRecord(b []byte, ordinal uint64) []byte {
	if len(b) < recordHeader || binary.LittleEndian.Uint32(b) != recordMagic ||
		binary.LittleEndian.Uint64(b[16:]) != ordinal {
		return nil
	}
	size := binary.LittleEndian.Uint64(b[8:])
	if size > uint64(len(b)-recordHeader) || size%8 != 0 {
		return nil
	}
	b = b[: recordHeader+size : recordHeader+size]
	if crc32.Checksum(b[8:], castagnoli) != binary.LittleEndian.Uint32(b[4:]) {
		return nil
	}
	return b[recordHeader:]
}

// decodeLog returns the segments of a log that belong to a base.
func decodeLog(b []byte, base uint32) (segments []*part, state logState, err error) {
	state.base = base
	if !validLogHeader(b, base) {
		return nil, state, nil
	}
	state.size = logHeader
	for {
		image := decodeRecord(b[state.size:], state.records)
		if image == nil {
			return segments, state, nil
		}
		cols, err := decodeImage(image)
		if err != nil {
			return nil, state, err
		}
		p, err := newPart(cols, false)
		if err != nil {
			return nil, state, err
		}
		segments = append(segments, p)
		state.size += int64(recordHeader + len(image))
		state.records++
	}
}

// appendRecord writes a record after the good part of a log and syncs it.
func appendRecord(path string, state logState, cols *columns) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	if state.size == 0 {
		if _, err := f.WriteAt(encodeLogHeader(state.base), 0); err != nil {
			return err
		}
		state.size = logHeader
	}
	if _, err := f.WriteAt(encodeRecord(cols, state.records), state.size); err != nil {
		return err
	}
	return f.Sync()
}

package textindex

import (
	"fmt"
	"slices"
	"strings"
)

// Query is a condition on the trigrams of a document: necessary, not
// sufficient, for it to match a pattern.
type Query struct {
	op       queryOp
	trigrams []uint32 // operands
	subs     []*Query // operands
}

type queryOp uint8

const (
	opAll queryOp = iota // any document
	opNone
	opAnd
	opOr
)

var (
	queryAll  = &Query{op: opAll}
	queryNone = &Query{op: opNone}
)

// and and or combine queries and flatten what can be.
func (q *Query) and(r *Query) *Query {
	switch {
	case q.op == opNone || r.op == opAll:
		return q
	case r.op == opNone || q.op == opAll:
		return r
	}
	return merge(opAnd, q, r)
}

func (q *Query) or(r *Query) *Query {
	switch {
	case q.op == opAll || r.op == opNone:
		return q
	case r.op == opAll || q.op == opNone:
		return r
	}
	return merge(opOr, q, r)
}

func merge(op queryOp, qs ...*Query) *Query {
	m := &Query{op: op}
	for _, q := range qs {
		if q.op == op || len(q.trigrams) == 1 && len(q.subs) == 0 {
			m.trigrams = append(m.trigrams, q.trigrams...)
			m.subs = append(m.subs, q.subs...)
		} else {
			m.subs = append(m.subs, q)
		}
	}
	slices.Sort(m.trigrams)
	m.trigrams = slices.Compact(m.trigrams)
	return m
}

// andStrings adds the condition that one of the strings occurs. A string
// shorter than a trigram says nothing.
func (q *Query) andStrings(set []string) *Query {
	if len(set) == 0 {
		return q
	}
	any := queryNone
	for _, s := range set {
		if len(s) < 3 {
			return q
		}
		any = any.or(queryString(s))
	}
	return q.and(any)
}

// queryString is the condition that a string of at least three bytes occurs.
func queryString(s string) *Query {
	q := &Query{op: opAnd}
	for i := 0; i+3 <= len(s); i++ {
		q.trigrams = append(q.trigrams, uint32(s[i])<<16|uint32(s[i+1])<<8|uint32(s[i+2]))
	}
	slices.Sort(q.trigrams)
	q.trigrams = slices.Compact(q.trigrams)
	return q
}

// String writes a query down, for tests and for people.
func (q *Query) String() string {
	switch q.op {
	case opAll:
		return "+"
	case opNone:
		return "-"
	}
	var parts []string
	for _, t := range q.trigrams {
		parts = append(parts, fmt.Sprintf("%q", []byte{byte(t >> 16), byte(t >> 8), byte(t)}))
	}
	for _, s := range q.subs {
		parts = append(parts, "("+s.String()+")")
	}
	if q.op == opOr {
		return strings.Join(parts, "|")
	}
	return strings.Join(parts, " ")
}

// Package store keeps orders.
package store

import "errors"

// ErrEmpty is the error for an order of nothing.
var ErrEmpty = errors.New("the order is empty")

// Order is what a customer wants.
type Order struct {
	ID    string
	Items []string
}

// Backend is where orders are kept.
type Backend interface {
	Put(Order) error
	All() []Order
}

// Store checks orders before they are kept.
type Store struct {
	backend Backend
	placed  int
}

// New makes a store of a backend.
func New(b Backend) *Store { return &Store{backend: b} }

// Place keeps an order. TODO: refuse what was placed before.
func (s *Store) Place(o Order) error {
	if err := validate(o); err != nil {
		return err
	}
	s.placed++
	return s.backend.Put(o)
}

// Orders are all orders that were placed.
func (s *Store) Orders() []Order { return s.backend.All() }

func validate(o Order) error {
	if len(o.Items) == 0 {
		return ErrEmpty
	}
	return nil
}

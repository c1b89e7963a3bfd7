package store

// Memory keeps nothing for long.
type Memory struct{ orders []Order }

// Put implements Backend.
func (m Memory) Put(o Order) error {
	m.orders = append(m.orders, o)
	return nil
}

// All implements Backend.
func (m Memory) All() []Order { return m.orders }

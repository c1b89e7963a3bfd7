// Command shop takes orders.
package main

import (
	"fmt"
	"os"

	"example.test/shop/store"
)

func main() {
	s := store.New(store.Memory{})
	if err := s.Place(store.Order{ID: "1", Items: []string{"tea"}}); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	fmt.Println(total(s))
}

func total(s *store.Store) int {
	n := 0
	for _, o := range s.Orders() {
		n += len(o.Items)
	}
	return n
}

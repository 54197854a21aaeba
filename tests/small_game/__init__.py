"""A game that lies outside the package, and all that the house does with it."""

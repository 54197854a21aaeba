"""A clumsy family at every game: what the referee owes it, and a table of where it fails."""

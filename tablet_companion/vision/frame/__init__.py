"""One frame: whether anything moves, whether it is clear, and one look at all of it."""

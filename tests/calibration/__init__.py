"""Learning a board from pictures."""

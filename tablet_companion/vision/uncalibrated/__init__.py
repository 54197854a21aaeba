"""Boards that nobody has shown empty: what they look like is guessed from the picture."""

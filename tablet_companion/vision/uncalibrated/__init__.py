"""Boards that nobody has shown empty: their bare look is guessed from the picture."""

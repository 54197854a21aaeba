"""Exports of a game: as text that can be read back, as an animated picture, as a page."""

"""Exports of a finished game: as text that can be read back, as an animated picture, as a page."""

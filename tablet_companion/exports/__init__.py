"""A game that was played, to keep: as text that reads back, as a moving picture, as a page."""

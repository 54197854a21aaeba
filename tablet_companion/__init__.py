"""A referee for real board games: rules, reading the table, judging, showing, remembering."""

__version__ = "0.1.0"

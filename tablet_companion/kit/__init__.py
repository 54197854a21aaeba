"""The physical kit of a game: its board and what is printed for it."""

File = tuple[str, bytes]
"""The name and the content of a file to be written."""

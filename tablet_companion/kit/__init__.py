"""The physical kit of a game: its board and what is printed for it."""

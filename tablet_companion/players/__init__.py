"""Computer players for every game: they get what a seat may know and return an action."""

"""Players for every game: what a seat may know goes in, an action comes out."""

"""The pages before a game, one file each, and the way through them."""

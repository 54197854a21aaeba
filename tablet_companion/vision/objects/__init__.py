"""Objects on the board other than pieces on their places: hands, things, stray pieces."""

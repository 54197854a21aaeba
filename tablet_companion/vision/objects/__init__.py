"""What lies on the board beside the pieces on their places: hands, things, stray pieces."""

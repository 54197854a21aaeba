"""Where a board's edges and places lie in a picture: outlines, layouts, and fitting them. Pure."""

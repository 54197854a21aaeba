"""The line to the board controller, from its bytes to its cable."""

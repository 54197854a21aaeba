"""Where a camera stands over a board and what its lens does, from millimetres to pixels and back.

A pose is fitted to anchors, refused if it is impossible, and then says where each point of the
board is seen, what a picture shows there, and what a piece of a given shape hides.
"""

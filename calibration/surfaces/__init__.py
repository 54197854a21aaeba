"""What the bare board, the sides of pieces and the faces of cards look like under a light.

A picture's light is told apart from what it falls on, so that a surface seen under one lamp is
known again under another.
"""

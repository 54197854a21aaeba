"""Boards and cards for the printer: from a board file and the faces' names to SVG, PDF, pictures.

Pure but for reading the bundled typefaces. Lengths are millimetres throughout, and one SVG unit is
one millimetre. Nothing here knows a rule; the words on a card are passed in as text.
"""

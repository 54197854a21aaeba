"""A second, slow reading of the rules, written from their text alone, to hold the engine against.

No reading may import from ``tablet_companion.games``: shared code would share mistakes.
"""

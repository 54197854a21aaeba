"""Reading a table of loose cards: no board, no calibration, only what is printed on the cards.

``eye`` is the way in. ``find`` looks for markers, ``plane`` works out from them where the camera
hangs and how the cards lie, ``stage`` what stands on them, ``vacant`` what became of a card that
is no longer seen, and ``table`` puts it together.
"""

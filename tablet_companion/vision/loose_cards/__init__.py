"""Reading a table of loose cards: no board, no calibration, only what is printed on the cards.

``reader`` is the entry point. ``detect`` finds the markers, ``plane`` derives from them the
camera's pose and how the cards lie, ``stage`` reads what stands on them, ``vacant`` decides what
became of a card that is no longer seen, and ``scan`` combines all this.

Every ``Tuning`` here was chosen by hand on simulated tables of Wink's cards, some with faults, and
is held by tests/vision/loose.
"""

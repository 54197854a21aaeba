"""A table that is not there: pieces, cards, hands, light and faults as a model, and their picture.

Simulation replaces what lies beneath a driver, never the driver. No rule of any game is known here.
"""

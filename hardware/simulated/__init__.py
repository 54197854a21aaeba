"""A simulated table: a model of pieces, cards, hands, light and faults, and its picture.

Simulation replaces what lies beneath a driver, never the driver. No rule of any game is known here.
"""

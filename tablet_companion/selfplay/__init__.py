"""Automatic play at the simulated table, faults included, with a count of the verdicts.

Nothing here knows a rule of any game: moves come from ``Game.legal``, faults from
``Game.conceivable`` and from steps left out.
"""

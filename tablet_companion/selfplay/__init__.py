"""Playing by itself at the simulated table, faults included, and counting what the referee says.

Nothing here knows a rule of any game: moves come from ``Game.legal``, faults from
``Game.conceivable`` and from steps left out.
"""

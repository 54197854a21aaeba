"""A clumsy family: people who play as people do, at a table of places without any picture.

It drives the referee with readings made directly from where the pieces stand, so that thousands of
turns take a minute, and it follows what the page says. What the referee owes such people is judged
in ``tests/adversaries/family``.
"""

"""A clumsy family at every game: what the referee owes it, and a table of where it fails.

They are people who play as people do, at a table of places without any picture. They drive the
referee with readings made directly from where the pieces stand, so that thousands of turns take a
minute, and follow what the page says (`evening.py`); `properties.py` judges what it owes them.
"""

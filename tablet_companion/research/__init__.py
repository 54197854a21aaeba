"""The games for researchers: OpenSpiel, PettingZoo, perft.

Everything here uses a game only through the protocol in ``games.core``, and so works for every
game. README.md describes the environments and their limits.
"""

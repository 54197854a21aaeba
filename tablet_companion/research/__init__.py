"""The games as researchers take them: OpenSpiel, PettingZoo, perft.

Everything here knows a game through the protocol in ``games.core`` alone, and so serves every game
there is or will be. README.md says what an environment is and what it leaves out.
"""

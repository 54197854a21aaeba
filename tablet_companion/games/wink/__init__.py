"""Wink (Friedhelm Krahwinkel): partners for one turn round find each other by a wink."""

from tablet_companion.games.wink.game import Wink

GAME = Wink()

__all__ = ["GAME", "Wink"]

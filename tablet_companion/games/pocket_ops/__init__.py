"""Pocket Ops (Brandon Beran): agents slip into rooms that the other player did not guess."""

from tablet_companion.games.pocket_ops.game import GAME

__all__ = ["GAME"]
